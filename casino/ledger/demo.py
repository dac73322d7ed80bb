"""Demo money, all of it play money: the desk opens, chips are sold, players pay in; one slip is put right."""

from __future__ import annotations

from datetime import datetime, timedelta

from casino.house.models import Property, Staff
from casino.ledger.accounts import account
from casino.ledger.models import Account, Transfer
from casino.ledger.transfers import reverse, transfer


def load(prop: Property, manager: Staff, at: datetime) -> None:
    """Yesterday's opening and a few hours of trade, in cents."""
    owner = account(property=prop, kind="owner", may_go_below_zero=True)
    desk = account(property=prop, kind="desk", code="cage")
    # Chips sold at tables are not recorded yet, so that more may come back to the desk than it sold.
    chips = account(property=prop, kind="chips out", may_go_below_zero=True)

    def move(name: str, kind: str, entries: list[tuple[Account | int, int]], hours: float, reason: str) -> Transfer:
        when = at - timedelta(hours=hours)
        key = f"demo:{prop.code}:{name}"
        return transfer(key=key, kind=kind, entries=entries, by=manager.stream, at=when, reason=reason)

    move("float", "float", [(owner, -25_000_000), (desk, 25_000_000)], 20, "The desk opens")
    for number, (hours, cents) in enumerate(((18, 150_000), (17.5, 42_000), (16, 1_250_050), (9, 8_000)), 1):
        move(f"sale-{number}", "chips sold", [(chips, -cents), (desk, cents)], hours, "Chips sold for cash")
    move("redeemed", "chips redeemed", [(desk, -310_000), (chips, 310_000)], 6, "Chips redeemed")
    slip = move("slip", "chips redeemed", [(desk, -90_000), (chips, 90_000)], 3, "Chips redeemed")
    back = at - timedelta(hours=2.9)
    reverse(slip, key=f"demo:{prop.code}:slip-back", by=manager.stream, at=back, reason="Entered twice")
    for player in prop.players.order_by("pk"):
        own = account(property=prop, kind="player", code=str(player.pk))
        move(f"paid-in-{player.pk}", "paid in", [(chips, -50_000), (own, 50_000)], 5, "Chips paid in at the desk")
