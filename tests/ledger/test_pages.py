"""The ledger's pages from outside: who is let in, what they show, what a wrong request gets."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from casino.house.models import Post
from casino.house.ranks import Rank
from casino.ledger.models import Account, Transfer
from casino.trail.models import Event
from tests.factories import LONG_AGO, make_property, make_staff
from tests.ledger.books_for_tests import NOON, move, open_bank, open_purse, triggers_off

pytestmark = pytest.mark.django_db

LISTS = ("admin:ledger_trialbalance_changelist", "admin:ledger_account_changelist", "admin:ledger_transfer_changelist")
# Noon UTC is an hour past midnight in Auckland: the gaming day is still the 14th.
DAY = {"day": "2026-11-14"}


def as_(rank: Rank | None, prop, **fields) -> Client:
    client = Client()
    client.force_login(make_staff(rank, prop, **fields), backend="casino.house.signing_in.StaffBackend")
    return client


@pytest.fixture
def prop():
    return make_property(name="Harbour")


@pytest.fixture
def paid(prop):
    """150 dollars into a purse, with all that a transfer may say."""
    bank, purse = open_bank(prop), open_purse(prop, "BA-12")
    staff = make_staff(Rank.CASHIER, prop, name="Hemi Walker")
    return move(
        (bank, -15_050), (purse, 15_050), by=staff.stream, reason="Marker paid", clause="NZ5 10.1", subject="round:5"
    )


def pages(transfer: Transfer) -> list[str]:
    return [
        *(reverse(name) for name in LISTS),
        reverse("admin:ledger_account_change", args=[transfer.accounts[0]]),
        reverse("admin:ledger_transfer_change", args=[transfer.pk]),
    ]


@pytest.mark.parametrize("rank", [Rank.CASHIER, Rank.TABLE_GAMES_MANAGER, Rank.COMPLIANCE])
def test_those_who_may_see_the_ledger_see_every_page(prop, paid, rank):
    client = as_(rank, prop)
    for path in pages(paid):
        assert client.get(path).status_code == 200, path


@pytest.mark.parametrize("rank", [Rank.DEALER, Rank.CASINO_SUPERVISOR, Rank.INSPECTOR, Rank.AUTHORITY, None])
def test_those_who_may_not_see_none(prop, paid, rank):
    client = as_(rank, prop)
    for path in pages(paid):
        answer = client.get(path)
        assert answer.status_code in {403, 404}, (path, answer.status_code)
        assert "150.50" not in answer.content.decode()


def test_nobody_gets_in_without_signing_in(paid):
    for path in pages(paid):
        answer = Client().get(path)
        assert answer.status_code == 302 or "password" in answer.content.decode()
        assert "150.50" not in answer.content.decode()


def test_another_propertys_accounts_and_transfers_do_not_exist_for_me(paid):
    client = as_(Rank.TABLE_GAMES_MANAGER, make_property())
    for path in pages(paid)[3:]:
        assert client.get(path).status_code == 404
    for path in pages(paid)[:3]:
        assert "150.50" not in client.get(path).content.decode()
    assert client.post(f"/admin/ledger/transfer/{paid.pk}/reverse/", {"reason": "x"}).status_code == 404
    assert Transfer.objects.count() == 1


@pytest.mark.parametrize("number", ["0", "999999", "x", "9" * 30, "-1"])
def test_ids_that_are_none_are_not_found(prop, number):
    client = as_(Rank.CASHIER, prop)
    for model in ("account", "transfer", "trialbalance"):
        assert client.get(f"/admin/ledger/{model}/{number}/change/").status_code == 404


def test_the_trial_balance_shows_both_sides_and_takes_an_instant(prop, paid):
    client = as_(Rank.CASHIER, prop)
    now = client.get(reverse(LISTS[0])).content.decode()
    assert "It sums to zero" in now and "−$150.50" in now and "Purse BA-12" in now
    # A second before it was made, in the property's own time.
    then = client.get(reverse(LISTS[0]), {"at": "2026-11-15T00:59:59"}).content.decode()
    assert "150.50" not in then and "15 Nov 2026, 00:59:59" in then
    assert "150.50" in client.get(reverse(LISTS[0]), {"at": "2026-11-15T01:00:00"}).content.decode()


def test_a_trial_balance_that_does_not_sum_to_zero_says_so(prop, paid):
    with triggers_off() as cursor:
        cursor.execute("UPDATE ledger_account SET balance = balance + 7 WHERE kind = 'purse'")
    shown = as_(Rank.CASHIER, prop).get(reverse(LISTS[0])).content.decode()
    assert "The ledger is off by $0.07" in shown and "It sums to zero" not in shown


@pytest.mark.parametrize("at", ["soon", "2026-13-01T00:00", "0001-01-01T00:00", "9999-12-31T23:59:59"])
def test_an_instant_or_a_day_that_is_none_is_refused(prop, paid, at):
    client = as_(Rank.CASHIER, prop)
    assert client.get(reverse(LISTS[0]), {"at": at}).status_code == 422
    assert client.get(reverse(LISTS[2]), {"day": at}).status_code == 422


def test_an_accounts_statement_runs_from_its_opening_to_its_closing_balance(prop, paid):
    bank, purse = Account.objects.filter(pk__in=paid.accounts).order_by("pk")
    move((purse, -50), (bank, 50), at=NOON + timedelta(hours=1))
    move((purse, -1_000), (bank, 1_000), at=NOON + timedelta(days=1))
    client = as_(Rank.CASHIER, prop)
    path = reverse("admin:ledger_account_change", args=[purse.pk])
    shown = client.get(path, DAY).content.decode()
    for text in ("Hemi Walker", "Marker paid", "10.1", "01:00:00", "02:00:00", "$150.50", "−$0.50", "$150"):
        assert text in shown, text
    next_day = client.get(path, {"day": "2026-11-15"})
    statement = next_day.context["statement"]
    assert (statement.opening, statement.closing, statement.moved) == (15_000, 14_000, -1_000)
    assert client.get(path, {"day": "2026-11-16"}).context["statement"].opening == 14_000


def test_a_long_day_is_shown_page_by_page_with_the_balance_carried_on(prop):
    bank, purse = open_bank(prop), open_purse(prop)
    for minute in range(101):
        move((bank, -10), (purse, 10), at=NOON + timedelta(seconds=minute))
    path = reverse("admin:ledger_account_change", args=[purse.pk])
    second = as_(Rank.CASHIER, prop).get(path, DAY | {"page": 2}).context["statement"]
    assert [line.after for line in second.page] == [1_010]
    assert second.page.paginator.num_pages == 2


def test_the_transfers_of_a_day_and_one_of_them_with_its_event(prop, paid):
    client = as_(Rank.CASHIER, prop)
    listed = client.get(reverse(LISTS[2]), DAY).content.decode()
    assert "$150.50" in listed and "Round 5" in listed and "Hemi Walker" in listed
    assert "Nothing moved on this day" in client.get(reverse(LISTS[2]), {"day": "2026-11-13"}).content.decode()
    answer = client.get(reverse("admin:ledger_transfer_change", args=[paid.pk]))
    event = Event.objects.get(kind="ledger.transfer")
    assert answer.context["event"].pk == event.pk and bytes(event.hash).hex() in answer.content.decode()


def test_accounts_are_found_by_kind_and_code(prop, paid):
    open_purse(prop, "UT-03")
    client = as_(Rank.CASHIER, prop)
    found = client.get(reverse(LISTS[1]), {"kind": "purse", "q": "ut-"}).content.decode()
    assert "Purse UT-03" in found and "Purse BA-12" not in found
    assert "No account matches" in client.get(reverse(LISTS[1]), {"q": "zz"}).content.decode()


def test_a_manager_reverses_with_a_reason_and_only_once(prop, paid):
    client = as_(Rank.TABLE_GAMES_MANAGER, prop)
    path = f"/admin/ledger/transfer/{paid.pk}/reverse/"
    assert path in client.get(reverse("admin:ledger_transfer_change", args=[paid.pk])).content.decode()
    assert client.post(path, {"reason": ""}).status_code == 422
    assert client.post(path, {"reason": "Wrong player"}).status_code == 302
    back = Transfer.objects.get(reverses=paid)
    assert back.reason == "Wrong player" and Account.objects.get(pk=paid.accounts[0]).balance == 0
    shown = client.get(reverse("admin:ledger_transfer_change", args=[paid.pk])).content.decode()
    assert "This transfer was reversed" in shown and path not in shown
    assert client.post(path, {"reason": "Again"}).status_code == 422
    assert Transfer.objects.count() == 2


def test_a_reversal_without_the_money_is_refused_on_the_form(prop, paid):
    bank, purse = Account.objects.filter(pk__in=paid.accounts).order_by("pk")
    move((purse, -1), (bank, 1))
    answer = as_(Rank.TABLE_GAMES_MANAGER, prop).post(f"/admin/ledger/transfer/{paid.pk}/reverse/", {"reason": "x"})
    assert answer.status_code == 422 and "not enough on the account Purse BA-12" in answer.content.decode()


@pytest.mark.parametrize("rank", [Rank.CASHIER, Rank.COMPLIANCE])
def test_those_who_may_look_may_not_reverse(prop, paid, rank):
    client = as_(rank, prop)
    shown = client.get(reverse("admin:ledger_transfer_change", args=[paid.pk])).content.decode()
    assert f"/admin/ledger/transfer/{paid.pk}/reverse/" not in shown
    answer = client.post(f"/admin/ledger/transfer/{paid.pk}/reverse/", {"reason": "x"})
    assert answer.status_code == 403 and "Table games manager" in answer.content.decode()
    assert Transfer.objects.count() == 1


def test_a_transfer_between_properties_is_reversed_by_somebody_who_may_at_both(prop):
    there = make_property(name="Bay")
    made = move((open_bank(prop), -500), (open_purse(prop), 500), (open_bank(there), -70), (open_purse(there), 70))
    path = f"/admin/ledger/transfer/{made.pk}/reverse/"
    for one in (prop, there):
        client = as_(Rank.TABLE_GAMES_MANAGER, one)
        assert client.get(reverse("admin:ledger_transfer_change", args=[made.pk])).status_code == 200
        assert client.post(path, {"reason": "x"}).status_code == 403
    both = make_staff(Rank.TABLE_GAMES_MANAGER, prop)
    Post.objects.create(staff=both, property=there, rank=Rank.TABLE_GAMES_MANAGER, from_at=LONG_AGO)
    client = Client()
    client.force_login(both, backend="casino.house.signing_in.StaffBackend")
    assert client.post(path, {"reason": "Wrong house"}).status_code == 302
    assert Transfer.objects.get(reverses=made).properties == sorted([prop.pk, there.pk])


@pytest.mark.parametrize("verb", ["add", "delete"])
def test_the_stock_admin_offers_no_other_way_in(prop, paid, verb):
    client = as_(Rank.TABLE_GAMES_MANAGER, prop)
    for model in ("account", "transfer", "trialbalance"):
        path = f"/admin/ledger/{model}/add/" if verb == "add" else f"/admin/ledger/{model}/{paid.pk}/{verb}/"
        assert client.post(path, {"post": "yes"}).status_code in {302, 403, 404, 405}, path
    assert Transfer.objects.count() == 1


def queries(client: Client, path: str, data: dict[str, str]) -> int:
    with CaptureQueriesContext(connection) as found:
        assert client.get(path, data).status_code == 200
    return len(found)


def test_pages_ask_the_database_as_often_for_many_as_for_few(prop, paid):
    client = as_(Rank.TABLE_GAMES_MANAGER, prop)
    client.get(pages(paid)[0])
    few = {path: queries(client, path, DAY) for path in pages(paid)}
    for number in range(12):
        purse = open_purse(prop, f"more-{number}")
        by = make_staff(Rank.CASHIER, prop).stream
        move((open_bank(prop), -15_050), (purse, 15_050), by=by, subject=f"round:{number}")
    assert {path: queries(client, path, DAY) for path in pages(paid)} == few
    assert max(few.values()) <= 16, few
