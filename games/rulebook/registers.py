"""What the rulebook tells the house: its duties, its live channel and what it does at an instant."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from casino.house import clauses, demo
from casino.house.duties import register as duty
from casino.house.ranks import Rank
from games.rulebook import announcing, audit, citing, elections, jobs, versions  # noqa: F401  two register what is due
from games.rulebook.content.load import load


def register() -> None:
    see = (Rank.GAME_SUPERVISOR, Rank.COMPLIANCE, Rank.POKER_SUPERVISOR, Rank.TOURNAMENT_DIRECTOR, Rank.AUTHORITY)
    duty("rulebook.see", _("See the rulebook and what is under way"), *see)
    duty("rulebook.draft", _("Draft rules and applications"), Rank.COMPLIANCE)
    duty("rulebook.apply", _("Apply for the approval of rules"), Rank.TABLE_GAMES_MANAGER)
    duty("rulebook.decide", _("Decide on rules and elections"), Rank.AUTHORITY)
    duty("rulebook.elect", _("Elect within the rules"), Rank.TABLE_GAMES_MANAGER)
    announcing.register_channel()
    jobs.register()
    clauses.register_changed(citing.changed_since)
    audit.register()
    demo.register_loader(load)
