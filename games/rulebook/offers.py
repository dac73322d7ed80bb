"""What may be elected at a property or at one of its places, what holds, what is coming, what waits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q

from casino.house.models import Place, Property
from games.rulebook import effect, held, parameters
from games.rulebook.effect import Effect
from games.rulebook.elections import HOLDS
from games.rulebook.in_force import laid_out
from games.rulebook.layers import Choice, Text, text_of
from games.rulebook.marks import Scope
from games.rulebook.models import Document, Election, Version
from games.rulebook.parameters import GAME, NOTHING, Term
from games.rulebook.succession import COMPLETE, covers
from games.rulebook.wording import allowance_text, value_text

AN_INSTANT = timedelta(microseconds=1)


@dataclass(slots=True)
class Offer:
    """One thing to choose: what the version allows, what holds and why, what comes and what waits."""

    term: Term
    clause: str
    allowed: Any
    here: bool
    now: Election | None = None
    coming: Election | None = None
    waiting: Election | None = None
    currency: str = "NZD"

    @property
    def value(self) -> Any:
        """What holds: what was elected, else what the version says unless something is."""
        if self.now is not None:
            return self.now.value
        default = self.allowed.get("default", NOTHING) if isinstance(self.allowed, Mapping) else NOTHING
        return self.term.default if default is NOTHING else default

    @property
    def text(self) -> str:
        return "" if self.value is NOTHING else value_text(self.term.name, self.value, self.currency)

    @property
    def allowed_text(self) -> str:
        return allowance_text(self.term.name, self.allowed, self.currency)

    @property
    def coming_text(self) -> str:
        return value_text(self.term.name, self.coming.value, self.currency) if self.coming else ""

    @property
    def waiting_text(self) -> str:
        return value_text(self.term.name, self.waiting.value, self.currency) if self.waiting else ""


@dataclass(slots=True)
class Group:
    """What one document leaves to the operator."""

    document: int | None
    code: str
    title: str
    label: str
    offers: list[Offer] = field(default_factory=list)

    @property
    def mine(self) -> list[Offer]:
        return [offer for offer in self.offers if offer.here]


@dataclass(frozen=True, slots=True)
class Seen:
    """A place in the list, with its game and what waits there."""

    place: Place
    game: str
    own: int
    waiting: int


def standing(prop: Property, at: datetime) -> list[Election]:
    """Every election that holds, will hold or waits. One query."""
    undecided = Q(needs_approval=True, approved_at__isnull=True, declined_at__isnull=True, withdrawn_at__isnull=True)
    open_end = Q(ends_at__isnull=True) | Q(ends_at__gt=at)
    found = Election.objects.filter(undecided | HOLDS & open_end, property=prop)
    return list(found.select_related("place", "document", "asked_by").order_by("from_at", "pk"))


def places(prop: Property, found: Iterable[Election], at: datetime) -> list[Seen]:
    """The property's places in order, each with the game that is chosen for it. One query."""
    by_place: dict[int, list[Election]] = {}
    for one in found:
        if one.place_id:
            by_place.setdefault(one.place_id, []).append(one)
    return [_seen(place, by_place.get(place.pk, []), at) for place in Place.objects.filter(property=prop)]


def _seen(place: Place, found: Sequence[Election], at: datetime) -> Seen:
    now = [one for one in found if one.holds and one.from_at <= at]
    game = next((value_text("game", one.value) for one in now if one.name == GAME.name), "")
    return Seen(place, game, len(now), sum(not one.holds for one in found))


def groups(prop: Property, place: Place | None, found: Sequence[Election], at: datetime) -> list[Group]:
    """What may be chosen here, document by document. Two queries, for a place as for the property."""
    texts = held.read(place, at).texts if place else _texts(prop, at)
    titles = {document.pk: document.title for document in Document.objects.filter(jurisdiction=prop.jurisdiction)}
    made = [_group(text, titles.get(text.document, ""), prop, place, found, at) for text in texts]
    listed = [group for group in reversed(made) if group.offers]
    return [_game(prop, place, found, at), *listed] if place else listed


