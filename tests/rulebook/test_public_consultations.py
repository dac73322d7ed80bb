"""Consultations as anybody sees them: when they open, what is proposed, what others said, and the form."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.rulebook import amending, consulting, decisions, submissions
from games.rulebook.decisions import Verdict
from games.rulebook.models import Assessment, Decision, Submission
from tests.rulebook.public_world import DAY, NOW, World, make_application, make_consultation, make_world

pytestmark = pytest.mark.django_db
WROTE = {"name": "Ana Rangi", "contact": "ana@example.org", "text": "Ten rounds are too many."}
TICK = timedelta(microseconds=1)


@pytest.fixture(autouse=True)
def _now(settings):
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    cache.clear()
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def world() -> World:
    return make_world()


def read(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return str(answer.content.decode())


def path_of(application: object) -> str:
    return f"/rules/consultations/{application.pk}/"  # type: ignore[attr-defined]


@pytest.mark.parametrize(("opens", "seen"), [(NOW + TICK, False), (NOW, True), (NOW - TICK, True)])
def test_nothing_is_public_before_the_consultation_opens(client, world, opens, seen):
    application = make_consultation(world, opens_at=opens, closes_at=NOW + DAY)
    assert ("Free Hands" in read(client, "/rules/consultations/")) is seen
    assert client.get(path_of(application)).status_code == (200 if seen else 404)
    assert client.post(path_of(application), WROTE).status_code == (302 if seen else 404)


def test_a_draft_and_an_application_without_consultation_are_never_public(client, world):
    draft = make_application(world)
    assert client.get(path_of(draft)).status_code == 404
    amending.apply_for(draft, by=world.people.manager, at=NOW - DAY)
    assert client.get(path_of(draft)).status_code == 404
    assert "Free Hands" not in read(client, "/rules/consultations/")


def test_one_withdrawn_before_it_opened_stays_unseen(client, world):
    application = make_consultation(world, opens_at=NOW - DAY)
    amending.withdraw(application, by=world.people.manager, at=NOW - 2 * DAY, reason="A mistake")
    assert client.get(path_of(application)).status_code == 404


def test_what_is_proposed_stands_as_redline_with_rivals_side_by_side(client, world):
    shown = read(client, path_of(make_consultation(world)))
    assert "These texts compete" in shown
    assert "Dunes Ltd" in shown and "Church Ltd" in shown
    assert "<del>" in shown and "<ins>" in shown
    assert "9 to 1" in shown.split("Tie pays")[-1], "a value in words, before and after"


def test_until_when_by_the_clock_first_then_the_time_left(client, world):
    shown = read(client, path_of(make_consultation(world)))
    assert "15 Nov 2026, 12:00" in shown, "noon in Auckland"
    assert shown.index("15 Nov 2026, 12:00") < shown.index("1\xa0day")


def test_a_submission_is_shown_only_once_it_was_read(client, world):
    application = make_consultation(world)
    answer = client.post(path_of(application), WROTE)
    assert answer.status_code == 302 and answer.url == f"{path_of(application)}thanks/"
    assert "Thank you" in read(client, answer.url)
    assert WROTE["text"] not in read(client, path_of(application))
    kept = Submission.objects.get()
    assert (kept.name, kept.contact, kept.public) == ("Ana Rangi", "ana@example.org", True)
    submissions.show(kept, by=world.people.authority, at=NOW)
    shown = read(client, path_of(application))
    assert WROTE["text"] in shown and "Ana Rangi" in shown and WROTE["contact"] not in shown
    submissions.hide(kept, by=world.people.authority, at=NOW, reason="Names somebody")
    assert WROTE["text"] not in read(client, path_of(application))


def test_script_in_a_submission_does_nothing(client, world):
    application = make_consultation(world)
    client.post(path_of(application), WROTE | {"text": "<script>alert(2)</script>"})
    submissions.show(Submission.objects.get(), by=world.people.authority, at=NOW)
    assert "<script>alert(2)" not in read(client, path_of(application))


@pytest.mark.parametrize(("closes", "status"), [(NOW + TICK, 302), (NOW, 422)])
def test_after_closing_a_submission_is_refused_with_a_sentence(client, world, closes, status):
    application = make_consultation(world, opens_at=NOW - 3 * DAY, closes_at=closes)
    answer = client.post(path_of(application), WROTE)
    assert answer.status_code == status
    if status == 422:
        assert "This consultation is closed" in answer.content.decode()
        assert "<form" not in answer.content.decode().split('id="submit"')[1]
    assert Submission.objects.count() == (status == 302)


@pytest.mark.parametrize(("fields", "sentence"), [
    ({"name": " "}, "Give your name."), ({"text": ""}, "Write what you want to say."),
    ({"text": "x" * 20_001}, "at most 20000 characters"), ({"name": "x" * 121}, "at most 120 characters"),
    ({"text": "a\x00b"}, "Null characters"),
])  # fmt: skip
def test_what_is_wrong_with_a_submission_is_said_beside_the_field(client, world, fields, sentence):
    answer = client.post(path_of(make_consultation(world)), WROTE | fields)
    assert answer.status_code == 422
    assert sentence in answer.content.decode() and 'aria-invalid="true"' in answer.content.decode()
    assert not Submission.objects.exists()


def test_one_address_sends_a_few_an_hour_and_others_are_not_kept_out(client, world):
    path = path_of(make_consultation(world))
    sent = [client.post(path, WROTE, REMOTE_ADDR="192.0.2.7").status_code for _ in range(6)]
    assert sent == [302] * consulting.MOST_FROM_ADDRESS + [429]
    assert client.post(path, WROTE, REMOTE_ADDR="192.0.2.8").status_code == 302
    refused = client.post(path, WROTE, REMOTE_ADDR="192.0.2.7").content.decode()
    assert "Please try again in an hour." in refused and "Ten rounds are too many." in refused, "nothing typed is lost"


def test_a_form_that_is_wrong_does_not_count_against_the_address(client, world):
    path = path_of(make_consultation(world))
    for _ in range(8):
        assert client.post(path, WROTE | {"text": ""}).status_code == 422
    assert client.post(path, WROTE).status_code == 302


def test_without_redis_the_consultation_s_own_limit_still_holds(client, world, settings):
    settings.CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "unix:///nowhere/redis.sock",
        }
    }  # fmt: skip
    path = path_of(make_consultation(world))
    assert client.post(path, WROTE).status_code == 302


def test_a_submission_needs_the_form_s_own_token(world):
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(path_of(make_consultation(world)), WROTE).status_code == 403


def test_after_the_decision_it_stands_with_each_change(client, world):
    people = world.people
    application = make_consultation(world, opens_at=NOW - 3 * DAY, closes_at=NOW - 2 * DAY)
    assert "has not decided yet" in read(client, path_of(application))
    decisions.assess(
        application, purpose=Assessment.Purpose.HARM, finding="No more harm than before.", by=people.authority,
        at=NOW - DAY,
    )  # fmt: skip
    assert "No more harm" not in read(client, path_of(application)), "a finding is shown with the decision"
    first, rival, value = application.changes.order_by("position")
    verdicts = {
        first.pk: Verdict(Decision.CONDITIONS, "It is fair.", "Ten an hour."),
        rival.pk: Verdict(Decision.DECLINED, "The other is better."),
        value.pk: Verdict(Decision.DECLINED, "Not needed."),
    }
    application.refresh_from_db()
    decisions.decide(
        application, verdicts=verdicts, by=people.authority, at=NOW - DAY, seen_edition=application.edition,
        instrument="Notice 3", effective_at=NOW + DAY,
    )  # fmt: skip
    shown = read(client, path_of(application))
    for words in ("It is fair.", "Ten an hour.", "The other is better.", "Declined", "No more harm", "Notice 3"):
        assert words in shown, words
    assert "Decided" in read(client, "/rules/consultations/")


def test_queries_do_not_grow_with_submissions(client, world):
    application = make_consultation(world)

    def count() -> int:
        with CaptureQueriesContext(connection) as found:
            client.get(path_of(application))
        return len(found)

    few = count()
    for place in range(12):
        kept = submissions.submit(application, name=f"Person {place}", text="Words", at=NOW)
        submissions.show(kept, by=world.people.authority, at=NOW)
    assert count() == few <= 10
