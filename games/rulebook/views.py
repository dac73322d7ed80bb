"""`/rules/`: the rulebooks for anybody, now and at any date, with what changed, a link for each clause, and search."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from casino import clock
from casino.house import signing_in
from casino.house.books import BOOKS
from casino.house.models import Jurisdiction, Property
from games.rulebook import citing, exporting, opened, public, reading, versions
from games.rulebook.instants import Asked, asked
from games.rulebook.models import Document
from games.rulebook.opened import Opened, Wish
from games.rulebook.wording import value_text

MOST_WORDS = 200
CONTENT_TYPES = {"md": "text/markdown; charset=utf-8", "json": "application/json"}


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Each regulator's documents, what is in force of them, and what is built of each."""
    now = clock.now()
    context = {"shelves": shelves(typed(request, "at"), now), "consultations": public.open_ones(now)[:5]}
    return render(request, "rules/index.html", context | {"asked": _asked(request, Jurisdiction.NZ, now)})


def shelves(at: str, now: Any, jurisdictions: tuple[str, ...] = tuple(Jurisdiction.values)) -> list[dict[str, Any]]:
    """Per jurisdiction: its documents at that date in its own time, beside the books that we know."""
    found = []
    for jurisdiction in jurisdictions:
        when = asked(at, jurisdiction, now)
        then = {one.document.code: one for one in reading.documents_then(when.at, jurisdiction)}
        books = [book for book in BOOKS if book.jurisdiction == jurisdiction]
        rows = [{"book": book, "then": then.pop(book.short, None)} for book in books]
        rows += [{"book": None, "then": one} for one in then.values()]
        found.append({"asked": when, "rows": rows, "regulator": books[0].regulator if books else ""})
    return found


@require_safe
def document(request: HttpRequest, code: str) -> HttpResponse:
    found = find_document(code)
    if found.code != code:
        return redirect("rules_document", found.code)
    when = _asked(request, found.jurisdiction, clock.now())
    shown = opened.open_document(found, when, wish_of(request), reverse("rules_document", args=[found.code]))
    context = reader_context(request, shown) | {"chosen": at_this_casino(shown, signing_in.here(request))}
    return render(request, "rules/document.html", context)


def reader_context(request: HttpRequest, shown: Opened) -> dict[str, Any]:
    """What the reader needs on every surface."""
    waiting = public.open_ones(shown.asked.now).filter(document=shown.document)
    return {
        "opened": shown, "document": shown.document, "asked": shown.asked, "home": shown.asked.home,
        "book": next((book for book in BOOKS if book.short == shown.document.code), None),
        "consultations": list(waiting), "words": typed(request, "q"),
    }  # fmt: skip


def at_this_casino(shown: Opened, prop: Property | None) -> list[dict[str, str]]:
    """What the operator elected for its whole property within this document, where we know whose page it is."""
    if prop is None or prop.jurisdiction != shown.document.jurisdiction or shown.shown is None:
        return []
    return [
        {
            "label": one.term.label, "said": value_text(one.term.name, one.election.value),
            "clause": one.election.clause,
        }
        for one in reading.choices_of(prop, None, shown.document, shown.asked.at)
        if one.election is not None
    ]  # fmt: skip


@require_safe
def clause(request: HttpRequest, code: str, number: str) -> HttpResponse:
    """One clause as it stood, with how it came to read as it does. Its address stays."""
    found = find_document(code)
    context = clause_context(request, found, number, reverse("rules_document", args=[found.code]))
    return render(request, "rules/clause.html", context)


def clause_context(request: HttpRequest, found: Document, number: str, document_url: str) -> dict[str, Any]:
    when = _asked(request, found.jurisdiction, clock.now())
    shown = opened.open_document(found, when, Wish(), document_url)
    place = opened.place_of(shown, number) or number
    stands = opened.stands(shown.line, place)
    lines = opened.one_clause(shown, place)
    if not lines and not stands:
        raise Http404(_("No version of %(code)s has a clause %(number)s.") % {"code": found.code, "number": number})
    this = next((line for line in lines if line.clause.number == place), None)
    sets = [one for one in shown.settings if one.clause.partition(" ")[2].split(",")[0] == place]
    return reader_context(request, shown) | {
        "number": place, "typed_number": number, "lines": lines, "this": this, "stands": stands, "sets": sets,
    }  # fmt: skip


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Over all documents or in one, as they stood at a date. A clause by its full name is opened at once."""
    now, words, within = clock.now(), typed(request, "q")[:MOST_WORDS], typed(request, "in")
    if target := _named(words, within):
        return redirect(target + _asked(request, _home_of(within), now).query())
    context = found_words(words, within, typed(request, "at"), now)
    when = _asked(request, _home_of(within), now)
    told = {"asked": when, "words": words, "within": within, "books": BOOKS}
    return render(request, "rules/search.html", context | told)


def found_words(words: str, within: str, at: str, now: Any, only: str = "") -> dict[str, Any]:
    """What was found, by document; each jurisdiction at that date in its own time."""
    groups: dict[str, dict[str, Any]] = {}
    for jurisdiction in (only,) if only else Jurisdiction.values:
        when = asked(at, jurisdiction, now)
        for found in reading.search(words, when.at, jurisdiction=jurisdiction, document=within) if words else ():
            document = found.clause.version.document
            group = groups.setdefault(document.code, {"document": document, "asked": when, "found": []})
            group["found"].append(found)
    return {"groups": list(groups.values()), "count": sum(len(group["found"]) for group in groups.values())}


@require_safe
def download(request: HttpRequest, code: str, form: str) -> HttpResponse:
    """What is in force at an instant, as Markdown or JSON, with nothing left out."""
    found = find_document(code)
    when = _asked(request, found.jurisdiction, clock.now())
    version = public.line_of(found, when.at).in_force
    if version is None or form not in CONTENT_TYPES:
        raise Http404
    text = exporting.Text(
        found.code, version.label, tuple(versions.clause_texts(version)), tuple(versions.parameter_values(version))
    )
    content = exporting.to_markdown(text) if form == "md" else exporting.to_json(text)
    answer = HttpResponse(content, content_type=CONTENT_TYPES[form])
    answer["Content-Disposition"] = f'attachment; filename="{found.code}-{version.pk}.{form}"'
    return answer


def find_document(code: str) -> Document:
    found = public.document_called(code)
    if found is None:
        raise Http404(_("There is no rulebook called %(code)s.") % {"code": code})
    return found


def wish_of(request: HttpRequest) -> Wish:
    get = request.GET
    return Wish(get.get("changes") == "on", get.get("since", ""), get.get("view") == "side")


def typed(request: HttpRequest, name: str) -> str:
    return request.GET.get(name, "").replace("\x00", "").strip()


def _asked(request: HttpRequest, jurisdiction: str, now: Any) -> Asked:
    return asked(typed(request, "at"), jurisdiction, now)


def _home_of(code: str) -> str:
    book = next((one for one in BOOKS if one.short == code), None)
    return book.jurisdiction if book else Jurisdiction.NZ


def _named(words: str, within: str) -> str:
    """The address of a clause that was typed as such: NZ5 9.4, or 9.4 within a document."""
    named = citing.CITED.fullmatch(words)
    code, number = (named["code"], named["number"]) if named else (within, words)
    if not code or not citing.BARE.fullmatch(number):
        return ""
    there = public.versions_shown().filter(document__code=code, clauses__number__in=(number, f"{number}.0")).exists()
    return reverse("rules_clause", args=[code, number]) if there else ""