def _group(
    text: Text, title: str, prop: Property, place: Place | None, found: Sequence[Election], at: datetime
) -> Group:  # fmt: skip
    group = Group(text.document, text.code, title, text.label)
    order = [term.name for term in parameters.terms(text.code)]
    elected = [rule for rule in text.rules if rule.elected and not rule.form]
    for rule in sorted(elected, key=lambda one: order.index(one.name)):
        if rule.elected:
            offer = Offer(rule.elected, rule.clause, rule.value, _chosen_here(rule.elected, place))
            group.offers.append(_fill(offer, text.document, prop, place, found, at))
    return group


def _chosen_here(term: Term, place: Place | None) -> bool:
    """What is the same at all tables is chosen for the property."""
    return place is None or term.scope is not Scope.PROPERTY


def _fill(
    offer: Offer, document: int | None, prop: Property, place: Place | None, found: Sequence[Election], at: datetime
) -> Offer:  # fmt: skip
    offer.currency = prop.currency
    wanted = {None, place.pk} if place else {None}
    for one in found:
        if one.name != offer.term.name or one.document_id != document or one.place_id not in wanted:
            continue
        own = place is None or one.place_id is not None
        if not one.holds:
            offer.waiting = one if own else offer.waiting
        elif one.from_at > at:
            offer.coming = offer.coming or (one if own else None)
        elif offer.now is None or own:
            offer.now = one
    return offer


def _game(prop: Property, place: Place, found: Sequence[Election], at: datetime) -> Group:
    offer = Offer(GAME, "", {"choices": list(GAME.choices)}, True)
    return Group(None, "", "", "", [_fill(offer, None, prop, place, found, at)])


def _texts(prop: Property, at: datetime) -> list[Text]:
    found = Version.objects.filter(COMPLETE, covers(at), document__jurisdiction=prop.jurisdiction)
    return [
        text_of(
            one.document.code, one.document.layer, one.document_id, one.pk, one.label, one.content_hash,
            [(row.name, row.form, row.value, row.clause, row.reading) for row in one.parameters.all()],
        )
        for one in found.select_related("document").prefetch_related("parameters").order_by("-document__code")
    ]  # fmt: skip


def effects(election: Election, at: datetime) -> tuple[str, list[Effect]]:
    """The game, and each wager's edge without and with an election. What took effect is held against what was."""
    then = election.from_at - AN_INSTANT if election.holds else max(election.from_at, at)
    if election.place is not None:
        return _at_place(election, election.place, then)
    return _at_property(election, then)


def _at_place(election: Election, place: Place, then: datetime) -> tuple[str, list[Effect]]:
    found = held.read(place, then)
    mine = Choice(election.document_id, election.name, election.value, True, "")
    others = tuple(one for one in found.choices if (one.document, one.name, one.at_place) != (*mine[:2], True))
    before, after = laid_out(found, place), laid_out(found, place, (*others, mine))
    narrow = [effect.narrowed({}, {name: one.value for name, one in rules.values.items()}) for rules in (before, after)]
    return found.game, effect.compare(found.game, *narrow)


def _at_property(election: Election, then: datetime) -> tuple[str, list[Effect]]:
    """Without a table what the version leaves open stays open: every choice that a table could make is shown."""
    document = election.document
    version = Version.objects.filter(COMPLETE, covers(then), document=document).first() if document else None
    if document is None or version is None:
        return "", []
    elected = Election.objects.filter(
        HOLDS, Q(ends_at__isnull=True) | Q(ends_at__gt=then), property=election.property_id, place__isnull=True,
        document=document, from_at__lte=then,
    ).exclude(pk=election.pk)  # fmt: skip
    known = {one.name: one.value for one in elected}
    allowed = effect.allowed_by(version.parameters.all())
    before = effect.narrowed(allowed, known)
    return document.game, effect.compare(
        document.game, before, effect.narrowed(before, {election.name: election.value})
    )
