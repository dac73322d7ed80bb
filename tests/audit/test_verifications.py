"""Verify now: in steps, by any worker, safe to repeat, with progress that the page shows."""

from __future__ import annotations

import html
import json
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connections, transaction
from django.urls import reverse

from casino import clock
from casino.audit import tasks, verifications
from casino.audit.models import Verification
from casino.trail import checkpoints, checks, record
from casino.trail.checking import Broken, Check
from casino.trail.models import Checkpoint, Event
from tests.audit.conftest import AT
from tests.audit.test_events import behind_our_back
from tests.trail.test_side_by_side import in_threads

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "audit"])
State = Verification.State


@pytest.fixture(autouse=True)
def sent(monkeypatch) -> list[tuple[int, float | None]]:
    """What would have gone to a worker."""
    calls: list[tuple[int, float | None]] = []
    monkeypatch.setattr(verifications, "send", lambda number, *, expires=None: calls.append((number, expires)))
    return calls


@pytest.fixture
def long_evening(evening):
    """Twenty checkpoints over four tables."""
    for minute in range(3, 21):
        with transaction.atomic():
            record.append_many([record.NewEvent(f"place:{n % 4}", "a.b", "x", AT) for n in range(10)])
        checkpoints.seal(at=AT + timedelta(minutes=minute))
    return evening


def line(number: int) -> bytes:
    return checkpoints.as_line(Checkpoint.objects.get(number=number))


def test_asking_writes_a_row_and_sends_a_worker(evening, browser, inspector, sent):
    answer = browser.post(reverse("audit:ask"))
    row = Verification.objects.get()
    assert answer["Location"] == reverse("audit:verification", args=[row.pk])
    assert (row.state, row.total, row.asked_by) == (State.WAITING, 7, inspector)
    assert sent == [(row.pk, None)]
    assert Event.objects.get(kind="audit.verification_asked").actor == inspector.stream


def test_it_holds_and_says_until_when(evening, inspector):
    row = verifications.ask(by=inspector, at=AT)
    assert verifications.advance(row.pk, seconds=10) is False
    row.refresh_from_db()
    assert (row.state, row.events, row.checkpoint) == (State.HOLDS, 8, 2)
    assert row.sealed_at == AT + timedelta(minutes=2)
    assert row.ended_at is not None
    found = json.loads(Event.objects.get(kind="audit.verified").after)
    assert found == {"state": "holds", "events": 8, "checkpoint": 2, "fault": ""}


def test_run_again_after_its_end_it_does_nothing(evening, inspector):
    row = verifications.ask(by=inspector, at=AT)
    for _ in range(3):
        tasks.verify(row.pk)
    assert Event.objects.filter(kind="audit.verified").count() == 1
    tasks.verify(987654)


def test_a_worker_that_died_between_two_steps_loses_nothing(long_evening, inspector, monkeypatch):
    """Each step commits; whoever comes next begins at the checkpoint that the row names, and proves it first."""
    monkeypatch.setattr(verifications, "STEP", 15)
    row = verifications.ask(by=inspector, at=AT, held=line(4) + line(15))
    seen = []
    while verifications.advance(row.pk, seconds=0.000001):
        row.refresh_from_db()
        seen.append((row.checkpoint, row.events))
    row.refresh_from_db()
    assert len(seen) > 8
    assert seen == sorted(set(seen))
    assert (row.state, row.checkpoint, row.events, row.matched) == (State.HOLDS, 20, 188, "4,15")


def test_steps_of_one_worker_read_no_heads_again(long_evening, inspector, monkeypatch):
    begun = []
    monkeypatch.setattr(verifications, "STEP", 15)
    begin = verifications.Run.begin
    monkeypatch.setattr(verifications.Run, "begin", lambda *given: begun.append(1) or begin(*given))
    row = verifications.ask(by=inspector, at=AT)
    assert verifications.advance(row.pk, seconds=30) is False
    assert begun == [1]


