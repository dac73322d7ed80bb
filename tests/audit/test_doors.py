"""Who comes in, who does not, and that every look is recorded."""

from __future__ import annotations

import json
import re

import pytest
from django.conf import settings
from django.db import connections
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from casino import clock
from casino.audit import pages
from casino.audit.doors import Inspector, reads
from casino.audit.models import Verification
from casino.audit.reading import OrdinaryConnection, read, read_only
from casino.audit.verifications import ask
from casino.house.models import Staff
from casino.house.ranks import Rank
from casino.trail.models import Event
from tests.audit.conftest import AT
from tests.devices.makers import as_device, bearer, make_device
from tests.factories import make_player, make_staff

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "audit"])


@pytest.fixture
def own(evening, inspector) -> dict[str, str]:
    """The audit's own pages, with something behind each."""
    stream = Event.objects.filter(kind="limits.changed").values_list("stream", flat=True).first()
    check = ask(by=inspector, at=AT).pk
    given = {"event": [stream, 1], "checkpoint_file": [1], "verification": [check], "progress": [check]}
    mine = [page for page in pages.all_pages() if page.view.__module__.startswith("casino.audit")]
    return {page.name: reverse(page.address_name, args=given.get(page.name, [])) for page in mine}


@pytest.fixture
def addresses(own) -> list[str]:
    """Every address that any app has registered; those of others with anything in the place of their arguments."""
    sample = {"int": "1"}
    return [
        own.get(page.name)
        or "/audit/" + re.sub(r"<(?:(\w+):)?\w+>", lambda found: sample.get(found[1], "x"), page.address)
        for page in pages.all_pages()
    ]


def test_the_inspector_is_admitted_everywhere(own, browser):
    assert len(own) == 12
    for address in own.values():
        answer = browser.get(address)
        assert answer.status_code == 200, address
        assert "no-store" in answer["Cache-Control"]
        if answer.streaming:
            assert b"".join(answer.streaming_content)


def test_pages_of_other_apps_without_arguments_open_too(addresses, own, browser):
    for page, address in zip(pages.all_pages(), addresses, strict=True):
        if page.name not in own and "<" not in page.address:
            assert browser.get(address).status_code == 200, address


def test_every_other_rank_is_refused_with_the_reason_and_who_could(addresses, enter, house):
    others = [rank for rank in Rank if rank is not Rank.INSPECTOR]
    assert len(others) == 10
    for rank in others:
        client = enter(make_staff(rank, house))
        for address in [*addresses, reverse("audit:ask")]:
            for answer in (client.get(address), client.post(address)):
                assert answer.status_code == 403, (rank, address)
                assert "Inspect the record" in answer.content.decode()
                assert "Inspector" in answer.content.decode()
    assert not Event.objects.filter(kind="audit.looked").exists()


def test_nobody_at_all_is_asked_to_sign_in(addresses):
    client = Client()
    for address in [*addresses, reverse("audit:ask")]:
        for answer in (client.get(address), client.post(address)):
            assert answer.status_code == 302, address
            assert answer["Location"].startswith("/sign-in/?next=/audit/")


def test_a_player_and_a_device_are_nobody_here(addresses, house):
    kiosk = Client()
    session = kiosk.session
    session["player"], session["player_seen"] = make_player(house).pk, clock.now().isoformat()
    session.save()
    device, token = make_device(prop=house)
    for client in (kiosk, as_device(device, token), Client(headers=bearer(token))):
        assert {client.get(address).status_code for address in addresses} == {302}


def test_an_inspector_whose_post_has_ended_is_refused(addresses, browser, inspector):
    inspector.posts.update(until_at=AT)
    assert {browser.get(address).status_code for address in addresses} == {403}


def test_every_look_is_recorded_before_anything_is_shown(own, browser, inspector):
    for address in own.values():
        answer = browser.get(f"{address}?a=1")
        if answer.streaming:
            list(answer.streaming_content)
    looks = Event.objects.filter(kind="audit.looked").order_by("seq")
    assert {look.actor for look in looks} == {inspector.stream}
    seen = [json.loads(look.after)["address"] for look in looks]
    assert seen == [address for address in own.values() if "/progress/" not in address]
    assert looks[0].subject == "page:overview"
    assert looks[0].request != ""


def test_pages_only_show(addresses, browser):
    for address in addresses:
        for method in (browser.post, browser.put, browser.delete, browser.patch):
            assert method(address).status_code == 405


def test_a_page_that_would_use_the_ordinary_connection_fails_at_once(inspector):
    with read_only():
        assert Staff.objects.defer("password", "pin").get().pk == inspector.pk
        with pytest.raises(OrdinaryConnection):
            connections["default"].cursor().execute("SELECT 1")
        with pytest.raises(OrdinaryConnection):
            list(Staff.objects.using("default"))
    assert Staff.objects.get().password


def test_what_an_app_registers_gets_the_door(browser, inspector, enter, house, monkeypatch):
    def view(request, *args):
        return HttpResponse(read(Staff).get(pk=inspector.pk).name)

    door = reads(view, name="theirs")
    request = RequestFactory().get("/audit/theirs/")
    request.session = browser.session
    request.user = inspector
    assert door(request).content.decode() == "Ruth Amohau"
    assert isinstance(request.inspector, Inspector)
    assert Event.objects.get(kind="audit.looked").subject == "page:theirs"


def test_without_the_read_only_connection_the_pages_are_closed(browser, monkeypatch):
    connections["audit"].close()
    monkeypatch.setitem(connections["audit"].settings_dict, "USER", "nobody_of_that_name")
    answer = browser.get(reverse("audit:overview"))
    assert answer.status_code == 503
    assert "audit_role" in answer.content.decode()
    connections["audit"].close()


def test_addresses_with_every_oddity_are_pages_or_not_found(evening, browser):
    strange = [
        "\x00",
        "%00",
        "'; DROP TABLE trail_event; --",
        "\u2028",
        "🃏",
        "../../etc/passwd",
        "a" * 3000,
        "%",
        "\\",
    ]
    for text in strange:
        answer = browser.get(reverse("audit:trail"), dict.fromkeys(("stream", "person", "kind", "since"), text))
        assert answer.status_code == 200
        assert browser.get(reverse("audit:trail"), {"before": text}).status_code == 200
        assert browser.get(reverse("audit:checkpoints"), {"below": text}).status_code == 200
        for name in ("streams", "since", "against"):
            assert browser.get(reverse("audit:export_file"), {name: text}).status_code in {200, 422}
    for path in ("trail/%00/1/", "trail/place:1/99999999999999999999999/", "verify/99999999999999999999999/",
                 "checkpoints/99999999999999999999999.json", "trail/nothing/1/"):  # fmt: skip
        assert browser.get(f"/audit/{path}").status_code == 404
    assert Event.objects.filter(kind="limits.changed").count() == 6


def test_no_settings_of_the_regulators_connection_are_the_ordinary_ones():
    assert settings.DATABASES["audit"]["USER"] != settings.DATABASES["default"]["USER"]
    assert Verification.objects.using("audit").count() == 0
