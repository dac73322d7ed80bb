"""Elections in the admin: what may be chosen where, choosing, and the authority's approval with its effect."""

from __future__ import annotations

from datetime import timedelta

import pytest

from casino import clock
from casino.house.models import Place
from casino.house.ranks import Rank
from games.rulebook import elections
from games.rulebook.models import Election
from tests.factories import make_place, make_property, make_staff
from tests.rulebook.books import DAY, make_book
from tests.rulebook.staff import Desk, local, make_desk, url
from tests.rulebook.test_desk import page, queries, rows

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture
def book() -> Desk:
    desk = make_desk()
    make_book(desk.people, "UTH")
    return desk


def elect(book: Desk, place: Place | None, **choices) -> list[Election]:
    now = clock.now()
    return elections.elect_all(
        property=book.people.property, place=place, choices=choices, by=book.people.manager, at=now - 2 * HOUR,
        from_at=now - HOUR,
    )  # fmt: skip


@pytest.fixture
def table(book) -> Place:
    place = make_place(book.people.property, code="MIDI-12")
    elect(book, place, game="baccarat", banker="commission", tie=8)
    return place


@pytest.fixture
def ultimate(book) -> Place:
    place = make_place(book.people.property, code="ULT-03")
    elect(book, None, pay_table=1)
    elect(book, place, game="ultimate", hands="any_five")
    return place


@pytest.fixture
def asked(book, ultimate) -> Election:
    """The maximum payout needs the authority's approval (UTH 5.13)."""
    now = clock.now()
    return elections.elect(
        property=book.people.property, place=ultimate, name="max_payout", value=5_000_000, by=book.people.manager,
        at=now, from_at=now + HOUR,
    )  # fmt: skip


def form_of(client, path: str) -> dict[str, object]:
    """What a browser would send if nothing were touched."""
    form = client.get(path).context["form"]
    return {name: value for name in form.fields if (value := form[name].value()) not in (None, "")}


def test_the_list_says_what_holds_why_and_what_is_allowed(book, table):
    shown = page(book.manager, f"{url('election_changelist')}?place={table.pk}")
    assert "8 to 1 or 9 to 1" in shown
    assert "on the sign" in shown
    assert "needs approval" in shown
    assert "as the rules say" in shown
    assert "MIDI-12" in page(book.manager, url("election_changelist"))


def test_the_list_asks_the_same_number_of_questions_however_many_tables_there_are(book, table):
    path = f"{url('election_changelist')}?place={table.pk}"
    few = queries(book.manager, path)
    for _more in range(5):
        elect(book, make_place(book.people.property), game="baccarat", banker="commission")
    assert queries(book.manager, path) == few


def test_what_differs_is_elected_all_together_or_not_at_all_nz5_13_3(book, table):
    path = f"{url('election_elect')}?place={table.pk}&document={book.document.pk}"
    typed = form_of(book.manager, path)
    assert book.manager.post(path, typed).status_code == 422
    alone = book.manager.post(path, typed | {"form": '"two_to_one"'})
    assert "There is no commission in 2 to 1 Baccarat." in alone.content.decode()
    assert not Election.objects.filter(name="form").exists()
    both = book.manager.post(path, typed | {"form": '"two_to_one"', "banker": '"even"', "tie": "9"})
    assert both.status_code == 302
    made = Election.objects.filter(asked_at__gt=clock.now() - HOUR)
    assert set(made.values_list("name", flat=True)) == {"form", "banker", "tie"}


def test_an_election_begins_at_the_local_instant_and_never_backwards(book, table):
    path = f"{url('election_elect')}?place={table.pk}&document={book.document.pk}"
    typed, now = form_of(book.manager, path) | {"tie": "9"}, clock.now()
    past = book.manager.post(path, typed | {"from_at": local(book.people, now - HOUR)})
    assert past.context["form"].errors["from_at"]
    assert book.manager.post(path, typed | {"from_at": local(book.people, now + HOUR)}).status_code == 302
    made = Election.objects.get(name="tie", value=9)
    assert abs(made.from_at - now - HOUR) <= timedelta(seconds=1)
    shown = page(book.manager, f"{url('election_changelist')}?place={table.pk}")
    assert "9 to 1" in shown
    taken = book.manager.post(url("election_withdraw", made.pk), {"reason": "A slip."})
    assert taken.status_code == 302


