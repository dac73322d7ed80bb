"""The rulebook's API: public for what holds, for a place's own people what holds there, drafts for nobody."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema

from casino.devices.kinds import Kind
from casino.house.ranks import Rank
from games.rulebook import elections, instants, versions
from games.rulebook.in_force import rules_in_force
from games.rulebook.shapes import ClauseText
from tests.devices.makers import bearer, make_device
from tests.factories import make_place, make_property, make_staff
from tests.rulebook.books import make_draft
from tests.rulebook.public_world import DAY, JULY, NOW, World, as_, make_world

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _now():
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def world() -> World:
    return make_world()


def get(client: Client, path: str, **query: str):
    answer = client.get(f"/api/rules/{path}", query)
    assert answer.status_code == 200, answer.content
    return json.loads(answer.content)


def test_documents_come_with_what_is_in_force(client, world):
    (document,) = get(client, "documents/")
    assert (document["code"], document["jurisdiction"]) == ("NZ5", "nz")
    assert document["in_force"]["label"] == "Version 9"
    assert document["in_force"]["content_hash"] == world.second.content_hash
    (then,) = get(client, "documents/", at=instants.cited(JULY - DAY))
    assert then["in_force"]["label"] == "Version 8" and then["coming"]["label"] == "Version 9"


@pytest.mark.parametrize(("step", "label"), [(-1, "Version 8"), (0, "Version 9")])
def test_a_document_in_force_to_the_microsecond(client, world, step, label):
    at = instants.cited(JULY + timedelta(microseconds=step))
    version = get(client, "documents/NZ5/in-force/", at=at)
    assert version["label"] == label
    assert next(one for one in version["clauses"] if one["number"] == "5.10(c)")["parent"] == "5.10"
    assert {one["name"] for one in version["parameters"]} > {"tie", "banker"}


def test_nothing_in_force_is_a_404_with_a_sentence(client, world):
    answer = client.get("/api/rules/documents/NZ5/in-force/?at=2001-01-01T00:00:00Z")
    assert answer.status_code == 404 and "No version of NZ5" in answer.json()["message"]


@pytest.mark.parametrize("at", ["soon", "2026-99-99", "x" * 300, "0001-01-01T00:00:00+14:00"])
def test_an_instant_that_cannot_be_read_is_refused(client, world, at):
    answer = client.get("/api/rules/documents/", {"at": at})
    assert answer.status_code == 422 and answer.json()["where"] == "at"


def test_drafts_are_never_given_out(client, world):
    draft = make_draft(
        world.document, world.people, label="Secret draft", base=world.second, at=NOW - DAY,
        clauses=[ClauseText("99.9", text="A hidden wager.")],
    )  # fmt: skip
    versions.apply_for(draft, by=world.people.manager, at=NOW - DAY)
    assert [one["label"] for one in get(client, "documents/NZ5/versions/")] == ["Version 8", "Version 9"]
    for path in (f"versions/{draft.pk}/", f"versions/{draft.pk}/redline/"):
        assert client.get(f"/api/rules/{path}").status_code == 404
    assert client.get(f"/api/rules/versions/{world.second.pk}/redline/?against={draft.pk}").status_code == 422


def test_a_redline_is_word_by_word_and_forward_in_time(client, world):
    told = get(client, f"versions/{world.first.pk}/redline/", against=str(world.second.pk))
    assert (told["old"]["label"], told["new"]["label"]) == ("Version 8", "Version 9")
    kinds = {one["number"]: one["what"] for one in told["changes"] if one["number"]}
    assert kinds == {"8.3": "amended", "8.4": "inserted", "9.5": "deleted"}
    pieces = next(one for one in told["changes"] if one["number"] == "8.3")["pieces"]
    new = "".join(piece["text"] for piece in pieces if piece["kind"] != "deleted")
    assert new == "The casino may deal rounds all the same, each one a Free Hand."
    assert get(client, f"versions/{world.second.pk}/redline/") == told, "the one before, if none is named"


def test_a_redline_with_a_stranger_is_refused(client, world):
    for against in ("999999", "x", str(world.first.pk)):
        answer = client.get(f"/api/rules/versions/{world.first.pk}/redline/", {"against": against})
        assert answer.status_code == 422, against


def elect_baccarat(world: World):
    people, place = world.people, make_place(world.people.property, code="BA-12")
    for name, value in {"game": "baccarat", "tie": 9}.items():
        elections.elect(
            property=people.property, place=place, name=name, value=value, by=people.manager, at=NOW - DAY,
            from_at=NOW - DAY,
        )  # fmt: skip
    return place


def test_the_rules_at_a_place_with_clauses_and_hash(world):
    place = elect_baccarat(world)
    told = get(as_(world.people.manager), "in-force/", place="BA-12")
    assert told["sha256"] == rules_in_force(place, NOW).sha256
    assert told["values"]["tie"] | {"source": ""} == {"value": 9, "clause": "NZ5 5.10(c)", "source": ""}
    assert "elected on" in told["values"]["tie"]["source"]
    assert told["documents"][0]["code"] == "NZ5" and told["game"] == "baccarat"
    before = get(as_(world.people.manager), "in-force/", place="BA-12", at=instants.cited(NOW - 2 * DAY))
    assert before["game"] == "" and before["sha256"] != told["sha256"]


def test_a_dealer_of_the_house_may_ask_and_others_find_no_such_place(client, world):
    elect_baccarat(world)
    path = "/api/rules/in-force/?place=BA-12"
    assert as_(make_staff(Rank.DEALER, world.people.property)).get(path).status_code == 200
    assert client.get(path).status_code in {401, 403}
    assert as_(make_staff(Rank.TABLE_GAMES_MANAGER, make_property())).get(path).status_code == 404
    assert as_(world.people.manager).get("/api/rules/in-force/?place=NOPE").status_code == 404
    assert as_(world.people.manager).get("/api/rules/in-force/").status_code == 404


def test_a_code_used_for_two_kinds_of_places_needs_its_kind(world):
    elect_baccarat(world)
    make_place(world.people.property, code="BA-12", kind="list")
    client = as_(world.people.manager)
    assert client.get("/api/rules/in-force/?place=BA-12").json()["where"] == "kind"
    assert get(client, "in-force/", place="BA-12", kind="table")["game"] == "baccarat"


@pytest.mark.parametrize(("at_home", "status"), [(True, 200), (False, 404)])
def test_a_device_asks_for_its_own_property_only(client, world, at_home, status):
    elect_baccarat(world)
    prop = world.people.property if at_home else make_property()
    _device, token = make_device(Kind.SIGN, prop=prop, at=NOW)
    answer = client.get("/api/rules/in-force/?place=BA-12", headers=bearer(token))
    assert answer.status_code == status, answer.content


@pytest.mark.parametrize("path", ["documents/", "documents/NZ5/versions/", "documents/NZ5/in-force/"])
def test_queries_stay_few(client, world, path):
    with CaptureQueriesContext(connection) as found:
        get(client, path)
    assert len(found) <= 8


def test_the_schema_is_valid_and_knows_the_rules(capsys):
    schema = SchemaGenerator().get_schema(request=None, public=True)
    validate_schema(schema)
    told = capsys.readouterr()
    assert "rulebook" not in told.err.lower(), told.err
    assert "/api/rules/in-force/" in schema["paths"]