def test_a_worker_that_died_is_replaced_after_a_while_of_silence(long_evening, inspector):
    row = verifications.ask(by=inspector, at=AT)
    Verification.objects.update(worker="dead", state=State.RUNNING, checkpoint=7, events=70, heard_at=clock.now())
    assert verifications.advance(row.pk, seconds=10) is False
    row.refresh_from_db()
    assert (row.state, row.worker) == (State.RUNNING, "dead")
    Verification.objects.update(heard_at=clock.now() - timedelta(seconds=11))
    verifications.advance(row.pk, seconds=10)
    row.refresh_from_db()
    assert (row.state, row.events, row.checkpoint) == (State.HOLDS, 188, 20)


@pytest.mark.parametrize("broken", [False, True])
@pytest.mark.parametrize("moment", ["go_on", "finish"])
def test_a_worker_that_was_only_slow_finds_that_it_lost_the_row(evening, inspector, monkeypatch, moment, broken):
    step = getattr(checks, moment)

    def slowly(*given, **named):
        step(*given, **named)
        Verification.objects.update(worker="another", events=5)
        if broken:
            raise Broken("changed", "place:1 1", "it looks so to a worker that has lost the row")

    monkeypatch.setattr(checks, moment, slowly)
    row = verifications.ask(by=inspector, at=AT)
    assert verifications.advance(row.pk, seconds=10) is False
    row.refresh_from_db()
    assert (row.state, row.worker, row.events) == (State.RUNNING, "another", 5)
    assert not Event.objects.filter(kind="audit.verified").exists()


def test_progress_is_told_within_one_great_checkpoint(evening, inspector, monkeypatch):
    with transaction.atomic():
        record.append_many([record.NewEvent("place:1", "a.b", "x", AT)] * 600)
    checkpoints.seal(at=AT + timedelta(minutes=9))
    monkeypatch.setattr(checks, "SAY_EVERY", 100)
    monkeypatch.setattr(verifications, "SAY_EVERY_SECONDS", 0)
    told = []
    say = verifications.Run.say

    def spy(self, check, *, now=False):
        say(self, check, now=now)
        told.append(Verification.objects.get().events)

    monkeypatch.setattr(verifications.Run, "say", spy)
    row = verifications.ask(by=inspector, at=AT)
    verifications.advance(row.pk, seconds=10)
    assert len(set(told)) > 5
    assert told == sorted(told)


def test_two_workers_at_once_do_it_once(long_evening, inspector, monkeypatch):
    monkeypatch.setattr(verifications, "STEP", 15)
    row = verifications.ask(by=inspector, at=AT)
    in_threads(lambda _: verifications.advance(row.pk, seconds=30), range(3))
    row.refresh_from_db()
    assert (row.state, row.events) == (State.HOLDS, 188)
    assert Event.objects.filter(kind="audit.verified").count() == 1


def test_a_task_that_is_not_done_sends_the_next(evening, inspector, sent, monkeypatch):
    monkeypatch.setattr(tasks, "AT_A_TIME_SECONDS", 0.0)
    row = verifications.ask(by=inspector, at=AT)
    tasks.verify(row.pk)
    assert sent == [(row.pk, None)] * 2


def test_what_was_changed_is_named_and_what_lies_before_still_holds(long_evening, inspector, browser):
    behind_our_back("UPDATE trail_event SET reason = 'other' WHERE stream = 'place:2' AND seq = 7")
    row = verifications.ask(by=inspector, at=AT)
    verifications.advance(row.pk, seconds=10)
    row.refresh_from_db()
    assert row.state == State.BROKEN
    assert row.fault.startswith("place:2 7 was changed")
    assert row.checkpoint == 5
    text = html.unescape(browser.get(reverse("audit:verification", args=[row.pk])).content.decode())
    assert "place:2 7 was changed" in text
    assert "Everything before it holds, up to" in text
    assert "Broken" in browser.get(reverse("audit:overview")).content.decode()


def test_against_a_checkpoint_that_somebody_holds(long_evening, browser, inspector):
    held = SimpleUploadedFile("held.json", line(3) + line(9))
    browser.post(reverse("audit:ask"), {"held": held})
    row = Verification.objects.get()
    verifications.advance(row.pk, seconds=10)
    row.refresh_from_db()
    assert (row.state, row.matched) == (State.HOLDS, "3,9")
    assert "matches: checkpoint 3, 9" in browser.get(reverse("audit:verification", args=[row.pk])).content.decode()