def test_amounts_are_typed_in_dollars_and_out_of_bounds_is_refused_uth_5_13(book, ultimate):
    path = f"{url('election_elect')}?place={ultimate.pk}&document={_document(book).pk}"
    typed = form_of(book.manager, path)
    assert book.manager.post(path, typed | {"max_payout": "50000.00"}).status_code == 302
    assert Election.objects.get(name="max_payout").value == 5_000_000
    low = book.manager.post(path, typed | {"boxes": "9"})
    assert low.context["form"].errors["boxes"]


def _document(book: Desk):
    from games.rulebook.models import Document

    return Document.objects.get(code="UTH")


def test_a_game_is_chosen_for_a_place(book):
    place = make_place(book.people.property, code="MIDI-99")
    path = f"{url('election_elect')}?place={place.pk}"
    assert book.manager.post(path, {"game": '"baccarat"'}).status_code == 302
    assert Election.objects.get(place=place).value == "baccarat"


def test_what_is_the_same_at_all_tables_is_chosen_for_the_property_uth_5_12(book, ultimate):
    at_table = book.manager.get(f"{url('election_elect')}?place={ultimate.pk}&document={_document(book).pk}")
    assert "pay_table" not in at_table.context["form"].fields
    path = f"{url('election_elect')}?document={_document(book).pk}"
    assert book.manager.post(path, form_of(book.manager, path) | {"pay_table": "3"}).status_code == 302
    made = Election.objects.get(name="pay_table", value=3)
    shown = page(book.authority, url("election_change", made.pk))
    # Trips with any five: table 1 0.90 %, table 3 3.50 %.
    assert "0.90 %" in shown
    assert "3.50 %" in shown
    assert "<svg" in shown


def test_an_approval_shows_the_edge_of_each_wager_and_what_is_not_in_it_uth_5_13(book, asked):
    shown = page(book.authority, url("election_change", asked.pk))
    assert "2.18 %" in shown
    assert "No wager changes" in shown
    assert "The figures hold without a cap" in shown
    assert shown.count("button primary") == 1


def test_an_election_that_moves_an_edge_is_drawn(book, table):
    now = clock.now()
    made = elections.elect(
        property=book.people.property, place=table, name="tie", value=9, by=book.people.manager, at=now,
        from_at=now + DAY,
    )  # fmt: skip
    shown = page(book.authority, url("election_change", made.pk))
    assert "Tie (8 to 1 → 9 to 1): 14.36 % before, 4.84 % after." in shown
    assert "style=" not in shown


def test_it_waits_for_the_authority_who_approves_or_declines_with_reasons(book, asked):
    waiting = rows(book, book.people.authority)["waiting"]
    assert ("ULT-03: Maximum payout, $50,000", "Decide") in waiting
    assert rows(book, book.people.manager)["waiting"] == []
    assert book.manager.post(url("election_approve", asked.pk), {}).status_code == 403
    assert book.authority.post(url("election_decline", asked.pk), {"reasons": " "}).status_code == 422
    assert book.authority.post(url("election_approve", asked.pk), {"reasons": "Sound."}).status_code == 302
    asked.refresh_from_db()
    assert (asked.approved_by, asked.reasons) == (book.people.authority, "Sound.")
    again = book.authority.post(url("election_decline", asked.pk), {"reasons": "No."})
    assert again.status_code == 422


def test_a_declined_election_leaves_what_held(book, asked, ultimate):
    assert book.authority.post(url("election_decline", asked.pk), {"reasons": "Too high."}).status_code == 302
    shown = page(book.manager, url("election_change", asked.pk))
    assert "Declined" in shown
    assert "Too high." in shown
    assert "$50,000" not in page(book.manager, f"{url('election_changelist')}?place={ultimate.pk}")


def test_an_election_is_ended_from_an_instant_on(book, table):
    tie = Election.objects.get(name="tie")
    typed = {"ends_at": local(book.people, clock.now() + HOUR), "reason": "A new layout."}
    assert book.manager.post(url("election_end", tie.pk), typed).status_code == 302
    tie.refresh_from_db()
    assert tie.ends_at is not None
    assert book.compliance.post(url("election_end", tie.pk), typed).status_code == 403


def test_another_house_does_not_see_or_decide_them(book, asked):
    elsewhere = make_property(jurisdiction="nz")
    for rank in (Rank.AUTHORITY, Rank.TABLE_GAMES_MANAGER):
        client = book.client(make_staff(rank, elsewhere))
        assert client.get(url("election_change", asked.pk)).status_code == 404
        assert client.post(url("election_approve", asked.pk), {}).status_code == 404
    place = make_place(elsewhere)
    assert book.manager.get(f"{url('election_elect')}?place={place.pk}").status_code == 404
