"""Importing a regulator's document: upload or paste, look at what was read beside its flags, save it as a draft."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from django import forms as plain
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from casino import clock
from casino.files import store
from casino.files.models import Kept
from casino.house.signing_in import here
from casino.refused import Refused
from games.rulebook import drafts, parameters, succession, versions
from games.rulebook.importing.flags import Flag, flags_of
from games.rulebook.importing.loading import text_of
from games.rulebook.importing.reader import Document as Read
from games.rulebook.importing.reader import Entry, read
from games.rulebook.models import Document, Version
from games.rulebook.pages import forms
from games.rulebook.pages.base import DRAFT, Done, RulebookPage, home, me, need, sent
from games.rulebook.shapes import ParameterValue

PASTED = "pasted.md"


@dataclass(slots=True)
class Piece:
    """What was read from some lines, with what a person has to settle there."""

    first: int
    last: int
    kind: str
    entry: Entry | None
    text: str
    flags: list[Flag] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Preview:
    pieces: list[Piece]
    flags: list[Flag]
    lines: int
    left_over: int
    kinds: dict[str, int]

    @property
    def share(self) -> float:
        return 100 * self.left_over / self.lines if self.lines else 0.0


def preview(text: str) -> tuple[Read, Preview]:
    """Every line is accounted for: as a clause, a definition, a table …, or as left over."""
    found = read(text)
    pieces = [Piece(one.first, one.last, one.kind, one, one.text) for one in found.entries]
    pieces += [Piece(first, last, "left_over", None, left) for first, last, left in found.left_over]
    pieces.sort(key=lambda piece: piece.first)
    flags = flags_of(found)
    by_line = {piece.first: piece for piece in pieces}
    kinds: dict[str, int] = defaultdict(int)
    for piece in pieces:
        kinds[piece.kind] += 1
    for flag in flags:
        by_line[flag.lines[0]].flags.append(flag)
    lines = sum(bool(line.strip()) for line in text.splitlines())
    left = sum(last - first + 1 for first, last, _left in found.left_over)
    return found, Preview(pieces, flags, lines, left, dict(kinds))


def values_for(document: Document, base: Version | None, found: Read) -> tuple[ParameterValue, ...]:
    """The values that the new text keeps: the base's, else the engine's own under clauses that the text has."""
    if base is not None:
        return tuple(versions.parameter_values(base))
    numbers = {entry.number for entry in found.entries}
    known = parameters.standard(document.code)
    return tuple(one for one in known if one.clause.partition(" ")[2] in numbers)


class Save(plain.Form):
    """The second step: what was looked at, by its hash."""

    sha256 = plain.RegexField(r"^[0-9a-f]{64}\Z")
    document = plain.IntegerField()
    label = plain.CharField(max_length=80)


class Imports(RulebookPage):
    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        own = [
            path("import/", view(self.take), name="rulebook_version_import"),
            path("import/preview/", view(self.look), name="rulebook_version_preview"),
        ]
        return own + super().get_urls()

    def take(self, request: HttpRequest) -> HttpResponse:
        """Keep the bytes as they came, then show what was read from them."""
        at_hand = here(request)
        prop = need(request, DRAFT, at_hand.jurisdiction if at_hand else "")
        form = forms.Import(
            *sent(request), jurisdiction=prop.jurisdiction,
            initial={"document": request.GET.get("document")},
        )  # fmt: skip
        if request.method == "POST" and form.is_valid() and (url := self.keep(request, form)):
            return redirect(url)
        context = {"title": _("Import a document"), "prop": prop, "form": form}
        return self.show(request, "admin/rulebook/import.html", context, 422 if form.errors else 200)

    def keep(self, request: HttpRequest, form: forms.Import) -> str:
        data = form.cleaned_data
        content, name = (data["file"].read(), data["file"].name) if data["file"] else (data["pasted"].encode(), PASTED)
        try:
            text_of(content, name)
            kept = store.keep(content=content, name=name, by=me(request), at=clock.now(), property=here(request))
        except Refused as refused:
            form.add_error("file" if data["file"] else "pasted", str(refused))
            return ""
        asked = urlencode({"sha256": kept.sha256, "document": data["document"].pk, "label": data["label"]})
        return f"{reverse('admin:rulebook_version_preview')}?{asked}"

    def look(self, request: HttpRequest) -> HttpResponse:
        """The preview; saving it is the one thing that can be done with it."""
        form = Save(request.POST if request.method == "POST" else request.GET)
        if not form.is_valid():
            raise Http404
        document = self.document(request, form.cleaned_data["document"])
        prop = need(request, DRAFT, document.jurisdiction)
        kept = Kept.objects.filter(file_id=form.cleaned_data["sha256"], by=me(request)).order_by("-pk").first()
        if kept is None:
            raise Http404
        found, shown = preview(text_of(store.read(kept.file, at=clock.now()), kept.name))
        base = succession.holding(document).last()
        values = values_for(document, base, found)

        def call(data: dict[str, Any]) -> str:
            made = drafts.save(
                found, document=document, label=data["label"], by=me(request), at=clock.now(), base=base,
                parameters=values,
            )  # fmt: skip
            return Done(_("Saved as a draft."), reverse("admin:rulebook_version_change", args=[made.pk]))

        if request.method == "POST" and (done := self.attempt(request, form, call)):
            return redirect(getattr(done, "url", ""))
        context = {
            "title": _("What was read"), "prop": prop, "form": form, "document": document, "preview": shown,
            "kept": kept, "base": base, "values": values,
        }  # fmt: skip
        failed = request.method == "POST" and bool(form.errors)
        return self.show(request, "admin/rulebook/preview.html", context, 422 if failed else 200)

    def document(self, request: HttpRequest, pk: int) -> Document:
        found = Document.objects.filter(pk=pk).first()
        if found is None or home(request, DRAFT, found.jurisdiction) is None:
            raise Http404
        return found
