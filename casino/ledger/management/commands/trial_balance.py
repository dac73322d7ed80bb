"""`manage.py trial_balance [--at INSTANT]`: exit 1 unless the ledger sums to zero and says what its entries say."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import UTC, datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from casino.house.templatetags.house import money_text
from casino.ledger.books import Sheet, faults, trial_balance


class Command(BaseCommand):
    help = "The trial balance of every property; exit status 1 if the ledger does not hold."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--at", metavar="INSTANT", help="for example 2026-11-14T20:42:16+13:00; UTC without offset")

    def handle(self, *args: Any, **options: Any) -> None:
        at = instant(options["at"]) if options["at"] else None
        sheets = trial_balance(at=at)
        for sheet in sheets:
            self.stdout.write(shown(sheet))
        wrong = [f"{sheet.prop} is off by {sheet.total} cents." for sheet in sheets if sheet.total] + faults()
        if wrong:
            raise CommandError("\n".join(wrong), returncode=1)
        accounts = sum(len(sheet.lines) for sheet in sheets)
        when = f"at {at.isoformat()}" if at else "now"
        self.stdout.write(f"The ledger sums to zero {when}: {accounts} accounts at {len(sheets)} properties.")


def instant(text: str) -> datetime:
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        raise CommandError(f"{text!r} is not an instant such as 2026-11-14T20:42:16+13:00.") from None
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def shown(sheet: Sheet) -> str:
    """Two columns of amounts, as accountants read them."""
    currency = sheet.prop.currency

    def row(name: object, above: str, below: str) -> str:
        return f"  {name!s:<48}{above:>20}{below:>20}".rstrip()

    rows = [f"{sheet.prop} ({currency})"]
    for line in sheet.lines:
        amount = money_text(line.balance, currency)
        rows.append(row(line.account, *((amount, "") if line.balance >= 0 else ("", amount))))
    return "\n".join([*rows, row("", money_text(sheet.above, currency), money_text(sheet.below, currency))])
