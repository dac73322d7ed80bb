"""What pages ask: the documents, their versions at an instant, a clause then, the tree, search, the choices made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.contrib.postgres.search import SearchHeadline, SearchQuery, SearchRank, SearchVector
from django.db.models import F, Prefetch, Q, QuerySet

from casino.house.models import Place, Property
from games.rulebook import parameters, succession
from games.rulebook.elections import HOLDS
from games.rulebook.models import Clause, ClauseKind, Document, Election, Version
from games.rulebook.parameters import Term
from games.rulebook.versions import State, state

# Neither is in any text: where a found word begins and ends, so that a page can escape the rest.
BEGIN, END = "\x02", "\x03"
WORDS = SearchVector("number", "heading", "text", config="english")


@dataclass(frozen=True, slots=True)
class Stated:
    """A version and what it is at the instant asked about."""

    version: Version
    state: State


@dataclass(frozen=True, slots=True)
class DocumentThen:
    """A document with the version in force at an instant and the next one to come."""

    document: Document
    in_force: Version | None
    coming: Version | None


@dataclass(slots=True)
class Node:
    """A clause with what stands under it."""

    clause: Clause
    children: list[Node] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Found:
    """A clause that a search found; `pieces` are its words, those found marked."""

    clause: Clause
    pieces: tuple[tuple[bool, str], ...]


@dataclass(frozen=True, slots=True)
class Chosen:
    """What may be elected under a document, and what is."""

    term: Term
    election: Election | None


def documents_then(at: datetime, jurisdiction: str = "") -> list[DocumentThen]:
    """Every document with what is in force and what comes next. Two queries."""
    line = Version.objects.filter(succession.COMPLETE).order_by("effective_at")
    found = Document.objects.order_by("jurisdiction", "code").prefetch_related(
        Prefetch("versions", queryset=line, to_attr="line")
    )
    if jurisdiction:
        found = found.filter(jurisdiction=jurisdiction)
    return [_then(document, at) for document in found]


def _then(document: Document, at: datetime) -> DocumentThen:
    line: list[Version] = document.line  # type: ignore[attr-defined]
    now = next((one for one in line if state(one, at) is State.IN_FORCE), None)
    coming = next((one for one in line if one.effective_at and one.effective_at > at), None)
    return DocumentThen(document, now, coming)


def versions_of(document: Document, at: datetime) -> list[Stated]:
    """All versions of a document that existed at an instant, newest first. One query."""
    # A version that was in force before this book was kept is older than its row.
    there = document.versions.filter(Q(made_at__lte=at) | succession.COMPLETE & Q(effective_at__lte=at))
    people = ("author", "applicant", "approved_by")
    found = there.select_related("document", *people).defer(*_secrets(people))
    found = found.order_by(F("effective_at").desc(nulls_first=True), "-pk")
    return [Stated(version, state(version, at)) for version in found]


def version_at(document: Document, at: datetime) -> Version | None:
    """The version in force, with its conditions."""
    held = succession.holding(document).filter(succession.covers(at))
    return held.select_related("document", "base").prefetch_related("conditions").first()


def clause_at(document: Document, number: str, at: datetime) -> Clause | None:
    """A clause as it stood at an instant. Where a number stands twice, the first; `clauses_at` gives both."""
    return clauses_at(document, number, at).first()


def clauses_at(document: Document, number: str, at: datetime) -> QuerySet[Clause]:
    held = succession.holding(document).filter(succession.covers(at)).order_by()
    found = Clause.objects.filter(version__in=held, number=number)
    return found.select_related("version__document").order_by("position")


def tree(version: Version) -> list[Node]:
    """The clauses as a tree, in their order; what names no known parent stands at the top. One query."""
    return tree_of(list(version.clauses.order_by("position")))


def tree_of(clauses: Sequence[Clause]) -> list[Node]:
    """A number that stands twice gathers what follows it, as a reader would."""
    top: list[Node] = []
    latest: dict[str, Node] = {}
    for clause in clauses:
        node = Node(clause)
        above = latest.get(clause.parent) if clause.parent else None
        (above.children if above else top).append(node)
        if clause.number:
            latest[clause.number] = node
    return top


def contents(version: Version) -> list[Clause]:
    """Headings and titled clauses, for the table of contents. One query."""
    titled = ~Q(heading="") & ~Q(kind__in=(ClauseKind.FRONT, ClauseKind.NOTE))
    return list(version.clauses.filter(titled).defer("text", "history").order_by("position"))


def search(words: str, at: datetime, *, jurisdiction: str = "", document: str = "", most: int = 50) -> list[Found]:
    """Clauses in force at an instant that hold the words, best first. One query."""
    query = SearchQuery(words, config="english", search_type="websearch")
    held = Version.objects.filter(succession.COMPLETE & succession.covers(at))
    if jurisdiction:
        held = held.filter(document__jurisdiction=jurisdiction)
    if document:
        held = held.filter(document__code=document)
    marked = SearchHeadline("text", query, config="english", start_sel=BEGIN, stop_sel=END, max_words=40, min_words=15)
    found = (
        Clause.objects.annotate(words=WORDS)
        .filter(Q(words=query) | Q(number=words.strip()), version__in=held)
        .annotate(rank=SearchRank(WORDS, query), shown=marked)
        .select_related("version__document")
        .order_by("-rank", "version__document__code", "position")
    )
    return [Found(clause, pieces(clause.shown)) for clause in found[:most]]


def pieces(marked: str) -> tuple[tuple[bool, str], ...]:
    """A headline in pieces, each with whether it was searched for: pages escape them one by one."""
    found: list[tuple[bool, str]] = []
    for part in marked.split(BEGIN):
        word, end, rest = part.partition(END)
        found += [(True, word), (False, rest)] if end else [(False, part)]
    return tuple(piece for piece in found if piece[1])


def choices_of(prop: Property, place: Place | None, document: Document, at: datetime) -> list[Chosen]:
    """What may be elected under a document here, and what holds of it at an instant. One query."""
    here = Q(place__isnull=True) | Q(place=place) if place else Q(place__isnull=True)
    now = Q(from_at__lte=at) & (Q(ends_at__isnull=True) | Q(ends_at__gt=at))
    found = Election.objects.filter(HOLDS, here, now, property=prop, document=document)
    # A place's own choice comes last and beats the property's.
    held = {one.name: one for one in found.order_by(F("place").asc(nulls_first=True))}
    return [Chosen(term, held.get(term.name)) for term in parameters.terms(document.code) if term.elected]


def elections_of(prop: Property, place: Place | None = None) -> QuerySet[Election]:
    """Every choice ever made for a property or a place, newest first: declined and withdrawn ones too."""
    found = Election.objects.filter(property=prop)
    if place is not None:
        found = found.filter(Q(place=place) | Q(place__isnull=True))
    people = ("asked_by", "approved_by", "declined_by")
    return found.select_related("place", "document", *people).defer(*_secrets(people)).order_by("-asked_at")


def _secrets(people: Sequence[str]) -> list[str]:
    """The regulator's connection reads these functions too, and may not see what people sign in with."""
    return [f"{person}__{column}" for person in people for column in ("password", "pin")]
