"""A live page over a restart of Redis and of the web server: it says when it is stale, and is right again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from playwright.sync_api import expect

from tests.whole import ROOT, until


def rename(running, name: str) -> None:
    """A change of the place as an app above would make it: in a transaction, through the web's own code."""
    code = (
        "import django; django.setup()\n"
        "from django.db import transaction\n"
        "from casino.house.models import Place\n"
        "from casino.live.publish import changed\n"
        "with transaction.atomic():\n"
        "    place = Place.objects.get(code='BA-14')\n"
        f"    Place.objects.filter(pk=place.pk).update(name={name!r})\n"
        "    changed(f'place/{place.pk}', 'changed', {})\n"
    )
    env = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    env |= {"PITBOSS_VAR": str(running.var), "PITBOSS_ENV": "development", "DJANGO_SETTINGS_MODULE": "casino.settings"}
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=env, check=True)


def display(signed_in, **options):
    page = signed_in("manager", **options)
    page.goto("/display/table/BA-14/")
    expect(page.locator(".standing h1")).to_be_visible()
    page.wait_for_function("document.documentElement.dataset.state === 'live'")
    return page


def shows(page, name: str) -> None:
    expect(page.locator(".standing h1")).to_have_text(name, timeout=20_000)


def test_a_change_reaches_a_preview_without_a_reload_and_its_clock_is_the_property_s(signed_in, running):
    page = display(signed_in, timezone_id="America/New_York")
    expect(page.get_by_text("PREVIEW")).to_be_visible()
    now = datetime.now(ZoneInfo("Pacific/Auckland"))
    said = {(now + timedelta(seconds=late)).strftime("%H:%M:%S") for late in range(-1, 4)}
    assert page.locator(".now").inner_text() in said, "the property's time, not the browser's"
    page.evaluate("window.same = true")
    rename(running, "Baccarat XIV")
    shows(page, "Baccarat XIV")
    assert page.evaluate("window.same")


def test_a_screen_follows_over_a_restart_of_redis(signed_in, running):
    page = display(signed_in)
    page.evaluate("window.same = true")
    running.kill("redis")
    rename(running, "After Redis")
    shows(page, "After Redis")
    assert page.evaluate("window.same")
    until(running.is_ready, "all of it ready again")


def test_a_screen_follows_over_a_restart_of_the_web_server(signed_in, running):
    page = display(signed_in)
    page.evaluate("window.same = true")
    running.kill("web")
    rename(running, "After the web server")
    shows(page, "After the web server")
    assert page.evaluate("window.same")
    until(running.is_ready, "all of it ready again")


def test_a_screen_that_hears_nothing_says_so_and_since_when(signed_in, running):
    page = display(signed_in)
    # Stopped, not dead: nobody starts another, and nothing answers.
    stopped = running.parts()["redis"]
    os.kill(stopped, signal.SIGSTOP)
    try:
        expect(page.locator(".not-heard")).to_be_visible(timeout=15_000)
        assert page.locator("[data-stale-at]").inner_text().count(":") == 2
        assert page.locator("html").get_attribute("data-state") == "stale"
    finally:
        os.kill(stopped, signal.SIGCONT)
    expect(page.locator(".not-heard")).to_be_hidden(timeout=15_000)
    rename(running, "Baccarat 14")
    shows(page, "Baccarat 14")
    until(running.is_ready, "all of it ready again")
