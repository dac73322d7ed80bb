"""The rulebook for the inspector: any instant, redlines, who signed, what was elected; their properties and no others.

The pages read on a connection of their own, so that these tests commit what they write.
"""

from __future__ import annotations

import pytest
import time_machine
from django.db import connections
from django.test import Client
from django.test.utils import CaptureQueriesContext

from casino.house.ranks import Rank
from games.rulebook import citing, elections, opened
from tests.factories import make_place, make_property, make_staff
from tests.rulebook.public_world import DAY, NOW, World, abroad, as_, make_world

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "audit"])


@pytest.fixture(autouse=True)
def _now():
    citing._line.cache_clear()
    opened._redlined.cache_clear()
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def world() -> World:
    return make_world(conditions=[("8.3", "Ten an hour.")])


def read(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, (path, answer.status_code)
    return str(answer.content.decode())


@pytest.fixture
def inspector(world) -> Client:
    return as_(make_staff(Rank.INSPECTOR, world.people.property))


@pytest.mark.parametrize("path", ["/audit/rules/", "/audit/rules/NZ5/", "/audit/elections/"])
def test_audit_pages_are_the_inspector_s_alone(world, inspector, path):
    assert inspector.get(path).status_code == 200
    assert as_(world.people.manager).get(path).status_code == 403
    assert Client().get(path).status_code == 302
    assert inspector.post(path).status_code == 405


def test_the_inspector_sees_who_signed_what_was_in_force_then(world, inspector):
    now, then = read(inspector, "/audit/rules/"), read(inspector, "/audit/rules/?at=30+Jun+2026")
    assert "Version 9" in now and world.people.authority.name in now
    assert "Version 8" in then and "Version 9" not in then
    assert world.second.content_hash in now


def test_the_inspector_reads_the_text_the_redline_and_every_signature(world, inspector):
    shown = read(inspector, "/audit/rules/NZ5/?changes=on")
    for words in (world.people.compliance.name, world.people.manager.name, world.people.authority.name, "Ten an hour."):
        assert words in shown
    assert "<ins>" in shown and "From Version 8 to Version 9" in shown


def test_other_jurisdictions_are_not_the_inspector_s(world, inspector):
    abroad()
    assert "RWS" not in read(inspector, "/audit/rules/")
    assert inspector.get("/audit/rules/RWS/").status_code == 404
    assert inspector.get(f"/audit/elections/?property={make_property().code}").status_code == 404


def test_elections_at_an_instant_with_the_rule_set_and_its_hash(world, inspector):
    people, place = world.people, make_place(world.people.property, code="BA-12")
    for name, value in {"game": "baccarat", "tie": 9}.items():
        elections.elect(
            property=people.property, place=place, name=name, value=value, by=people.manager, at=NOW - DAY,
            from_at=NOW - DAY,
        )  # fmt: skip
    shown = read(inspector, "/audit/elections/?place=BA-12")
    assert "Tie pays" in shown and "9 to 1" in shown and people.manager.name in shown
    assert "sha256" in shown and "elected on" in shown
    assert "Nothing was elected" in read(inspector, "/audit/elections/?place=BA-12&at=1+Nov+2026")


def test_audit_pages_read_through_the_read_only_connection_and_their_queries_stay_few(world, inspector):
    def count() -> int:
        with CaptureQueriesContext(connections["audit"]) as found:
            read(inspector, "/audit/elections/")
        return len(found)

    few = count()
    people = world.people
    for place in range(6):
        table = make_place(people.property, code=f"T-{place}")
        elections.elect(
            property=people.property, place=table, name="game", value="baccarat", by=people.manager, at=NOW - DAY,
            from_at=NOW - DAY,
        )  # fmt: skip
    assert 0 < count() == few
