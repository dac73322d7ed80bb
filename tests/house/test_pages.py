"""The house's pages from outside: who is let in, what is shown, what a wrong request gets."""

from __future__ import annotations

import pytest
from django.contrib import admin
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import get_resolver, reverse

from casino import clock
from casino.house import players
from casino.house.models import Exclusion, Place, Player, Post, Staff
from casino.house.ranks import Rank
from tests.factories import LONG_AGO, make_place, make_player, make_property, make_staff

pytestmark = pytest.mark.django_db

OPEN_TO_ALL = {"/", "/sign-in/", "/rules/", "/kiosk/", "/healthz", "/readyz", "/metrics", "/api/schema/", "/api/docs/"}


def as_(rank: Rank | str | None, prop=None) -> Client:
    client = Client()
    client.force_login(make_staff(rank, prop), backend="casino.house.signing_in.StaffBackend")
    return client


@pytest.fixture
def prop():
    return make_property(code="here", name="Harbour")


@pytest.mark.parametrize("path", sorted(OPEN_TO_ALL))
def test_pages_for_anybody_answer_anybody(client, path):
    assert client.get(path).status_code in {200, 503 if path == "/readyz" else 200}


def test_every_admin_page_turns_away_those_without_a_rank_for_it(prop):
    strangers = {"anonymous": Client(), "dealer": as_(Rank.DEALER, prop), "inspector": as_(Rank.INSPECTOR, prop)}
    for model, page in admin.site._registry.items():
        meta = model._meta
        path = reverse(f"admin:{meta.app_label}_{meta.model_name}_changelist")
        for who, client in strangers.items():
            answer = client.get(path)
            assert answer.status_code in {302, 403} or "password" in answer.content.decode(), (who, path)
            assert answer.status_code != 200 or who == "anonymous", (who, path)
        assert page.has_view_permission is not None


def test_403_says_why_and_who_could(prop):
    answer = as_(Rank.CASHIER, prop).get("/admin/house/staff/engage/")
    shown = answer.content.decode()
    assert answer.status_code == 403
    assert "Take on staff" in shown and "Table games manager" in shown


def test_singapore_reads_its_own_ranks_on_the_403():
    prop = make_property(jurisdiction="sg")
    player = make_player(prop)
    answer = as_(Rank.POKER_SUPERVISOR, prop).get(f"/admin/house/player/{player.pk}/exclude/")
    assert answer.status_code == 403
    assert "Pit manager or above" in answer.content.decode()


VERBS = [
    ("house_staff_engage", Rank.CASINO_SUPERVISOR, Rank.TABLE_GAMES_MANAGER),
    ("house_place_add-place", Rank.CASINO_SUPERVISOR, Rank.TABLE_GAMES_MANAGER),
    ("house_player_register", Rank.COMPLIANCE, Rank.CASHIER),
]


@pytest.mark.parametrize(("name", "refused", "allowed"), VERBS)
def test_verbs_above_lists_open_for_their_ranks_only(prop, name, refused, allowed):
    path = reverse(f"admin:{name}")
    assert as_(refused, prop).get(path).status_code == 403
    assert as_(allowed, prop).get(path).status_code == 200


def test_objects_of_another_property_do_not_exist_for_me(prop):
    other = make_property()
    player, place = make_player(other), make_place(other)
    client = as_(Rank.TABLE_GAMES_MANAGER, prop)
    for path in (f"/admin/house/place/{place.pk}/change/", f"/admin/house/player/{player.pk}/change/"):
        answer = client.get(path, follow=True)
        assert place.name not in answer.content.decode() and player.name not in answer.content.decode()
    assert client.post(f"/admin/house/player/{player.pk}/exclude/", {"kind": "self", "reason": "x"}).status_code == 404
    assert not Exclusion.objects.exists()
    assert client.post("/property/", {"property": other.code}).status_code == 403


