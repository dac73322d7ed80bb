"""The rules at a kiosk: those of its own house, in force now, and no way out of the kiosk."""

from __future__ import annotations

import pytest
import time_machine
from django.test import Client

from games.rulebook import citing, opened
from tests.factories import make_player
from tests.rulebook.public_world import NOW, World, abroad, make_world

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _now():
    citing._line.cache_clear()
    opened._redlined.cache_clear()
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def world() -> World:
    return make_world()


def at_kiosk(world: World) -> Client:
    client, player = Client(), make_player(world.people.property)
    session = client.session
    session["player"], session["player_seen"] = player.pk, NOW.isoformat()
    session.save()
    return client


def read(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, (path, answer.status_code)
    return str(answer.content.decode())


def test_a_kiosk_shows_the_rules_of_its_own_house(world):
    abroad()
    client = at_kiosk(world)
    assert "Baccarat" in read(client, "/kiosk/rules/") and "RWS" not in read(client, "/kiosk/rules/")
    shown = read(client, "/kiosk/rules/NZ5/")
    assert "each one a Free Hand" in shown and 'href="/kiosk/rules/NZ5/5.10(c)/"' in shown
    assert client.get("/kiosk/rules/RWS/").status_code == 404
    assert "data-idle" in shown, "it forgets whom it served"


def test_a_kiosk_leads_nowhere_but_to_itself(world):
    client = at_kiosk(world)
    for path in ("/kiosk/rules/", "/kiosk/rules/NZ5/", "/kiosk/rules/NZ5/8.3/", "/kiosk/rules/search/?q=round"):
        main = read(client, path).split("<main")[1].split("</main>")[0]
        links = [part.split('"')[0] for part in main.split('href="')[1:]]
        outside = [link for link in links if link.startswith("/") and not link.startswith(("/kiosk/", "/static/"))]
        assert not outside, (path, outside)


def test_changes_and_search_at_a_kiosk(world):
    client = at_kiosk(world)
    assert "<ins>" in read(client, "/kiosk/rules/NZ5/?changes=on")
    assert "8.3" in read(client, "/kiosk/rules/search/?q=free+hand")


def test_without_a_player_or_pairing_a_browser_is_no_kiosk(world, settings):
    settings.DEMO = False
    shown = Client().get("/kiosk/rules/NZ5/").content.decode()
    assert "each one a Free Hand" not in shown
