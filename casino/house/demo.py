"""Demo data: three fictional training properties, their people and places. Loaded once, never in production."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime

from django.conf import settings
from django.db import transaction

from casino import clock
from casino.house import demo_logins, players, posts, properties
from casino.house.models import Place, PlaceKind, Player, Property, Staff
from casino.house.ranks import Rank

Loader = Callable[[Property, Staff, datetime], None]
_loaders: list[Loader] = []

HOUSES: tuple[dict[str, object], ...] = (
    {"code": "harbour", "name": "Harbour Lights, Tāmaki Makaurau", "jurisdiction": "nz",
     "regulator": "Secretary for Internal Affairs", "time_zone": "Pacific/Auckland", "currency": "NZD",
     "language": "en-NZ", "least_age": 20, "training": True},
    {"code": "swan", "name": "Swan River House, Perth", "jurisdiction": "wa",
     "regulator": "Gaming and Wagering Commission", "time_zone": "Australia/Perth", "currency": "AUD",
     "language": "en-AU", "least_age": 18, "training": True},
    {"code": "straits", "name": "Straits Pavilion, Singapore", "jurisdiction": "sg",
     "regulator": "Gambling Regulatory Authority", "time_zone": "Asia/Singapore", "currency": "SGD",
     "language": "en-SG", "least_age": 21, "training": True},
)  # fmt: skip

PLACES: dict[str, tuple[tuple[PlaceKind, str, str], ...]] = {
    "harbour": (
        (PlaceKind.TABLE, "BA-12", "Baccarat 12"), (PlaceKind.TABLE, "BA-14", "Baccarat 14"),
        (PlaceKind.TABLE, "UT-03", "Ultimate Texas Hold’em 3"), (PlaceKind.TABLE, "SE-01", "Snake Eyes 1"),
        (PlaceKind.POOL, "UT-PRO", "Ultimate progressive"), (PlaceKind.LIST, "PK-H", "Poker room Harbour"),
        (PlaceKind.DESK, "CAGE-H", "Cash desk"), (PlaceKind.TOURNAMENT, "FRI-H", "Friday Hold’em"),
    ),
    "swan": (
        (PlaceKind.TABLE, "PO-01", "Poker 1"), (PlaceKind.TABLE, "PO-02", "Poker 2"),
        (PlaceKind.POOL, "RF-JP", "Royal flush jackpot"), (PlaceKind.LIST, "PK-S", "Poker room Swan"),
        (PlaceKind.DESK, "CAGE-S", "Cash desk"), (PlaceKind.TOURNAMENT, "SUN-S", "Sunday Manila"),
    ),
    "straits": (
        (PlaceKind.TABLE, "NL-01", "No Limit Hold’em 1"), (PlaceKind.TABLE, "NL-02", "No Limit Hold’em 2"),
        (PlaceKind.LIST, "PK-T", "Poker room Straits"), (PlaceKind.DESK, "CAGE-T", "Cash desk"),
    ),
}  # fmt: skip


def register_loader(loader: Loader) -> Loader:
    """Apps add their own demo data: called once for each property, in the order of registration."""
    if loader not in _loaders:
        _loaders.append(loader)
    return loader


@transaction.atomic
def load() -> bool:
    """Load everything once. Says whether it did."""
    assert not settings.PRODUCTION
    if Property.objects.exists():
        return False
    at = clock.now()
    houses = [properties.open_property(by="system", at=at, **house) for house in HOUSES]
    staff = {login.username: _engage(login, houses, at) for login in demo_logins.LOGINS}
    for house in houses:
        for kind, code, name in PLACES[house.code]:
            properties.add_place(property=house, kind=kind, code=code, name=name, by="system", at=at)
    for card in demo_logins.CARDS:
        _register(card, staff["cashier"], at)
    for house in houses:
        for loader in _loaders:
            loader(house, staff["manager"], at)
    return True


def _engage(login: demo_logins.Login, houses: list[Property], at: datetime) -> Staff:
    staff = posts.engage(
        username=login.username, name=login.name, password=demo_logins.PASSWORD, by="system", at=at, number=login.number
    )
    if login.pin:
        posts.set_pin(staff=staff, pin=login.pin, by="system", at=at)
    for house in houses:
        posts.appoint(staff=staff, property=house, rank=login.rank, by="system", at=at)
    return staff


def _register(card: demo_logins.Card, cashier: Staff, at: datetime) -> Player:
    player = players.register(
        property=Property.objects.get(code=card.property), name=card.name, born=date.fromisoformat(card.born),
        card_number=card.card, document="Passport, demo", checked_by=cashier, at=at,
    )  # fmt: skip
    players.set_pin(player=player, pin=card.pin, by="system", at=at)
    return player


def log_in_lines() -> list[str]:
    """What `make run` prints for a newcomer."""
    lines = [f"Demo log-ins (password {demo_logins.PASSWORD}):"]
    lines += [f"  {login.username:<12}{Rank(login.rank).label:<22}{login.does}" for login in demo_logins.LOGINS]
    table = Place.objects.filter(kind=PlaceKind.TABLE).order_by("pk").values_list("code", flat=True).first()
    lines.append(f"At a table terminal (/terminal/{table}/), number and PIN:")
    lines += [f"  {login.number} / {login.pin}   {login.name}" for login in demo_logins.LOGINS if login.pin]
    lines.append("At the kiosk and at stations, card and PIN:")
    lines += [f"  {card.card} / {card.pin}   {card.name}" for card in demo_logins.CARDS]
    return lines
