"""Due work from outside: who sees it, who may step in, what the first page says of it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from casino import clock
from casino.due import lists
from casino.due.models import Due, Outcome
from casino.due.rows import sweep
from casino.house.ranks import Rank
from tests.due.work import NOON, ask, done, handled, note
from tests.factories import make_property, make_staff

pytestmark = pytest.mark.django_db

LIST = "/admin/due/due/"


def as_(rank: Rank | None, prop) -> Client:
    client = Client()
    client.force_login(make_staff(rank, prop), backend="casino.house.signing_in.StaffBackend")
    return client


@pytest.fixture
def prop():
    return make_property(name="Harbour")


@pytest.fixture
def failing(prop):
    """Tried once and refused; another row waits behind it."""
    due = ask("place:12", what="nobody.knows", property=prop.pk, by=make_staff(name="Hemi Walker").stream)
    ask("place:12", at=NOON + timedelta(seconds=1), property=prop.pk)
    sweep(NOON)
    return Due.objects.get(pk=due.pk)


def page(due: Due) -> str:
    return f"{LIST}{due.pk}/change/"


@pytest.mark.parametrize("rank", [Rank.CASINO_SUPERVISOR, Rank.TABLE_GAMES_MANAGER, Rank.COMPLIANCE])
def test_those_who_may_see_it_see_what_fails_and_why(prop, failing, rank):
    client = as_(rank, prop)
    listed = client.get(LIST).content.decode()
    assert "Nothing here knows how to do" in listed and "Place 12" in listed and "Hemi Walker" in listed
    shown = client.get(page(failing)).content.decode()
    assert "Tried 1 time" in shown and "1 more for the same subject waits behind it" in shown


@pytest.mark.parametrize("rank", [Rank.DEALER, Rank.GAME_SUPERVISOR, Rank.CASHIER, Rank.INSPECTOR, None])
def test_those_who_may_not_see_none(prop, failing, rank):
    client = as_(rank, prop)
    for path in (LIST, page(failing)):
        answer = client.get(path)
        assert answer.status_code in {403, 404} and "Place 12" not in answer.content.decode()


def test_nobody_gets_in_without_signing_in(failing):
    for path in (LIST, page(failing)):
        assert "Place 12" not in Client().get(path, follow=True).content.decode()


def test_another_propertys_work_does_not_exist_for_me(failing):
    client = as_(Rank.TABLE_GAMES_MANAGER, make_property())
    assert client.get(page(failing)).status_code == 404
    assert "Place 12" not in client.get(LIST).content.decode()
    for verb in ("retry", "cancel"):
        assert client.post(f"{LIST}{failing.pk}/{verb}/", {"reason": "x"}).status_code == 404
    assert Due.objects.get(pk=failing.pk).outcome == ""


def test_work_of_no_property_is_seen_at_each(prop):
    due = ask("house:rules")
    client = as_(Rank.CASINO_SUPERVISOR, prop)
    assert "House rules" in client.get(LIST).content.decode() and client.get(page(due)).status_code == 200


def test_waiting_failing_and_ended_work_stand_apart(prop, failing):
    with handled("test.note", note):
        ended = ask("place:9", property=prop.pk)
        ask("place:7", at=clock.now() + timedelta(hours=1), property=prop.pk)
        sweep(NOON)
    client = as_(Rank.CASINO_SUPERVISOR, prop)
    shown = {tab: client.get(LIST, {"show": tab}).content.decode() for tab in ("waiting", "failing", "settled")}
    assert "Place 7" in shown["waiting"] and "Place 9" not in shown["waiting"]
    assert "Place 12" in shown["failing"] and "Place 7" not in shown["failing"]
    assert f"{ended.pk}/change" in shown["settled"] and "Place 12" not in shown["settled"]


def test_the_history_goes_on_by_number(prop, monkeypatch):
    monkeypatch.setattr("casino.due.admin.PER_PAGE", 3)
    with handled("test.note", note):
        rows = [ask(f"place:{number}", property=prop.pk) for number in range(5)]
        sweep(NOON)
    client = as_(Rank.CASINO_SUPERVISOR, prop)
    first = client.get(LIST, {"show": "settled"})
    assert [due.pk for due in first.context["rows"]] == [row.pk for row in rows[:1:-1]]
    second = client.get(LIST, {"show": "settled", "before": str(first.context["earlier"])})
    assert [due.pk for due in second.context["rows"]] == [rows[1].pk, rows[0].pk]
    assert second.context["earlier"] is None


def test_a_manager_tries_again_and_cancels_with_a_reason(prop, failing):
    client = as_(Rank.TABLE_GAMES_MANAGER, prop)
    assert client.post(f"{LIST}{failing.pk}/retry/", {"sent": "1"}).status_code == 302
    with handled("nobody.knows", note):
        assert sweep(clock.now()) == 1 and done() == [failing.pk]
    other = ask("place:3", property=prop.pk)
    assert client.post(f"{LIST}{other.pk}/cancel/", {"reason": ""}).status_code == 422
    assert client.post(f"{LIST}{other.pk}/cancel/", {"reason": "Table closed"}).status_code == 302
    ended = Due.objects.get(pk=other.pk)
    assert (ended.outcome, ended.reason) == (Outcome.CANCELLED, "Table closed")
    shown = client.get(page(ended)).content.decode()
    assert "Table closed" in shown and "/cancel/" not in shown
    assert client.post(f"{LIST}{other.pk}/cancel/", {"reason": "Again"}).status_code == 422


@pytest.mark.parametrize("rank", [Rank.CASINO_SUPERVISOR, Rank.COMPLIANCE])
def test_those_who_may_look_may_not_step_in(prop, failing, rank):
    client = as_(rank, prop)
    assert "/retry/" not in client.get(page(failing)).content.decode()
    for verb in ("retry", "cancel"):
        assert client.post(f"{LIST}{failing.pk}/{verb}/", {"reason": "x"}).status_code == 403
    assert Due.objects.get(pk=failing.pk).next_try_at == failing.next_try_at


@pytest.mark.parametrize("number", ["0", "999999", "x", "9" * 30])
def test_ids_that_are_none_are_not_found(prop, number):
    assert as_(Rank.CASINO_SUPERVISOR, prop).get(f"{LIST}{number}/change/").status_code == 404


def test_an_empty_list_says_what_will_fill_it(prop):
    client = as_(Rank.CASINO_SUPERVISOR, prop)
    assert "Nothing waits" in client.get(LIST).content.decode()
    assert "Nothing fails" in client.get(LIST, {"show": "failing"}).content.decode()
    assert "Nothing has been due yet" in client.get(LIST, {"show": "settled"}).content.decode()


def test_the_first_page_names_what_fails_and_what_the_clock_will_do(prop, failing):
    at = clock.now()
    soon = ask("place:7", at=at + timedelta(minutes=5), property=prop.pk, what="test.note")
    ask("place:8", at=at + timedelta(days=2), property=prop.pk)
    ask("place:9", at=at + timedelta(minutes=5), property=make_property().pk)
    (need,) = lists.needs(prop, at)
    assert "Nothing here knows how" in need.text and need.url == page(failing)
    with handled("test.note", note, label="Limit change"):
        assert [(item.text, item.url) for item in lists.next_up(prop, at)] == [("Limit change, Place 7", page(soon))]
        floor = as_(Rank.CASINO_SUPERVISOR, prop).get("/admin/").content.decode()
    assert "Limit change, Place 7" in floor and "does not go through" in floor


def test_figures_count_what_waits_and_what_fails(failing):
    assert lists.figures() == {"due_waiting": 1, "due_failing": 1}


def queries(client: Client, path: str) -> int:
    with CaptureQueriesContext(connection) as found:
        assert client.get(path).status_code == 200
    return len(found)


def test_pages_ask_the_database_as_often_for_many_as_for_few(prop, failing):
    client = as_(Rank.TABLE_GAMES_MANAGER, prop)
    paths = [f"{LIST}?show={tab}" for tab in ("waiting", "failing", "settled")] + [page(failing)]
    client.get(paths[0])
    few = {path: queries(client, path) for path in paths}
    for number in range(10):
        ask(f"place:2{number}", what="nobody.knows", property=prop.pk, by=make_staff().stream)
        ask(f"place:3{number}", at=clock.now() + timedelta(hours=1), property=prop.pk, by=make_staff().stream)
    sweep(NOON)
    many = {path: queries(client, path) for path in paths}
    assert all(many[path] <= few[path] + 1 for path in paths), (few, many)
    assert max(many.values()) <= 14, many
