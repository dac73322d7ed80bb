"""The instant that somebody asks about, typed as people write days, in the jurisdiction's own time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.utils import formats
from django.utils.translation import gettext as _

from casino.house.models import Jurisdiction

ZONES = {Jurisdiction.NZ: "Pacific/Auckland", Jurisdiction.WA: "Australia/Perth", Jurisdiction.SG: "Asia/Singapore"}
DAYS = ("%d %b %Y", "%d %B %Y", "%Y-%m-%d", "%d/%m/%Y")
CLOCKS = ("", " %H:%M", " %H:%M:%S")
YEARS = range(1900, 2200)
LONGEST = 60


@dataclass(frozen=True, slots=True)
class Home:
    """Where a rulebook holds; pages show its instants in its time, as they do a property's."""

    jurisdiction: str

    @property
    def name(self) -> str:
        return str(Jurisdiction(self.jurisdiction).label)

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(ZONES[Jurisdiction(self.jurisdiction)])

    def local(self, at: datetime) -> datetime:
        return at.astimezone(self.zone)


@dataclass(frozen=True, slots=True)
class Asked:
    """The instant that is shown. `typed` is empty for now; `error` says why what was typed could not be read."""

    home: Home
    at: datetime
    now: datetime
    typed: str = ""
    error: str = ""

    @property
    def is_now(self) -> bool:
        return self.at == self.now

    @property
    def ahead(self) -> bool:
        return self.at > self.now

    @property
    def shown(self) -> str:
        """What stands in the field: what was typed, else today."""
        return self.typed or formats.date_format(self.home.local(self.now), "j M Y")

    def query(self, **more: object) -> str:
        """`?at=…` for links that stay at this instant."""
        kept = {} if self.is_now else {"at": self.typed}
        given = kept | {name: value for name, value in more.items() if value}
        return f"?{urlencode(given)}" if given else ""


def asked(text: str, jurisdiction: str, now: datetime) -> Asked:
    """A day means its beginning, and today means now. What cannot be read is said, and now is shown."""
    home, typed = Home(jurisdiction), " ".join(text.replace("\x00", " ").split())[:LONGEST]
    if not typed:
        return Asked(home, now, now)
    found = _instant(typed, home, now)
    if found is None or found.year not in YEARS:
        return Asked(home, now, now, typed, _("Type a day and perhaps a time, such as 14 Nov 2026 20:42."))
    return Asked(home, found, now, typed)


def cited(at: datetime) -> str:
    """An instant as links carry it, to the microsecond."""
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _instant(typed: str, home: Home, now: datetime) -> datetime | None:
    day = _day(typed)
    if day is not None:
        today = home.local(now).date()
        return now if day == today else datetime(day.year, day.month, day.day, tzinfo=home.zone)
    return _clock_time(typed, home) or _iso(typed, home)


def _day(typed: str) -> date | None:
    for form in DAYS:
        try:
            return datetime.strptime(typed, form).date()
        except ValueError:
            continue
    return None


def _clock_time(typed: str, home: Home) -> datetime | None:
    spaced = " ".join(typed.replace(",", " ").split())
    for form in (day + clock for day in DAYS for clock in CLOCKS if clock):
        try:
            return datetime.strptime(spaced, form).replace(tzinfo=home.zone)
        except ValueError:
            continue
    return None


def _iso(typed: str, home: Home) -> datetime | None:
    # An unquoted plus sign arrives as a space.
    for text in (typed, typed.replace(" ", "+")):
        try:
            found = datetime.fromisoformat(text)
        except ValueError:
            continue
        return found if found.tzinfo else found.replace(tzinfo=home.zone)
    return None