def test_a_manager_adds_a_place_and_a_second_one_of_that_code_is_refused(prop):
    client = as_(Rank.TABLE_GAMES_MANAGER, prop)
    body = {"kind": "table", "code": "BA-12", "name": "Te Whanganui-a-Tara Grand Baccarat 12"}
    assert client.post("/admin/house/place/add-place/", body).status_code == 302
    assert Place.objects.get().property == prop
    again = client.post("/admin/house/place/add-place/", body)
    assert again.status_code == 422 and "already exists" in again.content.decode()
    assert Place.objects.count() == 1


def test_a_manager_engages_somebody_but_nobody_for_the_regulator(prop):
    client = as_(Rank.TABLE_GAMES_MANAGER, prop)
    body = {"username": "new", "name": "New", "password": "long enough to be one", "rank": "dealer"}
    assert client.post("/admin/house/staff/engage/", body).status_code == 302
    assert Post.objects.get(staff__username="new").rank == "dealer"
    body |= {"username": "spy", "rank": "authority"}
    assert client.post("/admin/house/staff/engage/", body).status_code == 422
    assert not Staff.objects.filter(username="spy").exists()


def test_a_manager_does_not_touch_the_regulator_s_accounts(prop):
    inspector = make_staff(Rank.INSPECTOR, prop)
    client = as_(Rank.TABLE_GAMES_MANAGER, prop)
    for verb, body in (
        ("new-password", {"password": "x" * 20}),
        ("suspend", {"reason": "x"}),
        ("end-posts", {"reason": "x"}),
    ):
        assert client.post(f"/admin/house/staff/{inspector.pk}/{verb}/", body).status_code == 422
    inspector.refresh_from_db()
    assert inspector.is_active and inspector.check_password("secret") and inspector.posts.get().until_at is None


def test_dates_typed_at_a_property_are_its_local_time(prop):
    player = make_player(prop)
    client = as_(Rank.CASHIER, prop)
    body = {"kind": "self", "game": "", "until_at": "2030-07-25T08:00", "reason": "asked"}
    assert client.post(f"/admin/house/player/{player.pk}/exclude/", body).status_code == 302
    assert Exclusion.objects.get().until_at.isoformat() == "2030-07-24T20:00:00+00:00"


ODDITIES = [
    "\u202egnp.exe",
    "a\u0301\u0328",
    "🂡🂱",
    "\u200b",
    "Ω" * 120,
    "<script>alert(1)</script>",
    "Robert'); DROP TABLE",
    "ﷺ",
]


@pytest.mark.parametrize("name", ODDITIES)
def test_text_with_unicode_oddities_is_kept_as_typed_and_shown_escaped(prop, name):
    client = as_(Rank.CASHIER, prop)
    body = {"name": name, "born": "1980-01-01", "card_number": "60009999", "document": "Passport"}
    assert client.post("/admin/house/player/register/", body).status_code == 302
    assert Player.objects.get().name == name
    assert "<script>alert" not in client.get("/admin/house/player/").content.decode()


@pytest.mark.parametrize("name", ["nul\x00byte", "lone \ud800 surrogate"])
def test_text_that_no_database_holds_is_refused_not_a_crash(prop, name):
    client = as_(Rank.CASHIER, prop)
    body = {
        "name": name.encode("utf-8", "surrogatepass"),
        "born": "1980-01-01",
        "card_number": "60009999",
        "document": "P",
    }
    answer = client.post("/admin/house/player/register/", body)
    assert answer.status_code in {302, 400, 422}
    assert all(player.name.isprintable() for player in Player.objects.all())


def test_an_oversized_body_gets_a_clear_answer_and_changes_nothing(prop):
    client = as_(Rank.CASHIER, prop)
    body = {"name": "x" * 2_000_000, "born": "1980-01-01", "card_number": "60009999", "document": "P"}
    answer = client.post("/admin/house/player/register/", body)
    assert answer.status_code in {400, 413, 422}
    assert not Player.objects.exists()


def test_the_floor_takes_a_constant_number_of_queries(prop):
    client = as_(Rank.TABLE_GAMES_MANAGER, prop)
    client.get("/admin/")
    with CaptureQueriesContext(
        connection,
    ) as few:
        client.get("/admin/")
    for _ in range(20):
        make_place(prop)
        make_player(prop)
    with CaptureQueriesContext(connection) as many:
        client.get("/admin/")
    assert len(many) == len(few)


