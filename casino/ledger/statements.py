"""What pages show of the ledger: an account's day, a day's transfers, one transfer with its event."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import BigIntegerField, QuerySet, Sum, Window
from django.db.models.functions import Cast

from casino.house.models import Property
from casino.ledger.accounts import balance
from casino.ledger.models import Account, Entry, Transfer
from casino.trail.models import Event

PER_PAGE = 100
AN_INSTANT_BEFORE = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Statement:
    """A gaming day of an account: what it began with, each line with the balance after it, what it ended with."""

    day: date
    opening: int
    closing: int
    page: Page[Any]

    @property
    def moved(self) -> int:
        return self.closing - self.opening


def day_of(prop: Property, day: date) -> tuple[datetime, datetime]:
    """From where to where a gaming day goes; the end belongs to the next one."""
    return prop.gaming_day_start(day), prop.gaming_day_start(day + timedelta(days=1))


def statement(account: Account, day: date, *, page: int | str = 1) -> Statement:
    start, end = day_of(account.property, day)
    opening = balance(account, at=start - AN_INSTANT_BEFORE)
    lines = Entry.objects.filter(account=account, at__gte=start, at__lt=end).order_by("at", "transfer_id")
    so_far = Window(Sum("amount"), order_by=["at", "transfer_id"])
    shown = lines.annotate(after=Cast(so_far, BigIntegerField()) + opening).select_related("transfer")
    found = Paginator(shown, PER_PAGE).get_page(page)
    moved = lines.aggregate(moved=Sum("amount"))["moved"] or 0
    return Statement(day, opening, opening + int(moved), found)


def transfers_of(prop: Property, day: date, *, page: int | str = 1) -> tuple[Page[Any], dict[int, int]]:
    """A gaming day of a property, the latest first, and what each transfer moved into accounts here."""
    start, end = day_of(prop, day)
    found = touching([prop.pk]).filter(at__gte=start, at__lt=end).order_by("-at", "-pk")
    shown = Paginator(found, PER_PAGE).get_page(page)
    named = {account for transfer in shown for account in transfer.accounts}
    here = set(Account.objects.filter(pk__in=named, property=prop).values_list("pk", flat=True))
    came_in = {
        transfer.pk: sum(cents for pk, cents in transfer.moved.items() if pk in here and cents > 0)
        for transfer in shown
    }
    return shown, came_in


def touching(properties: list[int]) -> QuerySet[Transfer]:
    return Transfer.objects.filter(properties__overlap=properties).defer("body")


def entries_of(transfer: Transfer) -> list[tuple[Account, int]]:
    """Each account with what came in (above zero) or went out."""
    accounts = Account.objects.select_related("property").in_bulk(transfer.accounts)
    return [(accounts[pk], cents) for pk, cents in transfer.moved.items()]


def event_of(transfer: Transfer) -> Event | None:
    """The event of the trail that was written with it: at its instant, which has an index there."""
    kinds = ("ledger.transfer", "ledger.reversal")
    told = Event.objects.filter(at=transfer.at, kind__in=kinds, stream=transfer.stream)
    return told.filter(after__startswith=f'{{"transfer":{transfer.pk},').first()
