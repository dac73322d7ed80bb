"""What pages show of the ledger: an account's day, a day's transfers, one transfer with its event."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import BigIntegerField, OuterRef, QuerySet, Subquery, Sum, Window
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
    lines = Entry.objects.filter(account=account, at__gte=start, at__lt=end).order_by("at", "transfer_id", "line")
    so_far = Window(Sum("amount"), order_by=["at", "transfer_id", "line"])
    shown = lines.annotate(after=Cast(so_far, BigIntegerField()) + opening).select_related("transfer")
    found = Paginator(shown, PER_PAGE).get_page(page)
    moved = lines.aggregate(moved=Sum("amount"))["moved"] or 0
    return Statement(day, opening, opening + int(moved), found)


def transfers_of(prop: Property, day: date, *, page: int | str = 1) -> Page[Any]:
    """A gaming day of a property, the latest first, each with what it moved into accounts here."""
    start, end = day_of(prop, day)
    into = Entry.objects.filter(transfer=OuterRef("pk"), amount__gt=0, account__property=prop).order_by()
    moved = into.values("transfer").annotate(moved=Cast(Sum("amount"), BigIntegerField())).values("moved")
    found = touching([prop.pk]).filter(at__gte=start, at__lt=end).annotate(moved=Subquery(moved))
    return Paginator(found.order_by("-at", "-pk"), PER_PAGE).get_page(page)


def touching(properties: list[int]) -> QuerySet[Transfer]:
    return Transfer.objects.filter(properties__overlap=properties).defer("body")


def entries_of(transfer: Transfer) -> QuerySet[Entry]:
    return transfer.entries.select_related("account__property").order_by("line")


def event_of(transfer: Transfer) -> Event | None:
    """The event of the trail that was written with it: at its instant, which has an index there."""
    kinds = ("ledger.transfer", "ledger.reversal")
    told = Event.objects.filter(at=transfer.at, kind__in=kinds, stream=transfer.stream)
    return told.filter(after__startswith=f'{{"transfer":{transfer.pk},').first()
