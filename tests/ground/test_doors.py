"""From outside: every address that Pitboss has, tried by those who may not use it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.converters import IntConverter

from casino.house.ranks import Rank
from tests.factories import make_property, make_staff

pytestmark = pytest.mark.django_db

# For anybody, or a door itself: what a stranger sees there is the door.
OPEN = (
    "/", "/sign-in/", "/rules/", "/kiosk/", "/kiosk/sign-in/", "/kiosk/sign-out/", "/healthz", "/readyz", "/metrics",
    "/api/schema/", "/api/docs/", "/admin/login/", "/admin/jsi18n/",
)  # fmt: skip
# An unpaired browser sees a pairing code and nothing else.
PAIRING = ("/display/", "/terminal/", "/station/", "/api/devices/pair")
# For anybody who asks (NZ1 19.2, WA 38.11); what is no longer or not yet public there has tests of its own.
PUBLIC = ("/rules/", "/kiosk/rules/", "/api/rules/")
REFUSED = {302, 400, 401, 403, 404, 405}


def addresses(patterns: list[URLPattern | URLResolver], prefix: str = "/") -> Iterator[str]:
    for pattern in patterns:
        route = str(pattern.pattern)
        values = {
            name: "1" if isinstance(converter, IntConverter) else "x"
            for name, converter in pattern.pattern.converters.items()
        }
        for name, value in values.items():
            for kind in ("int", "str", "slug", "path", "uuid"):
                route = route.replace(f"<{kind}:{name}>", value)
            route = route.replace(f"<{name}>", value)
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns, prefix + route)
        elif "(?P" not in route and "^" not in route:
            yield prefix + route


def closed() -> list[str]:
    found = sorted(set(addresses(get_resolver().url_patterns)))
    return [path for path in found if path not in OPEN and not path.startswith(PAIRING + PUBLIC)]


def signed_in(rank: Rank) -> Client:
    client = Client()
    client.force_login(make_staff(rank, make_property()), backend="casino.house.signing_in.StaffBackend")
    return client


def test_there_are_doors_to_try():
    assert len(closed()) > 40


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_stranger_is_let_in_nowhere(method):
    client = Client()
    let_in = {path: code for path in closed() if (code := getattr(client, method)(path).status_code) not in REFUSED}
    assert let_in == {}


@pytest.mark.parametrize("rank", [Rank.DEALER, Rank.INSPECTOR, Rank.AUTHORITY])
@pytest.mark.parametrize("method", ["get", "post"])
def test_the_managers_pages_do_not_open_for_other_ranks(rank, method):
    client = signed_in(rank)
    own = ("/admin/rulebook/", "/admin/logout/") if rank is Rank.AUTHORITY else ()
    managers = [path for path in closed() if path.startswith("/admin/") and not path.startswith(own or "-")]
    let_in = {path: code for path in managers if (code := getattr(client, method)(path).status_code) not in REFUSED}
    if rank is Rank.AUTHORITY:
        let_in.pop("/admin/", None)
    assert let_in == {}


@pytest.mark.parametrize("rank", [rank for rank in Rank if rank is not Rank.INSPECTOR])
def test_the_audit_opens_for_the_inspector_alone(rank):
    client = signed_in(rank)
    let_in = {
        path: code for path in closed() if path.startswith("/audit/") and (code := client.get(path).status_code) == 200
    }
    assert let_in == {}
