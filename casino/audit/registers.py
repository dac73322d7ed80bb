"""What the audit tells the others: its duty, its pages, its line on the floor."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as lazy

from casino import health
from casino.audit import downloads, pages, state, views
from casino.audit.doors import LOOK
from casino.house import duties, floor
from casino.house.ranks import Rank


def register() -> None:
    duties.register(LOOK, lazy("Inspect the record"), Rank.INSPECTOR)
    floor.register_health(state.health)
    health.register_figures(state.figures)
    pages.register("", views.overview, name="overview", label=lazy("Overview"), icon="shield", group=lazy("Audit"))
    pages.register(
        "trail/", views.trail, name="trail", label=lazy("Events"), icon="chain", group=pages.PROOF,
        about=lazy("Who did what, when, under which clause: by stream, by person, by kind, by time."),
    )  # fmt: skip
    pages.register("trail/<path:stream>/<int:seq>/", views.event, name="event")
    pages.register(
        "checkpoints/", views.checkpoints_page, name="checkpoints", label=lazy("Checkpoints"), icon="lock",
        group=pages.PROOF, about=lazy("The seals, one a minute, to be taken away and held elsewhere."),
    )  # fmt: skip
    pages.register("checkpoints/<int:number>.json", downloads.checkpoint_file, name="checkpoint_file")
    pages.register("checkpoints.jsonl", downloads.checkpoint_files, name="checkpoint_files")
    pages.register("key.pem", downloads.key_file, name="key_file")
    pages.register(
        "verify/", views.verify, name="verify", label=lazy("Verify"), icon="ok", group=pages.PROOF,
        about=lazy("Check every event and every seal now, and against checkpoints that you hold."),
    )  # fmt: skip
    pages.register("verify/<int:number>/", views.verification, name="verification")
    # It belongs to the page above, whose look is recorded; it shows nothing else.
    pages.register("verify/<int:number>/progress/", views.progress, name="progress", recorded=False)
    pages.register(
        "exports/", downloads.exports, name="exports", label=lazy("Exports"), icon="download", group=pages.PROOF,
        about=lazy("The record as a file that you check on your own machine, without us."),
    )  # fmt: skip
    pages.register("exports/trail.jsonl", downloads.export_file, name="export_file")
