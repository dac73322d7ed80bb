"""Pages as a browser gets them: landmarks, headings in order, a label for every field, play money said aloud."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from django.test import Client

from casino.house.models import Property
from casino.house.ranks import Rank
from tests.factories import make_place, make_player, make_property, make_staff
from tests.look.markup import Page

pytestmark = pytest.mark.django_db

OPEN_TO_ANYBODY = ("/", "/sign-in/", "/rules/", "/rules/?from=kiosk", "/kiosk/", "/nothing-here/")
MANAGERS = ("/home/", "/admin/", "/admin/house/place/", "/admin/house/staff/", "/admin/house/place/add-place/")
FIELDS = ("input", "select", "textarea")
NO_LABEL = ("hidden", "submit", "button", "reset")


def page(client: Client, path: str) -> Page:
    return Page(client.get(path).content.decode())


def of(shown: Page, *names: str) -> list[dict[str, str]]:
    return [given for tag, given in shown.tags if tag in names]


def faults(shown: Page) -> list[str]:
    """What a screen reader would stumble over."""
    found = [f"{len(of(shown, name))} × {name}" for name in ("main", "h1") if len(of(shown, name)) != 1]
    levels = [int(tag[1]) for tag, _ in shown.tags if tag in {"h1", "h2", "h3", "h4"}]
    found += [f"h{a} then h{b}" for a, b in pairwise(levels) if b > a + 1]
    ids = Counter(given["id"] for _, given in shown.tags if given.get("id"))
    found += [f"id {name} twice" for name, count in ids.items() if count > 1]
    labelled = {given.get("for") for given in of(shown, "label")}
    for given in of(shown, *FIELDS):
        named = given.get("id") in labelled or given.get("aria-label") or given.get("aria-labelledby")
        if given.get("type") not in NO_LABEL and not named:
            found.append(f"no label: {given}")
    found += [f"no alt: {given}" for given in of(shown, "img") if "alt" not in given]
    return found + shown.refused


def manager(client: Client, **fields: object) -> Property:
    prop = make_property(**fields)
    make_place(prop, code="BA-12", name="Te Whanganui-a-Tara Grand Baccarat 12")
    client.force_login(make_staff(Rank.TABLE_GAMES_MANAGER, prop), backend="casino.house.signing_in.StaffBackend")
    return prop


@pytest.mark.parametrize("path", OPEN_TO_ANYBODY)
def test_pages_for_anybody_read_well(client: Client, path: str) -> None:
    assert faults(page(client, path)) == []


@pytest.mark.parametrize("path", MANAGERS)
def test_pages_for_managers_read_well(client: Client, path: str) -> None:
    manager(client)
    assert faults(page(client, path)) == []


@pytest.mark.parametrize("path", ["/", "/admin/", "/rules/", "/kiosk/"])
def test_the_policy_lets_no_page_run_what_stands_in_it(client: Client, path: str) -> None:
    manager(client)
    policy = client.get(path)["Content-Security-Policy"]
    assert "unsafe-inline" not in policy
    assert "unsafe-eval" not in policy


@pytest.mark.parametrize("path", MANAGERS)
def test_play_money_is_said_on_every_page_of_a_training_property(client: Client, path: str) -> None:
    manager(client, training=True)
    assert "Training – play money" in client.get(path).content.decode()


def test_a_property_with_real_money_says_nothing_of_training(client: Client) -> None:
    manager(client, training=False)
    assert "Training – play money" not in client.get("/admin/").content.decode()


def test_a_kiosk_greets_its_player_and_forgets_nothing_of_play_money(client: Client) -> None:
    player = make_player(make_property(training=True), name="Hana Whittaker")
    session = client.session
    session["player"], session["player_seen"] = player.pk, "2999-01-01T00:00:00+00:00"
    session.save()
    shown = client.get("/kiosk/").content.decode()
    assert faults(Page(shown)) == []
    assert "Hana Whittaker" in shown
    assert "Training – play money" in shown
    assert "data-idle" in shown


def test_a_refusal_says_why_and_who_could_do_it(client: Client) -> None:
    client.force_login(make_staff(Rank.DEALER), backend="casino.house.signing_in.StaffBackend")
    answer = client.get("/admin/")
    assert answer.status_code == 403
    shown = answer.content.decode()
    assert faults(Page(shown)) == []
    assert "Who could do it" in shown
    assert answer["X-Request-Id"] in shown
