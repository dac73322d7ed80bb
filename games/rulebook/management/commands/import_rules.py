"""Import a regulator's document: read it into clauses, show the flags, save it as a draft."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from casino import clock
from casino.house import duties
from casino.house.models import Staff
from casino.refused import Refused
from games.rulebook import drafts
from games.rulebook.importing.flags import flags_of
from games.rulebook.importing.loading import text_of
from games.rulebook.importing.reader import Document as Read
from games.rulebook.importing.reader import read
from games.rulebook.models import Document


class Command(BaseCommand):
    help = "Import a rules document (text, Markdown or .docx). With --json only prints what was read."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--document", metavar="CODE", help="the document of which this is a version: NZ5")
        parser.add_argument("--label", default="", help="the version's label; the file's name where left out")
        parser.add_argument("--by", metavar="USER", help="who drafts it: a compliance officer's user name")
        parser.add_argument("--dry-run", action="store_true", help="read and report, save nothing")
        parser.add_argument(
            "--json", action="store_true", help="print clauses, flags and left-over lines; save nothing"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        try:
            found = read(text_of(file.read_bytes(), file.name))
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from None
        except Refused as refused:
            raise CommandError(str(refused)) from None
        if options["json"]:
            json.dump(as_json(found), self.stdout, ensure_ascii=False)
            self.stdout.write("")
            return
        self.report(found)
        if not options["dry_run"]:
            self.save(found, options)

    def report(self, found: Read) -> None:
        kinds = Counter(entry.kind for entry in found.entries)
        self.stdout.write(", ".join(f"{count} × {kind}" for kind, count in sorted(kinds.items())))
        for flag in flags_of(found):
            self.stdout.write(f"lines {flag.lines[0]}–{flag.lines[1]}: {flag.message}")
        self.stdout.write(f"{len(found.left_over)} lines left over.")

    def save(self, found: Read, options: dict[str, Any]) -> None:
        document = Document.objects.filter(code=options["document"]).first()
        if document is None:
            raise CommandError("Say of which document this is a version: --document CODE (or --dry-run).")
        staff = Staff.objects.filter(username=options["by"]).first()
        if staff is None or not duties.may(staff, "rulebook.draft", None):
            raise CommandError("Say who drafts it: --by USER, a compliance officer.")
        label = options["label"] or options["file"].stem
        try:
            version = drafts.save(found, document=document, label=label, by=staff, at=clock.now())
        except Refused as refused:
            raise CommandError(str(refused)) from None
        self.stdout.write(f"Saved as draft: {version}.")


def as_json(found: Read) -> dict[str, Any]:
    return {
        "clauses": [entry.as_json() for entry in found.entries],
        "flags": [flag.as_json() for flag in flags_of(found)],
        "left_over": [{"lines": [first, last], "text": text} for first, last, text in found.left_over],
    }
