"""A clock that jumps: wall time against the time since boot."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from kombu.exceptions import OperationalError

from casino.due import jumps, tasks
from casino.due.jumps import EPOCH, Reading, clock_jumped, look
from casino.due.models import Clock
from casino.trail.models import Event
from tests.due.work import NOON, ask, done, handled, note

pytestmark = pytest.mark.django_db


def reading(seconds: float, *, wall_off_by: float = 0, boot: str = "this-boot") -> Reading:
    """So many seconds after noon by the time since boot, with a wall clock that is so far off."""
    since_boot = timedelta(days=3, seconds=seconds)
    return Reading(NOON + timedelta(seconds=seconds + wall_off_by), since_boot, boot)


@pytest.fixture
def heard():
    told = []

    def listen(sender, by, at, **_) -> None:
        told.append((by, at))

    clock_jumped.connect(listen)
    yield told
    clock_jumped.disconnect(listen)


def test_a_steady_clock_is_no_event_and_writes_nothing(heard, django_assert_num_queries):
    look(reading(0))
    before = Clock.objects.get()
    with django_assert_num_queries(1):
        assert look(reading(3600)) is None
    assert Clock.objects.get().compared_at == before.compared_at and heard == []


@pytest.mark.parametrize("by", [2.5, 3600, -2.5, -7200])
def test_a_jump_of_more_than_two_seconds_is_told_and_recorded_once(heard, by):
    look(reading(0))
    assert look(reading(1, wall_off_by=by)) == timedelta(seconds=by)
    assert look(reading(2, wall_off_by=by)) is None
    assert heard == [(timedelta(seconds=by), NOON + timedelta(seconds=1 + by))]
    event = Event.objects.get(kind="clock.jumped")
    assert event.stream == "house:clock" and f'"by_seconds":"{float(by)}"' in event.after


@pytest.mark.parametrize("by", [0.05, 1.9, 2.0, -2.0])
def test_a_smaller_step_is_no_jump(heard, by):
    look(reading(0))
    assert look(reading(1, wall_off_by=by)) is None and heard == []


def test_small_steps_do_not_add_up_to_a_jump(heard):
    look(reading(0))
    for step in range(1, 5):
        look(reading(step, wall_off_by=1.5 * step))
    assert heard == []


def test_another_boot_or_machine_begins_anew(heard):
    look(reading(0))
    look(reading(5, wall_off_by=500, boot="another"))
    assert heard == [] and Clock.objects.count() == 2


def test_a_listener_that_fails_takes_the_event_back_and_is_asked_again(heard):
    def fails(sender, **_) -> None:
        raise ZeroDivisionError

    look(reading(0))
    clock_jumped.connect(fails)
    with pytest.raises(ZeroDivisionError):
        look(reading(1, wall_off_by=60))
    clock_jumped.disconnect(fails)
    assert not Event.objects.filter(kind="clock.jumped").exists()
    assert look(reading(2, wall_off_by=60)) == timedelta(seconds=60)


def test_the_real_clocks_agree_between_two_readings():
    first, second = jumps.read(), jumps.read()
    assert abs(first.apart - second.apart) < jumps.STEADY and first.boot == second.boot
    assert abs(EPOCH + first.apart + first.since_boot - datetime.now(UTC)) < timedelta(seconds=1)


def test_the_sweep_hears_of_a_jump_before_it_applies_what_the_jump_made_due():
    order = []

    def listen(sender, by, **_) -> None:
        order.append("jumped")

    clock_jumped.connect(listen)
    real = datetime.now(UTC)
    ask(at=real + timedelta(minutes=30))
    with handled("test.note", lambda due, at: order.append("applied")):
        assert tasks.sweep() == 0
        with time_machine.travel(real + timedelta(hours=1)):
            assert tasks.sweep() == 1
    clock_jumped.disconnect(listen)
    assert order == ["jumped", "applied"]


def test_a_punctual_task_does_its_subject_and_runs_twice_without_harm():
    mine, other = ask("place:1", at=NOON), ask("place:2", at=NOON)
    with handled("test.note", note):
        assert (tasks.punctual("place:1"), tasks.punctual("place:1")) == (1, 0)
    assert done() == [mine.pk] and other.pk


def test_the_sweep_sends_a_task_for_what_falls_due_before_the_next_one(monkeypatch):
    sent = []
    monkeypatch.setattr(tasks.punctual, "apply_async", lambda args, **options: sent.append((args, options)))
    now = datetime.now(UTC)
    ask("place:1", at=now + timedelta(seconds=0.8))
    ask("place:2", at=now + timedelta(seconds=30))
    tasks.sweep()
    ((args, options),) = sent
    assert args == ("place:1",) and 0 <= options["countdown"] <= 0.8 and options["retry"] is False


def test_a_sweep_survives_a_broker_that_does_not_answer(monkeypatch):
    def dead(*args, **options):
        raise OperationalError("no broker")

    monkeypatch.setattr(tasks.punctual, "apply_async", dead)
    ask("place:1", at=datetime.now(UTC) + timedelta(seconds=0.8))
    assert tasks.sweep() == 0
