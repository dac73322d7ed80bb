"""Two at once: two managers with one code, the silence and the beat, two sweeps for silence, two terminals."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection, connections

from casino.devices import beats, dealers, pairing
from casino.devices.kinds import Kind
from casino.devices.models import Device, Pairing, SignOn, WrongCode
from casino.house.ranks import Rank
from casino.refused import Refused
from tests.devices.makers import AT, ask, make_device, trail_of
from tests.factories import make_place, make_property, make_staff

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """Run in threads of their own, let loose together; what each answered or raised."""
    gate, answers = threading.Barrier(len(acts)), [None] * len(acts)

    def run(index: int) -> None:
        try:
            connection.ensure_connection()
            gate.wait(10)
            answers[index] = acts[index]()
        except Exception as error:
            answers[index] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(index,)) for index in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    return answers


def test_two_managers_accept_one_code_and_one_of_them_is_refused():
    prop = make_property()
    place = make_place(prop)
    managers = [make_staff(Rank.CASINO_SUPERVISOR, prop) for _ in range(4)]
    asked, _secret = ask(Kind.SIGN, place.code)

    def accept(number: int) -> Callable[[], Device]:
        by = managers[number]
        return lambda: pairing.accept(
            pairing=asked, prop=prop, kind=Kind.SIGN, name=f"Sign {number}", place=place, by=by, at=AT
        )

    answers = at_once(*(accept(number) for number in range(4)))
    won = [answer for answer in answers if isinstance(answer, Device)]
    assert len(won) == 1 and all(isinstance(answer, Refused) for answer in answers if answer not in won)
    assert list(Device.objects.all()) == won and Pairing.objects.get(pk=asked.pk).device == won[0]


def test_two_codes_for_one_name_at_one_place_give_one_device_and_a_refusal():
    prop = make_property()
    place, by = make_place(prop), make_staff(Rank.CASINO_SUPERVISOR, prop)
    asked = [ask(Kind.SIGN, place.code)[0] for _ in range(2)]
    answers = at_once(*(
        lambda one=one: pairing.accept(pairing=one, prop=prop, kind=Kind.SIGN, name="A", place=place, by=by, at=AT)
        for one in asked
    ))  # fmt: skip
    assert sorted(type(answer).__name__ for answer in answers) == ["Device", "Refused"]
    assert Device.objects.count() == 1


def test_many_wrong_codes_at_once_do_not_pass_the_limit(monkeypatch):
    monkeypatch.setattr(pairing, "MOST_WRONG_BY_ONE", 4)
    by = make_staff(Rank.CASINO_SUPERVISOR)
    guess = lambda: pairing.find("QQQQQQQQ", by=by, address="10.0.0.1", at=AT)  # noqa: E731
    answers = at_once(*[guess] * 10)
    assert sum(isinstance(answer, pairing.TooMany) for answer in answers) == 6
    assert WrongCode.objects.count() == 4


def test_many_who_ask_at_once_do_not_pass_the_limit(monkeypatch):
    monkeypatch.setattr(pairing, "MOST_FROM_ADDRESS", 4)
    answers = at_once(*[ask] * 10)
    assert sum(isinstance(answer, pairing.TooMany) for answer in answers) == 6
    assert Pairing.objects.count() == 4


def test_a_secret_collected_twice_at_once_leaves_one_token_that_works():
    prop = make_property()
    place, by = make_place(prop), make_staff(Rank.CASINO_SUPERVISOR, prop)
    asked, _secret = ask(Kind.SIGN, place.code)
    device = pairing.accept(pairing=asked, prop=prop, kind=Kind.SIGN, name="A", place=place, by=by, at=AT)
    answers = at_once(*[lambda: pairing.collect(asked, at=AT)] * 3)
    from casino.devices.tokens import hashed

    kept = Device.objects.get(pk=device.pk).token_hash
    assert [hashed(token) for _device, token in answers].count(kept) == 1


def test_several_sweeps_at_once_find_each_silence_once():
    devices = [beats.heard(make_device()[0], at=AT) for _ in range(5)]
    late = AT + timedelta(seconds=30)
    answers = at_once(*[lambda: beats.fell_silent(at=late)] * 4)
    assert sorted(device.pk for found in answers for device in found) == [device.pk for device in devices]
    for device in devices:
        assert trail_of(device.stream).count("device.silent") == 1


def test_a_beat_against_a_sweep_tells_the_silence_once_and_ends_it_once():
    for round_ in range(5):
        device = beats.heard(make_device()[0], at=AT)
        late = AT + timedelta(seconds=12 + round_)
        sweep = partial(beats.fell_silent, at=late)
        at_once(sweep, sweep, partial(beats.heard, device, at=late))
        told = trail_of(device.stream)[2:]
        assert told == ["device.silent", "device.heard_again"], told
        assert Device.objects.get(pk=device.pk).silent_since is None


def test_a_dealer_who_signs_on_at_two_terminals_at_once_is_on_at_one():
    prop = make_property()
    terminals = [make_device(Kind.TERMINAL, prop=prop)[0] for _ in range(2)]
    dealer = make_staff(Rank.DEALER, prop)
    at_once(*(lambda one=one: dealers.sign_on(device=one, staff=dealer, at=AT) for one in terminals))
    assert SignOn.objects.filter(until_at=None).count() == 1


def test_two_dealers_who_sign_on_at_one_terminal_leave_one_of_them_on():
    terminal, _token = make_device(Kind.TERMINAL)
    both = [make_staff(Rank.DEALER, terminal.property) for _ in range(2)]
    at_once(*(lambda one=one: dealers.sign_on(device=terminal, staff=one, at=AT) for one in both))
    assert SignOn.objects.filter(until_at=None).count() == 1
    assert SignOn.objects.count() == 2