def test_rewritten_and_signed_again_it_does_not_match_what_is_held(evening, inspector):
    held = line(2)
    behind_our_back("TRUNCATE trail_event, trail_stream, trail_sealedhead, trail_checkpoint")
    for minute in (1, 2):
        with transaction.atomic():
            record.append(stream="place:1", kind="a.b", subject="x", at=AT, reason="forged")
        checkpoints.seal(at=AT + timedelta(minutes=minute))
    row = verifications.ask(by=inspector, at=AT, held=held)
    verifications.advance(row.pk, seconds=10)
    row.refresh_from_db()
    assert row.state == State.BROKEN
    assert row.fault.startswith("checkpoint 2 is not the one that you hold")


NO_CHECKPOINTS = (
    (b"nonsense", "holds no checkpoint"),
    (b"[]", "holds no checkpoint"),
    (b"\xff\xfe\x00", "holds no checkpoint"),
    (b'{"checkpoint":1}', "holds no checkpoint"),
    (b"x" * 300_000, "too large"),
)


def test_a_file_that_is_no_checkpoint_is_refused(evening, browser):
    for content, said in NO_CHECKPOINTS:
        answer = browser.post(reverse("audit:ask"), {"held": SimpleUploadedFile("held.json", content)})
        assert answer.status_code == 422
        assert said in answer.content.decode()
    assert not Verification.objects.exists()


def test_a_checkpoint_of_somebody_else_is_refused(evening, browser, settings):
    theirs = line(1)
    settings.TRAIL_SIGNING_KEY = "44" * 32
    answer = browser.post(reverse("audit:ask"), {"held": SimpleUploadedFile("held.json", theirs)})
    assert answer.status_code == 422
    assert "was signed with another key" in html.unescape(answer.content.decode())


def test_the_page_renews_itself_until_the_end(long_evening, browser, inspector, monkeypatch):
    monkeypatch.setattr(verifications, "STEP", 15)
    row = verifications.ask(by=inspector, at=AT)
    address = reverse("audit:progress", args=[row.pk])
    verifications.advance(row.pk, seconds=0.000001)
    half = browser.get(address).content.decode()
    assert 'hx-trigger="every 1s"' in half
    assert 'id="progress"' in half
    assert "<html" not in half
    assert 'role="progressbar"' in half
    verifications.advance(row.pk, seconds=10)
    done = browser.get(address).content.decode()
    assert "hx-trigger" not in done
    assert "The trail holds" in done


def test_a_check_of_which_nothing_is_heard_is_asked_for_again(evening, browser, inspector, sent):
    row = verifications.ask(by=inspector, at=clock.now())
    browser.get(reverse("audit:progress", args=[row.pk]))
    assert sent == [(row.pk, None)]
    Verification.objects.update(heard_at=clock.now() - timedelta(seconds=11))
    browser.get(reverse("audit:progress", args=[row.pk]))
    assert sent[1:] == [(row.pk, 10.0)]


def test_without_the_read_only_connection_it_says_that_it_could_not_be_made(evening, inspector, monkeypatch):
    row = verifications.ask(by=inspector, at=AT)
    connections["audit"].close()
    monkeypatch.setitem(connections["audit"].settings_dict, "USER", "nobody_of_that_name")
    verifications.advance(row.pk, seconds=10)
    connections["audit"].close()
    row.refresh_from_db()
    assert row.state == State.FAILED
    assert "nobody_of_that_name" in row.fault


def test_past_checks_are_listed(evening, inspector, browser):
    row = verifications.ask(by=inspector, at=AT)
    verifications.advance(row.pk, seconds=10)
    text = browser.get(reverse("audit:verify")).content.decode()
    assert "Ruth Amohau" in text
    assert reverse("audit:verification", args=[row.pk]) in text


def test_it_reads_as_the_regulator(evening, inspector, monkeypatch):
    seen = []
    feed = Check.feed

    def spy(self, lines):
        seen.append(connections["audit"].connection is not None)
        feed(self, lines)

    monkeypatch.setattr(Check, "feed", spy)
    row = verifications.ask(by=inspector, at=AT)
    connections["audit"].close()
    verifications.advance(row.pk, seconds=10)
    assert seen[-1] is True
