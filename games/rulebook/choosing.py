"""May this be chosen? Each choice within its clause and its version, and all of a place's choices together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from casino.house.models import Place, Property
from casino.refused import Refused, refuse_unless
from games.rulebook import held, parameters
from games.rulebook.held import Held
from games.rulebook.in_force import RulesInForce, laid_out
from games.rulebook.layers import Choice, Text
from games.rulebook.marks import Scope
from games.rulebook.models import Document, Election, Version
from games.rulebook.parameters import GAME, Term
from games.rulebook.succession import COMPLETE, covers

# Further ahead than this nobody schedules choices for one place.
MOST_EDGES = 12


@dataclass(frozen=True, slots=True)
class Candidate:
    """A choice that its clause and its version allow, taken alone."""

    term: Term
    document: Document | None
    value: Any
    clause: str


def candidates(
    prop: Property, place: Place | None, choices: Mapping[str, Any], *, from_at: datetime, document: Document | None
) -> list[Candidate]:
    """Each choice checked against its type, its scope and the version in force at its instant."""
    found = []
    if GAME.name in choices:
        found.append(_game(prop, place, choices[GAME.name]))
    for name, value in choices.items():
        if name != GAME.name:
            texts = _texts(prop, place, name, from_at, document, choices.get(GAME.name))
            found.append(_candidate(place, name, value, texts))
    return found


def _game(prop: Property, place: Place | None, value: Any) -> Candidate:
    refuse_unless(place is not None, clause=None, message=_("A game is chosen for a place."), where="place")
    game = GAME.check(value, GAME.name)
    there = Document.objects.filter(jurisdiction=prop.jurisdiction, game=game).exists()
    refuse_unless(there, clause=None, where=GAME.name, message=_("No document here has rules for that game."))
    return Candidate(GAME, None, game, "")


def _candidate(place: Place | None, name: str, value: Any, texts: Sequence[Text]) -> Candidate:
    for text in reversed(texts):
        said = next((one for one in text.rules if one.name == name and not one.form), None)
        if said is None:
            continue
        term = parameters.term(text.code, name)
        message = _("%(label)s is not chosen: the rules set it.") % {"label": term.label}
        refuse_unless(term.elected, clause=said.clause, message=message, where=name)
        _refuse_scope(term, place)
        checked = term.check(value, name)
        term.refuse_outside(said.value, checked, said.clause)
        return Candidate(term, Document.objects.get(pk=text.document), checked, said.clause)
    raise _not_offered(name, texts)


def _not_offered(name: str, texts: Sequence[Text]) -> Refused:
    known = [one for one in parameters.named(name) if one.document in {text.code for text in texts}]
    label = known[0].label if known else name
    message = _("%(label)s: the rules in force at that instant leave no such choice.") % {"label": label}
    return Refused(known[0].clause if known else None, message, name)


def _refuse_scope(term: Term, place: Place | None) -> None:
    if term.scope is Scope.PROPERTY and place is not None:
        message = _("%(label)s is the same at all tables: it is chosen for the property.") % {"label": term.label}
        raise Refused(term.same or term.clause, message, "place")


def _texts(
    prop: Property, place: Place | None, name: str, at: datetime, document: Document | None, game: str | None
) -> Sequence[Text]:
    """The texts in force among which the choice is to be found."""
    if place is not None:
        return (held.read(place, at) if game is None else held.read_as(place, at, game)).texts
    return [held.text_in(one) for one in _meant(prop, name, at, document)]


def _meant(prop: Property, name: str, at: datetime, document: Document | None) -> list[Version]:
    codes = [document.code] if document else [one.document for one in parameters.named(name)]
    found = Version.objects.filter(
        COMPLETE, covers(at), document__code__in=codes, document__jurisdiction=prop.jurisdiction
    ).select_related("document")
    if len(found) > 1:
        names = ", ".join(sorted(one.document.code for one in found))
        raise Refused(None, _("Say under which document: %(names)s.") % {"names": names}, "document")
    return list(found)


def refuse_apart(prop: Property, place: Place | None, made: Sequence[Election], at: datetime) -> None:
    """Refuse choices that cannot stand together, now or at a later edge: the engine's rules object says so.

    They have been written: whoever refuses undoes that. What waits for approval is laid over what holds.
    """
    waiting = [one for one in made if not one.holds]
    for one in [place] if place else _with_a_game(prop):
        for found in _edges(one, at):
            first = found.asked_at == at
            _refuse_unplayable(laid_out(found, one, _overlaid(found, waiting if first else ())), made if first else ())


def _refuse_unplayable(rules: RulesInForce, made: Sequence[Election]) -> None:
    for one in made:
        if any((lapsed.document, lapsed.name) == (one.document_id, one.name) for lapsed in rules.lapsed):
            message = _("%(name)s: not %(value)s together with the other choices.")
            raise Refused(one.clause, message % {"name": one.name, "value": one.value}, one.name)
    if rules.game and not rules.missing():
        rules.engine_rules()


def _overlaid(found: Held, waiting: Sequence[Election]) -> tuple[Choice, ...]:
    fresh = [Choice(one.document_id, one.name, one.value, one.place_id is not None, "") for one in waiting]
    taken = {(one.document, one.name, one.at_place) for one in fresh}
    return (*(one for one in found.choices if (one.document, one.name, one.at_place) not in taken), *fresh)


def _edges(place: Place, at: datetime) -> Iterator[Held]:
    asked: datetime | None = at
    for _edge in range(MOST_EDGES):
        if asked is None:
            return
        found = held.read(place, asked)
        yield found
        asked = found.ends


def _with_a_game(prop: Property) -> Iterator[Place]:
    yield from Place.objects.filter(property=prop, elections__name=GAME.name).distinct().order_by("pk")