@pytest.mark.parametrize("path", ["/admin/house/player/", "/admin/house/place/", "/admin/house/exclusion/"])
def test_lists_take_a_constant_number_of_queries(prop, path):
    client = as_(Rank.TABLE_GAMES_MANAGER, prop)

    def fill(count: int) -> None:
        for _ in range(count):
            make_place(prop)
            player = make_player(prop)
            players.exclude(player=player, kind=Exclusion.Kind.CASINO, by="system", at=clock.now())

    fill(2)
    client.get(path)
    with CaptureQueriesContext(connection) as few:
        client.get(path)
    fill(10)
    with CaptureQueriesContext(connection) as many:
        client.get(path)
    assert len(many) == len(few)


def test_training_is_said_on_every_page_of_a_training_property():
    prop = make_property(training=True)
    client = as_(Rank.TABLE_GAMES_MANAGER, prop)
    for path in ("/admin/", "/home/", "/admin/house/player/"):
        assert "play money" in client.get(path).content.decode().lower(), path


def test_every_answer_has_a_request_id_and_a_strict_policy(client):
    answer = client.get("/rules/")
    assert len(answer["X-Request-Id"]) == 16
    policy = answer["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy


def test_no_address_has_slipped_in_unseen():
    """A new top-level address must be added here, with a thought about who may use it."""
    tops = {str(pattern.pattern).split("/")[0] for pattern in get_resolver().url_patterns}
    assert tops <= {
        "", "home", "sign-in", "sign-out", "password", "property", "rules", "kiosk", "healthz", "readyz", "metrics",
        "admin", "audit", "files", "api", "display", "terminal", "station",
    }  # fmt: skip


def test_hashes_cannot_be_read_letter_by_letter_through_filters(prop):
    make_player(prop)
    for rank, path in ((Rank.CASHIER, "player/?pin__startswith=p"), (Rank.COMPLIANCE, "staff/?password__startswith=m"),
                       (Rank.COMPLIANCE, "staff/?name__regex=(")):  # fmt: skip
        assert as_(rank, prop).get(f"/admin/house/{path}").status_code in {302, 400}


def test_an_account_that_works_elsewhere_too_is_not_one_property_s_to_change(prop):
    elsewhere = make_property()
    both = make_staff(Rank.DEALER, prop)
    Post.objects.create(staff=both, property=elsewhere, rank=Rank.TABLE_GAMES_MANAGER, from_at=LONG_AGO)
    client = as_(Rank.TABLE_GAMES_MANAGER, prop)
    assert client.post(f"/admin/house/staff/{both.pk}/new-password/", {"password": "x" * 20}).status_code == 403
    assert client.post(f"/admin/house/staff/{both.pk}/suspend/", {"reason": "x"}).status_code == 403
    both.refresh_from_db()
    assert both.check_password("secret") and both.is_active


def test_nobody_gives_themselves_a_rank_where_they_do_not_manage(prop):
    elsewhere = make_property()
    both = make_staff(Rank.TABLE_GAMES_MANAGER, elsewhere)
    Post.objects.create(staff=both, property=prop, rank=Rank.GAME_SUPERVISOR, from_at=LONG_AGO)
    client = Client()
    client.force_login(both, backend="casino.house.signing_in.StaffBackend")
    client.post("/property/", {"property": prop.code})
    answer = client.post(f"/admin/house/staff/{both.pk}/appoint/", {"rank": "table_games_manager"})
    assert answer.status_code == 403
    assert not Post.objects.filter(property=prop, rank=Rank.TABLE_GAMES_MANAGER).exists()


def test_dates_beyond_all_reason_are_refused(prop):
    staff = make_staff(Rank.DEALER, prop)
    body = {"rank": "cashier", "from_at": "0001-01-01T00:00"}
    assert as_(Rank.TABLE_GAMES_MANAGER, prop).post(f"/admin/house/staff/{staff.pk}/appoint/", body).status_code == 422
