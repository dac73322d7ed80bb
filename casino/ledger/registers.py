"""What the ledger tells the others: who may look at it and reverse, and where it stands in the navigation."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as lazy

from casino import site
from casino.house import demo as house_demo
from casino.house import duties
from casino.house.ranks import Rank
from casino.ledger import demo

DUTIES: tuple[tuple[str, Any, tuple[Rank, ...]], ...] = (
    (
        "ledger.see",
        lazy("See accounts, transfers and the trial balance"),
        (Rank.CASHIER, Rank.TABLE_GAMES_MANAGER, Rank.COMPLIANCE),
    ),
    ("ledger.reverse", lazy("Reverse transfers"), (Rank.TABLE_GAMES_MANAGER,)),
)


def register() -> None:
    house_demo.register_loader(demo.load)
    for code, label, ranks in DUTIES:
        duties.register(code, label, *ranks)
    money = lazy("Money")
    site.add_job(money, lazy("Trial balance"), "admin:ledger_trialbalance_changelist", duty="ledger.see", icon="scale")
    site.add_job(money, lazy("Accounts"), "admin:ledger_account_changelist", duty="ledger.see", icon="ledger")
    site.add_job(money, lazy("Transfers"), "admin:ledger_transfer_changelist", duty="ledger.see", icon="to")
