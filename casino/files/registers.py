"""What files tell the others: who may see and keep them, and where they stand in the navigation."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as lazy

from casino import site
from casino.files import demo
from casino.house import demo as house_demo
from casino.house import duties
from casino.house.ranks import Rank

KEEPERS = (Rank.COMPLIANCE, Rank.TABLE_GAMES_MANAGER)
DUTIES: tuple[tuple[str, Any], ...] = (
    ("files.see", lazy("See and download files")),
    ("files.keep", lazy("Keep files")),
)


def register() -> None:
    for code, label in DUTIES:
        duties.register(code, label, *KEEPERS)
    site.add_job(lazy("Record"), lazy("Files"), "admin:files_kept_changelist", duty="files.see", icon="file")
    house_demo.register_loader(demo.load)
