"""The ledger in the admin: trial balance, accounts with their statements, transfers and their reversal."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.core.paginator import Paginator
from django.db.models import Count, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casino import clock
from casino.house import duties
from casino.house.models import Property, Staff
from casino.house.pages import HousePage, Reason, Verb
from casino.house.signing_in import here
from casino.ledger import books, statements, transfers
from casino.ledger.actors import named
from casino.ledger.days import asked_day, asked_instant, beside
from casino.ledger.models import Account, Transfer, TrialBalance

MOST_OF_A_KIND = 50


class LedgerPage(HousePage):
    """A page of the property at which one is, for those who may see its ledger."""

    view_duty = "ledger.see"

    def at_home(self, request: HttpRequest) -> Property:
        prop = here(request)
        duties.require(request.user, self.view_duty, prop)
        assert prop is not None
        return prop

    def show(self, request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
        shared = self.admin_site.each_context(request) | {"opts": self.model._meta}
        return TemplateResponse(request, f"admin/ledger/{template}.html", shared | context)


@admin.register(TrialBalance)
class TrialBalancePage(LedgerPage):
    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        prop = self.at_home(request)
        at = asked_instant(request, prop)
        sheets = books.trial_balance(at=at, properties=[prop])
        context = {
            "title": _("Trial balance"), "prop": prop, "at": at or clock.now(),
            "asked": f"{prop.local(at):%Y-%m-%dT%H:%M:%S}" if at else "",
            "sheet": sheets[0] if sheets else None, "most": MOST_OF_A_KIND,
        }  # fmt: skip
        return self.show(request, "trial_balance", context)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        raise Http404


@admin.register(Account)
class AccountPage(LedgerPage):
    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        prop = self.at_home(request)
        held = Account.objects.filter(property=prop)
        counted = held.order_by("kind").values_list("kind").annotate(Count("pk"))
        kinds = [{"kind": kind, "label": Account(kind=kind).label, "count": count} for kind, count in counted]
        kind, sought = request.GET.get("kind", ""), request.GET.get("q", "").strip()[:64]
        found = held.filter(kind=kind) if kind else held
        found = found.filter(code__icontains=sought) if sought else found
        page = Paginator(found.order_by("kind", "code"), statements.PER_PAGE).get_page(request.GET.get("page"))
        context = {
            "title": _("Accounts"), "prop": prop, "page": page, "kinds": kinds, "kind": kind, "sought": sought,
            "count": sum(count for _kind, count in counted),
        }  # fmt: skip
        return self.show(request, "accounts", context)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        account = self.get_queryset(request).select_related("property").filter(pk=number(object_id)).first()
        if account is None:
            raise Http404
        day = asked_day(request, account.property)
        found = statements.statement(account, day, page=request.GET.get("page", 1))
        context = {
            "title": str(account), "account": account, "prop": account.property, "statement": found, "day": day,
            "today": account.property.gaming_day(clock.now()), "names": named(x.transfer.by for x in found.page),
        } | beside(day)  # fmt: skip
        return self.show(request, "account", context)


def reverse_transfer(request: HttpRequest, transfer: Transfer, data: dict[str, Any]) -> str:
    assert isinstance(request.user, Staff)
    made = transfers.reverse(
        transfer, key=f"reversal:{transfer.pk}", by=request.user.stream, at=clock.now(), reason=data["reason"]
    )
    return _("Transfer %(old)s is reversed by transfer %(new)s.") % {"old": transfer.pk, "new": made.pk}


@admin.register(Transfer)
class TransferPage(LedgerPage):
    verbs = (
        Verb("reverse", gettext_lazy("Reverse"), "ledger.reverse", Reason, reverse_transfer, danger=True,
             open_for=lambda transfer: not transfer.reversals.exists(),
             hint=gettext_lazy("A new transfer moves every amount back. Both stay in the record, with your reason.")),
    )  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[Transfer]:
        assert isinstance(request.user, Staff)
        seen = duties.properties_with(request.user, self.view_duty)
        return statements.touching(list(seen.values_list("pk", flat=True)))

    def property_of(self, obj: Transfer) -> Property | None:
        return Property.objects.filter(pk=obj.properties[0]).first()

    def decided_at(self, request: HttpRequest, verb: Verb, obj: Transfer) -> list[Property | None]:
        """Whoever reverses it has the duty at every property that it touches."""
        return list(Property.objects.filter(pk__in=obj.properties))

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        prop = self.at_home(request)
        day = asked_day(request, prop)
        page, came_in = statements.transfers_of(prop, day, page=request.GET.get("page", 1))
        names = named(text for transfer in page for text in (transfer.by, transfer.subject))
        context = {
            "title": _("Transfers"), "prop": prop, "day": day, "page": page, "came_in": came_in, "names": names,
            "today": prop.gaming_day(clock.now()),
        } | beside(day)  # fmt: skip
        return self.show(request, "transfers", context)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        transfer = self.get_queryset(request).select_related("reverses").filter(pk=number(object_id)).first()
        if transfer is None:
            raise Http404
        assert isinstance(request.user, Staff)
        prop, event = self.property_of(transfer), statements.event_of(transfer)
        context = {
            "title": str(transfer), "transfer": transfer, "prop": prop, "entries": statements.entries_of(transfer),
            "event": event, "event_hash": bytes(event.hash).hex() if event else "",
            "day": prop.gaming_day(transfer.at) if prop else transfer.at, "reversal": transfer.reversals.first(),
            "verbs": self.verbs_for(request, transfer), "names": named([transfer.by, transfer.subject]),
            "seen": set(duties.properties_with(request.user, self.view_duty).values_list("pk", flat=True)),
        }  # fmt: skip
        return self.show(request, "transfer", context)


def number(text: str) -> int:
    """An id from an address; what is none finds nothing."""
    return int(text) if text.isdecimal() and len(text) < 19 else 0
