"""What the house tells the others: duties, navigation, and its lines on the floor."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from casino import health, site
from casino.house import duties, floor
from casino.house.models import Lockout, Property, Staff
from casino.house.ranks import Rank

EVERYBODY = (
    Rank.GAME_SUPERVISOR, Rank.POKER_SUPERVISOR, Rank.TOURNAMENT_DIRECTOR, Rank.CASHIER, Rank.COMPLIANCE,
)  # fmt: skip
GUEST_FACING = (
    Rank.CASHIER, Rank.CASINO_SUPERVISOR, Rank.POKER_SUPERVISOR, Rank.TOURNAMENT_DIRECTOR, Rank.COMPLIANCE,
)  # fmt: skip


def register() -> None:
    for code, label, ranks in (
        ("house.view_property", lazy("See the property"), EVERYBODY),
        ("house.manage_property", lazy("Change the property and its places"), (Rank.TABLE_GAMES_MANAGER,)),
        ("house.view_place", lazy("See the places"), EVERYBODY),
        ("house.view_staff", lazy("See staff and their posts"), (Rank.TABLE_GAMES_MANAGER, Rank.COMPLIANCE)),
        ("house.manage_staff", lazy("Take on staff, give and end posts"), (Rank.TABLE_GAMES_MANAGER,)),
        ("house.view_player", lazy("See players"), GUEST_FACING),
        ("house.register_player", lazy("Register and change players"), (Rank.CASHIER, Rank.CASINO_SUPERVISOR)),
        ("house.view_exclusion", lazy("See exclusions"), (Rank.CASHIER, Rank.CASINO_SUPERVISOR, Rank.COMPLIANCE)),
        ("house.exclude_player", lazy("Exclude players"), (Rank.CASHIER, Rank.CASINO_SUPERVISOR, Rank.COMPLIANCE)),
        ("house.loosen_exclusion", lazy("Change the end of exclusions"), (Rank.TABLE_GAMES_MANAGER, Rank.COMPLIANCE)),
        ("house.view_lockout", lazy("Look into wrong log-in attempts"), (Rank.CASINO_SUPERVISOR, Rank.COMPLIANCE)),
        ("house.decide", lazy("Decide for the regulator"), (Rank.AUTHORITY,)),
        ("house.deal", lazy("Sign on at a table terminal"), (Rank.DEALER,)),
    ):  # fmt: skip
        duties.register(code, label, *ranks)
    people = lazy("People")
    site.add_job(people, lazy("Players"), "admin:house_player_changelist", duty="house.view_player", icon="people")
    site.add_job(
        people, lazy("Exclusions"), "admin:house_exclusion_changelist", duty="house.view_exclusion", icon="ban"
    )
    site.add_job(people, lazy("Staff and posts"), "admin:house_staff_changelist", duty="house.view_staff", icon="badge")
    site.add_job(
        people,
        lazy("Log-in attempts"),
        "admin:house_lockout_changelist",
        duty="house.view_lockout",
        icon="lock",
    )
    place = lazy("House")
    site.add_job(place, lazy("Properties"), "admin:house_property_changelist", duty="house.view_property", icon="house")
    site.add_job(place, lazy("Places"), "admin:house_place_changelist", duty="house.view_place", icon="place")
    floor.register_need(lockouts)
    floor.register_band(places)
    floor.register_health(servers)
    health.register_figures(figures)


def lockouts(prop: Property, at: datetime) -> list[floor.Need]:
    """Locked accounts of this property's people that nobody has looked at yet."""
    waiting = Lockout.objects.filter(seen_at=None, at__gt=at - timedelta(days=7))
    names = set(Staff.objects.filter(posts__property=prop).values_list("username", flat=True))
    return [
        floor.Need(
            text=_("%(username)s was locked after repeated wrong attempts.") % {"username": lockout.username},
            url=reverse("admin:house_lockout_change", args=[lockout.pk]), since=lockout.at, icon="lock",
            duty="house.view_lockout",
        )
        for lockout in waiting[:20]
        if lockout.username in names or ":" in lockout.username or lockout.username == "unknown" or not names
    ]  # fmt: skip


def places(prop: Property, at: datetime) -> list[floor.Tile]:
    """Every place of the property; the apps that run them say what matters there."""
    found = prop.places.order_by("kind", "code")
    page = "admin:house_place_change"
    return [floor.Tile(one.code, one.name, reverse(page, args=[one.pk]), (one.get_kind_display(),)) for one in found]


def servers(prop: Property, at: datetime) -> list[floor.Health]:
    states = {
        _("Database"): health.database(), _("Live updates"): health.redis_answers(), _("Timed work"): health.worker(),
    }  # fmt: skip
    return [floor.Health(name, state == "ok", _("well") if state == "ok" else state) for name, state in states.items()]


def figures() -> dict[str, float]:
    return {"lockouts_unseen": Lockout.objects.filter(seen_at=None).count()}
