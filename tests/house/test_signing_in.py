"""Signing in and out, lock-outs, idle sessions, the kiosk's memory."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client

from casino import clock
from casino.house import players, posts, signing_in
from casino.house.models import Exclusion, Lockout
from casino.house.ranks import Rank
from casino.refused import Refused
from casino.trail.models import Event
from tests.factories import make_player, make_property, make_staff

pytestmark = pytest.mark.django_db


def sign_in(client: Client, username: str, password: str = "secret", **more):
    return client.post("/sign-in/", {"username": username, "password": password, **more})


def kinds(stream: str) -> list[str]:
    return list(Event.objects.filter(stream=stream).order_by("seq").values_list("kind", flat=True))


@pytest.mark.parametrize(
    ("rank", "page"),
    [
        (Rank.TABLE_GAMES_MANAGER, "/admin/"),
        (Rank.CASINO_SUPERVISOR, "/admin/"),
        (Rank.CASHIER, "/admin/"),
        (Rank.COMPLIANCE, "/admin/"),
        (Rank.DEALER, "/home/"),
        (Rank.AUTHORITY, "/home/"),
        (Rank.INSPECTOR, "/audit/"),
    ],
)
def test_everybody_lands_on_the_page_of_their_work(client, rank, page):
    staff = make_staff(rank)
    answer = sign_in(client, staff.username)
    assert (answer.status_code, answer.url) == (302, page)
    assert kinds(staff.stream) == ["staff.signed_in"]
    if page != "/audit/":  # tests/audit looks at that one, on its own connection
        assert client.get(page).status_code == 200


def test_a_wrong_password_is_refused_without_a_hint_and_stands_in_the_trail(client):
    staff = make_staff(Rank.CASHIER)
    wrong = sign_in(client, staff.username, "wrong")
    unknown = sign_in(client, "nobody", "wrong")
    assert wrong.status_code == unknown.status_code == 403
    assert "did not match" in wrong.content.decode() and "did not match" in unknown.content.decode()
    assert kinds(staff.stream) == ["sign_in.refused"]
    event = Event.objects.get(stream="house:sign_in")
    assert "nobody" not in f"{event.subject}{event.after}"


def test_the_sixth_wrong_attempt_meets_a_lock_that_somebody_is_told_of(client):
    prop = make_property()
    staff = make_staff(Rank.CASHIER, prop)
    for _ in range(5):
        sign_in(client, staff.username, "wrong")
    assert sign_in(client, staff.username).status_code == 429
    assert kinds(staff.stream)[-1] == "sign_in.locked"
    assert Lockout.objects.filter(username=staff.username).exists()
    boss = make_staff(Rank.TABLE_GAMES_MANAGER, prop)
    other = Client(REMOTE_ADDR="10.1.1.1")
    sign_in(other, boss.username)
    assert f"{staff.username} was locked" in other.get("/admin/").content.decode()


def test_the_lock_is_for_user_and_address_together(client):
    staff, colleague = make_staff(Rank.CASHIER), make_staff(Rank.CASHIER)
    for _ in range(6):
        sign_in(client, staff.username, "wrong")
    assert sign_in(Client(REMOTE_ADDR="10.1.1.2"), staff.username).status_code == 302
    assert sign_in(client, colleague.username).status_code == 302


def test_an_idle_session_ends_after_the_shortest_time_of_one_s_ranks(client):
    staff = make_staff(Rank.CASHIER)
    begin = clock.now()
    with time_machine.travel(begin, tick=False):
        sign_in(client, staff.username)
        assert client.get("/admin/").status_code == 200
    with time_machine.travel(begin + timedelta(minutes=4), tick=False):
        assert client.get("/admin/").status_code == 200
    with time_machine.travel(begin + timedelta(minutes=8), tick=False):
        assert client.get("/admin/").status_code == 200
    with time_machine.travel(begin + timedelta(minutes=13, seconds=1), tick=False):
        answer = client.get("/home/")
        assert (answer.status_code, answer.url) == (302, "/sign-in/?next=/home/")
    assert kinds(staff.stream)[-1] == "staff.signed_out"


def test_a_page_that_refreshes_itself_keeps_nobody_signed_in(client):
    staff = make_staff(Rank.CASHIER)
    begin = clock.now()
    with time_machine.travel(begin, tick=False):
        sign_in(client, staff.username)
        client.get("/admin/")
    for minutes in (2, 4):
        with time_machine.travel(begin + timedelta(minutes=minutes), tick=False):
            client.get("/admin/", headers={"HX-Request": "true"})
    with time_machine.travel(begin + timedelta(minutes=6), tick=False):
        assert client.get("/home/").status_code == 302


def test_a_new_password_ends_every_session(client):
    staff = make_staff(Rank.CASHIER)
    sign_in(client, staff.username)
    posts.set_password(staff=staff, password="another", by="system", at=clock.now())
    assert client.get("/home/").status_code == 302


def test_one_s_own_password_is_changed_with_the_old_one_and_other_sessions_end(client):
    staff = make_staff(Rank.CASHIER)
    other = Client()
    sign_in(client, staff.username)
    sign_in(other, staff.username)
    assert client.post("/password/", {"old": "wrong", "new": "another one"}).status_code == 422
    assert client.post("/password/", {"old": "secret", "new": "another one"}).status_code == 302
    assert client.get("/home/").status_code == 200
    assert other.get("/home/").status_code == 302
    assert "staff.password_set" in kinds(staff.stream)


def test_a_suspended_person_is_out_at_the_next_request(client):
    staff = make_staff(Rank.TABLE_GAMES_MANAGER)
    sign_in(client, staff.username)
    posts.set_active(staff=staff, active=False, by="system", at=clock.now(), reason="test")
    assert client.get("/home/").status_code == 302


def test_sign_out_ends_the_session_and_needs_a_post(client):
    staff = make_staff(Rank.CASHIER)
    sign_in(client, staff.username)
    assert client.get("/sign-out/").status_code == 405
    client.post("/sign-out/")
    assert client.get("/home/").status_code == 302
    assert kinds(staff.stream) == ["staff.signed_in", "staff.signed_out"]


@pytest.mark.parametrize("target", ["https://evil.example/", "//evil.example/", "/\\evil.example"])
def test_sign_in_sends_nobody_to_another_site(client, target):
    staff = make_staff(Rank.CASHIER)
    assert sign_in(client, staff.username, next=target).url == "/admin/"


def at_kiosk(client: Client, card: str, pin: str):
    return client.post("/kiosk/sign-in/", {"card": card, "pin": pin})


def player_with_pin(pin: str = "4321"):
    player = make_player()
    players.set_pin(player=player, pin=pin, by="system", at=clock.now())
    return player


def test_a_player_signs_in_with_card_and_pin_and_leaves_nothing_behind(client):
    player = player_with_pin()
    assert at_kiosk(client, player.card_number, "4321").status_code == 302
    assert player.name in client.get("/kiosk/").content.decode()
    client.post("/kiosk/sign-out/")
    left = client.get("/kiosk/")
    assert player.name not in left.content.decode() and player.card_number not in left.content.decode()
    assert "no-store" in left["Cache-Control"]
    assert kinds(player.stream)[-2:] == ["player.signed_in", "player.signed_out"]


def test_a_kiosk_that_nobody_touches_forgets_the_player(client):
    player = player_with_pin()
    begin = clock.now()
    with time_machine.travel(begin, tick=False):
        at_kiosk(client, player.card_number, "4321")
        assert player.name in client.get("/kiosk/").content.decode()
    with time_machine.travel(begin + timedelta(minutes=2, seconds=1), tick=False):
        assert player.name not in client.get("/kiosk/").content.decode()


def test_wrong_pins_lock_the_card_at_that_kiosk(client):
    player = player_with_pin()
    for _ in range(5):
        assert at_kiosk(client, player.card_number, "0000").status_code in {403, 429}
    assert at_kiosk(client, player.card_number, "4321").status_code == 429
    assert player.name not in client.get("/kiosk/").content.decode()


def test_an_excluded_player_is_sent_to_staff_and_the_screen_does_not_say_why(client):
    player = player_with_pin()
    players.exclude(player=player, kind=Exclusion.Kind.SELF, by="system", at=clock.now())
    answer = at_kiosk(client, player.card_number, "4321")
    shown = answer.content.decode()
    assert answer.status_code == 403 and "member of staff" in shown
    assert "exclu" not in shown.lower() and player.name not in shown
    assert player.name not in client.get("/kiosk/").content.decode()


def test_a_wrong_pin_is_written_down_nowhere(client):
    player = player_with_pin()
    at_kiosk(client, player.card_number, "9182")
    with connection.cursor() as cursor:
        cursor.execute("SELECT string_agg(t::text, '') FROM axes_accessattempt t")
        assert "9182" not in cursor.fetchone()[0]


def test_somebody_is_told_once_of_a_lock_however_often_it_is_tried(client):
    staff = make_staff(Rank.CASHIER)
    for _ in range(8):
        sign_in(client, staff.username, "wrong")
    assert Lockout.objects.filter(username=staff.username).count() == 1


def test_times_on_lists_are_the_property_s_own(client):
    prop = make_property(time_zone="Pacific/Auckland")
    boss = make_staff(Rank.TABLE_GAMES_MANAGER, prop)
    player = make_player(prop)
    evening = datetime(2026, 11, 14, 7, 42, 16, tzinfo=UTC)
    players.exclude(player=player, kind=Exclusion.Kind.CASINO, by="system", at=evening)
    sign_in(client, boss.username)
    assert "14 Nov 2026, 20:42:16" in client.get("/admin/house/exclusion/").content.decode()


def test_a_terminal_s_pin_opens_nothing_but_a_terminal(client):
    staff = make_staff(Rank.CASINO_SUPERVISOR, number=777)
    posts.set_pin(staff=staff, pin="2468", by="system", at=clock.now())
    player = player_with_pin()
    assert sign_in(client, "number:777", "2468").status_code == 403
    assert sign_in(client, f"card:{player.card_number}", "4321").status_code == 403
    assert client.get("/home/").status_code == 302


@pytest.mark.parametrize("username", ["nul\x00byte", "x" * 300, "", ":", "number:", "card:"])
def test_a_name_that_nobody_can_have_is_refused_not_a_crash(client, username):
    assert sign_in(client, username).status_code == 403
    assert at_kiosk(client, username, "4321").status_code == 403


def test_an_exclusion_ends_what_a_player_has_open_at_a_kiosk(client):
    player = player_with_pin()
    at_kiosk(client, player.card_number, "4321")
    players.exclude(player=player, kind=Exclusion.Kind.SELF, by="system", at=clock.now())
    assert player.name not in client.get("/kiosk/").content.decode()


def test_leading_zeros_do_not_make_another_number(rf):
    staff = make_staff(Rank.DEALER, number=888)
    posts.set_pin(staff=staff, pin="1357", by="system", at=clock.now())
    outcomes = []
    for zeros in range(6):
        request = rf.post("/terminal/x/", REMOTE_ADDR="10.9.9.9")
        with pytest.raises(Refused) as refusal:
            signing_in.dealer_sign_on(request, number="0" * zeros + "888", pin="0000")
        outcomes.append("Too many" in refusal.value.message)
    assert outcomes == [False] * 4 + [True] * 2


def test_a_player_at_a_kiosk_does_not_sign_staff_out_of_the_same_browser(client):
    staff, player = make_staff(Rank.CASHIER), player_with_pin()
    sign_in(client, staff.username)
    at_kiosk(client, player.card_number, "4321")
    client.post("/kiosk/sign-out/")
    assert client.get("/home/").status_code == 200
