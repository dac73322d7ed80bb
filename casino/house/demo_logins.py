"""The demo log-ins of contracts/commands: one list for the demo data, the sign-in page and `make run`."""

from __future__ import annotations

from dataclasses import dataclass

from casino.house.ranks import Rank

PASSWORD = "demo"


@dataclass(frozen=True, slots=True)
class Login:
    username: str
    name: str
    rank: Rank
    does: str
    number: int | None = None
    pin: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    name: str
    card: str
    pin: str
    born: str
    property: str


LOGINS: tuple[Login, ...] = (
    Login("manager", "Mere Tūhoe", Rank.TABLE_GAMES_MANAGER, "runs the floor, applies for rule changes"),
    Login("supervisor", "Sione Latu", Rank.CASINO_SUPERVISOR, "tables, devices, rulings", 201, "2468"),
    Login("poker", "Priya Nair", Rank.POKER_SUPERVISOR, "the poker room"),
    Login("director", "Tom Ashby", Rank.TOURNAMENT_DIRECTOR, "tournaments"),
    Login("cashier", "Lena Brandt", Rank.CASHIER, "the cash desk"),
    Login("dealer", "Jae Park", Rank.DEALER, "a table terminal, by number and PIN", 101, "1357"),
    Login("compliance", "Ruth Okafor", Rank.COMPLIANCE, "drafts rule changes, keeps the record"),
    Login("authority", "Anahera Moss", Rank.AUTHORITY, "decides for the regulator"),
    Login("regulator", "Daniel Cho", Rank.INSPECTOR, "inspects the record at /audit/"),
)

CARDS: tuple[Card, ...] = (
    Card("Hana Whittaker", "60001001", "4321", "1988-03-14", "harbour"),
    Card("Marcus Tan", "60001002", "8765", "1979-11-02", "harbour"),
)
