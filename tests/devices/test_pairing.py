"""Pairing: a code that expires and is used once, a manager who types it, a token that only the device knows."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from casino.devices import pairing, tokens
from casino.devices.kinds import Kind
from casino.devices.models import Device, Pairing, WrongCode
from casino.house.duties import Forbidden
from casino.house.ranks import Rank
from casino.refused import Refused
from tests.devices.makers import AT, ask, make_device, trail_of
from tests.factories import make_place, make_property, make_staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def floor():
    prop = make_property()
    return prop, make_place(prop), make_staff(Rank.CASINO_SUPERVISOR, prop)


def test_a_device_asks_is_accepted_and_collects_a_token_that_is_stored_hashed(floor):
    prop, place, by = floor
    asked, secret = ask(Kind.SIGN, place.code)
    found = pairing.find(tokens.shown(asked.code).lower(), by=by, address="10.0.0.1", at=AT)
    device = pairing.accept(pairing=found, prop=prop, kind=Kind.SIGN, name="Sign A", place=place, by=by, at=AT)
    assert device.token_hash is None
    collected, token = pairing.collect(pairing.by_secret(secret, at=AT), at=AT)
    assert collected == device
    stored = Device.objects.get(pk=device.pk).token_hash
    assert stored == tokens.hashed(token) and token not in stored
    assert trail_of(device.stream) == ["device.accepted", "device.collected"]


def test_a_code_expires_after_ten_minutes(floor):
    asked, secret = ask()
    later = AT + timedelta(minutes=10)
    with pytest.raises(Refused, match="No device shows this code"):
        pairing.find(asked.code, by=floor[2], address="10.0.0.1", at=later)
    assert pairing.by_secret(secret, at=later) is None


def test_a_code_that_expires_between_its_two_steps_lets_nobody_in(floor):
    prop, place, by = floor
    asked, _secret = ask(Kind.SIGN, place.code)
    with pytest.raises(Refused, match="used already, or has expired"):
        pairing.accept(
            pairing=asked, prop=prop, kind=Kind.SIGN, name="A", place=place, by=by, at=AT + timedelta(minutes=11)
        )
    assert not Device.objects.exists()


def test_a_code_lets_in_one_device(floor):
    prop, place, by = floor
    asked, _secret = ask(Kind.SIGN, place.code)
    pairing.accept(pairing=asked, prop=prop, kind=Kind.SIGN, name="A", place=place, by=by, at=AT)
    with pytest.raises(Refused, match="used already"):
        pairing.accept(pairing=asked, prop=prop, kind=Kind.SIGN, name="B", place=place, by=by, at=AT)
    with pytest.raises(Refused, match="No device shows"):
        pairing.find(asked.code, by=by, address="10.0.0.1", at=AT)


def test_a_lost_answer_can_be_collected_again_until_the_device_was_heard(floor):
    prop, place, by = floor
    asked, secret = ask(Kind.SIGN, place.code)
    device = pairing.accept(pairing=asked, prop=prop, kind=Kind.SIGN, name="A", place=place, by=by, at=AT)
    _device, lost = pairing.collect(pairing.by_secret(secret, at=AT), at=AT)
    _device, token = pairing.collect(pairing.by_secret(secret, at=AT), at=AT)
    assert lost != token and not Device.objects.filter(token_hash=tokens.hashed(lost)).exists()
    Device.objects.filter(pk=device.pk).update(last_heard_at=AT)
    with pytest.raises(Refused, match="has its token already"):
        pairing.collect(pairing.by_secret(secret, at=AT), at=AT)


def test_nothing_is_collected_before_somebody_accepted_it():
    asked, _secret = ask()
    with pytest.raises(Refused, match="Nobody has accepted"):
        pairing.collect(asked, at=AT)


def test_a_device_revoked_before_it_collected_gets_no_token(floor):
    prop, place, by = floor
    asked, secret = ask(Kind.SIGN, place.code)
    device = pairing.accept(pairing=asked, prop=prop, kind=Kind.SIGN, name="A", place=place, by=by, at=AT)
    pairing.revoke(device=device, by=by, reason="wrong wall", at=AT)
    assert pairing.by_secret(secret, at=AT) is None
    with pytest.raises(Refused):
        pairing.collect(asked, at=AT)


def test_wrong_codes_are_counted_by_person_and_refused_after_ten(floor):
    by = floor[2]
    for _ in range(pairing.MOST_WRONG_BY_ONE):
        with pytest.raises(Refused, match="No device shows"):
            pairing.find("QQQQ-QQQQ", by=by, address="10.0.0.1", at=AT)
    asked, _secret = ask()
    with pytest.raises(pairing.TooMany):
        pairing.find(asked.code, by=by, address="10.0.0.1", at=AT)
    assert trail_of(by.stream) == ["device.code_refused"] * pairing.MOST_WRONG_BY_ONE
    assert WrongCode.objects.count() == pairing.MOST_WRONG_BY_ONE


def test_wrong_codes_of_several_people_at_one_address_are_counted_together(floor):
    prop = floor[0]
    for number in range(pairing.MOST_WRONG_BY_ONE):
        guesser = make_staff(Rank.CASINO_SUPERVISOR, prop)
        with pytest.raises(Refused, match="No device shows"):
            pairing.find(f"WRONG{number}", by=guesser, address="10.0.0.1", at=AT)
    with pytest.raises(pairing.TooMany):
        pairing.find("WRONG", by=floor[2], address="10.0.0.1", at=AT)
    with pytest.raises(Refused, match="No device shows"):
        pairing.find("WRONG", by=floor[2], address="10.0.0.2", at=AT)


def test_wrong_codes_are_forgotten_after_ten_minutes(floor):
    for _ in range(pairing.MOST_WRONG_BY_ONE):
        with pytest.raises(Refused):
            pairing.find("QQQQ-QQQQ", by=floor[2], address="10.0.0.1", at=AT)
    later = AT + timedelta(minutes=10, seconds=1)
    asked, _secret = ask(at=later)
    assert pairing.find(asked.code, by=floor[2], address="10.0.0.1", at=later) == asked


def test_codes_are_handed_out_sparingly_to_an_address_and_overall(monkeypatch):
    monkeypatch.setattr(pairing, "MOST_FROM_ADDRESS", 3)
    monkeypatch.setattr(pairing, "MOST_AT_ONCE", 5)
    for _ in range(3):
        ask(address="10.0.0.9")
    with pytest.raises(pairing.TooMany):
        ask(address="10.0.0.9")
    for _ in range(2):
        ask(address="10.0.0.8")
    with pytest.raises(pairing.TooMany):
        ask(address="10.0.0.7")
    ask(address="10.0.0.9", at=AT + timedelta(minutes=11))


def test_old_requests_are_forgotten_but_not_those_that_became_devices(floor):
    prop, place, by = floor
    asked, _secret = ask(Kind.SIGN, place.code)
    pairing.accept(pairing=asked, prop=prop, kind=Kind.SIGN, name="A", place=place, by=by, at=AT)
    unused, _secret = ask()
    ask(at=AT + timedelta(days=2))
    assert Pairing.objects.filter(pk=asked.pk).exists()
    assert not Pairing.objects.filter(pk=unused.pk).exists()


@pytest.mark.parametrize("typed", ["kx7m-3pq9", " KX7M 3PQ9 ", "ＫＸ７Ｍ－３ＰＱ９", "kx7m‑3pq9", "KX7M3PQ9"])
def test_a_code_may_be_typed_with_any_case_spaces_and_hyphens(typed):
    assert tokens.typed(typed) == "KX7M3PQ9"


@pytest.mark.parametrize(
    "typed", ["", "\u202eKX7M3PQ9", "KX7M3PQ9\x00", "🂡🂡🂡🂡🂡🂡🂡🂡", "ＫＸ７" * 100, "' OR 1=1 --", "كود"]
)
def test_text_with_unicode_oddities_is_no_code(floor, typed):
    Pairing.objects.create(
        code="KX7M3PQ9", secret_hash="0" * 64, asked_at=AT, expires_at=AT + timedelta(minutes=10), address="10.0.0.9",
        kind=Kind.SIGN,
    )  # fmt: skip
    with pytest.raises(Refused):
        pairing.find(typed, by=floor[2], address="10.0.0.1", at=AT)


def test_only_a_casino_supervisor_or_above_of_the_property_accepts_and_revokes(floor):
    prop, place, _by = floor
    asked, _secret = ask(Kind.SIGN, place.code)
    device, _token = make_device(place=place, name="Sign B")
    others = [
        make_staff(Rank.GAME_SUPERVISOR, prop),
        make_staff(Rank.CASHIER, prop),
        make_staff(Rank.TABLE_GAMES_MANAGER),
    ]
    for staff in others:
        with pytest.raises(Forbidden):
            pairing.accept(pairing=asked, prop=prop, kind=Kind.SIGN, name="A", place=place, by=staff, at=AT)
        with pytest.raises(Forbidden):
            pairing.revoke(device=device, by=staff, reason="so", at=AT)


@pytest.mark.parametrize(("kind", "place_kind"), [(Kind.METER, "table"), (Kind.SIGN, "pool"), (Kind.CLOCK, "list")])
def test_a_device_stands_where_its_kind_belongs(floor, kind, place_kind):
    prop, _place, by = floor
    asked, _secret = ask(kind)
    with pytest.raises(Refused, match="does not stand there"):
        pairing.accept(
            pairing=asked, prop=prop, kind=kind, name="A", place=make_place(prop, kind=place_kind), by=by, at=AT
        )


def test_a_place_of_another_property_is_refused(floor):
    prop, _place, by = floor
    asked, _secret = ask()
    with pytest.raises(Refused, match="not one of this property"):
        pairing.accept(pairing=asked, prop=prop, kind=Kind.SIGN, name="A", place=make_place(), by=by, at=AT)


@pytest.mark.parametrize("kind", [Kind.SHOE, Kind.SHUFFLER, Kind.DICE_READER, Kind.STATION])
def test_gambling_equipment_needs_its_type_approval_and_date(floor, kind):
    prop, place, by = floor
    asked, _secret = ask(kind)
    given = {"pairing": asked, "prop": prop, "kind": kind, "place": place, "by": by, "at": AT, "name": "One"}
    given["seat"] = 3 if kind is Kind.STATION else None
    for approval, on in (("", None), ("NZ-1", None), ("", date(2026, 1, 1)), ("NZ-1", date(2026, 12, 1))):
        with pytest.raises(Refused):
            pairing.accept(**given, approval=approval, approved_on=on)
    device = pairing.accept(**given, approval="NZ-1", approved_on=date(2026, 1, 1))
    assert (device.approval, device.approved_on) == ("NZ-1", date(2026, 1, 1))


def test_a_station_has_a_seat_and_a_seat_has_one_station(floor):
    _prop, place, _by = floor
    make_device(Kind.STATION, place=place, seat=3)
    for fields in ({"seat": None}, {"seat": 3, "name": "Another"}):
        with pytest.raises(Refused):
            make_device(Kind.STATION, place=place, **fields)


def test_two_devices_of_a_kind_at_a_place_differ_in_name_until_one_is_revoked(floor):
    _prop, place, by = floor
    first, _token = make_device(place=place, name="Sign A")
    with pytest.raises(Refused, match="stands there already"):
        make_device(place=place, name="Sign A")
    pairing.revoke(device=first, by=by, reason="broken glass", at=AT)
    make_device(place=place, name="Sign A")


def test_a_revoked_device_has_no_token_and_names_who_and_why(floor):
    _prop, place, by = floor
    device, token = make_device(place=place)
    pairing.revoke(device=device, by=by, reason="  stolen ", at=AT)
    device.refresh_from_db()
    assert device.token_hash is None and not Device.objects.filter(token_hash=tokens.hashed(token)).exists()
    assert (device.revoked_by, device.revoked_at, device.revoked_for) == (by, AT, "stolen")
    assert trail_of(device.stream)[-1] == "device.revoked"
    with pytest.raises(Refused, match="revoked already"):
        pairing.revoke(device=device, by=by, reason="again", at=AT)


def test_revoking_needs_a_reason(floor):
    device, _token = make_device(place=floor[1])
    with pytest.raises(Refused, match="Say why"):
        pairing.revoke(device=device, by=floor[2], reason="   ", at=AT)
