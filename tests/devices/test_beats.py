"""Heard, confirmed, silent: each silence is an event exactly once, and an outage of ours counts as one."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from casino.devices import beats, pairing, signals
from casino.devices.models import Device
from casino.live.models import Channel
from casino.refused import Refused
from casino.trail.models import Event
from tests.devices.makers import AT, make_device, trail_of, updates

pytestmark = pytest.mark.django_db
HASH, OTHER = "a" * 64, "b" * 64


def after(seconds: float):
    return AT + timedelta(seconds=seconds)


@pytest.fixture
def sign() -> Device:
    device, _token = make_device()
    return beats.heard(device, at=AT, version="1")


def events(device: Device) -> list[str]:
    return trail_of(device.stream)[1:]


def test_the_first_beat_is_an_event_and_the_next_thousand_are_none(sign):
    assert events(sign) == ["device.first_heard"]
    for number in range(1, 1001):
        sign = beats.heard(sign, at=after(number * 3))
    assert events(sign) == ["device.first_heard"]
    assert Device.objects.get(pk=sign.pk).last_heard_at == after(3000)


def test_a_beat_is_one_statement(sign, django_assert_num_queries):
    with django_assert_num_queries(1):
        beats.heard(sign, at=after(3))


@pytest.mark.django_db(transaction=True)
def test_beats_stay_hot_updates():
    sign = beats.heard(make_device()[0], at=AT)
    before = updates("devices_device")
    for number in range(1, 61):
        sign = beats.heard(sign, at=after(number * 3))
    updated, hot = (now - then for now, then in zip(updates("devices_device"), before, strict=True))
    assert updated == 60 and hot >= 55


def test_a_flood_of_beats_writes_once_a_second(sign, django_assert_num_queries):
    with django_assert_num_queries(1):
        for number in range(20):
            beats.heard(sign, at=after(0.9 + number / 100))


def test_ten_seconds_of_silence_are_no_event_and_a_moment_more_is_one(sign):
    assert beats.fell_silent(at=after(10)) == []
    assert beats.fell_silent(at=after(10.001)) == [sign]
    sign.refresh_from_db()
    assert sign.silent_since == AT
    assert events(sign) == ["device.first_heard", "device.silent"]


def test_one_silence_is_told_once_however_often_it_is_looked_for(sign):
    for seconds in (11, 13, 60, 3600):
        beats.fell_silent(at=after(seconds))
    assert events(sign).count("device.silent") == 1
    sign = beats.heard(Device.objects.get(pk=sign.pk), at=after(3700))
    beats.fell_silent(at=after(3711))
    assert events(sign) == ["device.first_heard", "device.silent", "device.heard_again", "device.silent"]


def test_heard_again_says_since_when_and_how_long_it_was_silent(sign):
    beats.fell_silent(at=after(12))
    beats.heard(Device.objects.get(pk=sign.pk), at=after(25.5))
    told = json.loads(Event.objects.get(stream=sign.stream, kind="device.heard_again").after)
    assert told["seconds"] == 25.5 and told["since"].startswith("2026-11-14T07:42:16")


def test_a_gap_that_nobody_saw_because_we_were_away_was_a_silence_too(sign):
    beats.heard(sign, at=after(40))
    assert events(sign) == ["device.first_heard", "device.silent", "device.heard_again"]
    assert beats.fell_silent(at=after(41)) == []


def test_what_a_silent_device_confirmed_counts_no_more(sign):
    beats.confirmed(sign, shows_hash=HASH, shows="Minimum $25", at=after(1))
    beats.fell_silent(at=after(12))
    sign.refresh_from_db()
    assert (sign.shows_hash, sign.shows, sign.shows_since) == ("", "", None)
    told = Event.objects.get(stream=sign.stream, kind="device.silent")
    assert json.loads(told.before) == {"hash": HASH}


def test_a_confirmation_is_an_event_only_when_it_changes(sign):
    for seconds, shown in ((1, HASH), (4, HASH), (7, OTHER), (8, OTHER), (9, ""), (10, "")):
        sign = beats.confirmed(sign, shows_hash=shown, shows="x", at=after(seconds))
    assert events(sign) == ["device.first_heard", "device.confirmed", "device.confirmed", "device.blanked"]
    assert sign.shows_since is None


def test_since_when_it_shows_something_is_the_instant_of_the_first_confirmation(sign):
    for seconds in (1, 4, 7):
        sign = beats.confirmed(sign, shows_hash=HASH, shows="x", at=after(seconds))
    assert sign.shows_since == after(1) and sign.last_heard_at == after(7)


@pytest.mark.parametrize("shown", ["A" * 64, "a" * 63, "a" * 65, "g" * 64, "a" * 63 + "é", "a" * 64 + "\n"])
def test_a_hash_is_64_hex_digits(sign, shown):
    with pytest.raises(Refused, match="64 hex digits"):
        beats.confirmed(sign, shows_hash=shown, shows="", at=after(1))


def test_another_program_is_an_event(sign):
    beats.heard(sign, at=after(3), version="2")
    told = Event.objects.get(stream=sign.stream, kind="device.version_changed")
    assert (json.loads(told.before), json.loads(told.after)) == ({"version": "1"}, {"version": "2"})


def test_a_revoked_device_is_neither_heard_nor_silent(sign):
    pairing.revoke(device=sign, by=sign.accepted_by, reason="gone", at=after(1))
    beats.heard(sign, at=after(60))
    assert beats.fell_silent(at=after(60)) == []
    assert events(sign)[-1] == "device.revoked"
    assert Device.objects.get(pk=sign.pk).last_heard_at == AT


def test_a_device_that_was_never_heard_is_not_silent():
    make_device()
    assert beats.fell_silent(at=after(60)) == []


def test_a_clock_that_went_back_does_not_make_a_device_younger(sign):
    beats.heard(sign, at=after(30))
    beats.heard(Device.objects.get(pk=sign.pk), at=after(5), version="9")
    assert Device.objects.get(pk=sign.pk).last_heard_at == after(30)


def test_apps_above_hear_of_it_inside_the_transaction(sign):
    heard: list[tuple[str, object]] = []

    def listen(name):
        def note(sender, device, **more):
            # What a receiver reads is already so.
            stored = Device.objects.get(pk=device.pk)
            heard.append((name, stored.silent_since if name != "confirmed" else stored.shows_hash))

        return note

    named = {
        "silent": signals.device_silent,
        "again": signals.device_heard_again,
        "confirmed": signals.device_confirmed,
    }
    receivers = {name: listen(name) for name in named}
    for name, signal in named.items():
        signal.connect(receivers[name], weak=False)
    try:
        beats.fell_silent(at=after(12))
        sign = beats.heard(Device.objects.get(pk=sign.pk), at=after(15))
        beats.confirmed(sign, shows_hash=HASH, shows="x", at=after(16))
    finally:
        for name, signal in named.items():
            signal.disconnect(receivers[name])
    assert heard == [("silent", AT), ("again", None), ("confirmed", HASH)]


def test_a_change_raises_the_channels_of_the_device_its_list_and_its_floor(sign):
    before = dict(Channel.objects.values_list("name", "version"))
    beats.fell_silent(at=after(12))
    now = dict(Channel.objects.values_list("name", "version"))
    code = sign.property.code
    raised = {name for name, version in now.items() if version > before.get(name, 0)}
    assert raised == {f"device/{sign.pk}", f"devices/{code}", f"floor/{code}"}
