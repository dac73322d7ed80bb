"""The new version, built from its base and the changes that were approved."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from casino.refused import Refused, refuse_unless
from games.rulebook import parameters
from games.rulebook.models import Change, ChangeKind
from games.rulebook.shapes import ClauseText, ParameterValue

# A definition has no number: it is named by its clause and its term, as in 1.0 “Re-buy”.
DEFINITION = re.compile(r"(\S+) “(.+)”")

DID = {
    ChangeKind.INSERT: "inserted", ChangeKind.AMEND: "amended", ChangeKind.RENUMBER: "renumbered",
    ChangeKind.RETITLE: "retitled",
}  # fmt: skip


def build(base: Sequence[ClauseText], changes: Sequence[Change], *, instrument: str, on: str) -> list[ClauseText]:
    """Apply text changes in their order; every clause that one touches gets a line in its history."""
    clauses = list(base)
    for change in changes:
        kind = ChangeKind(change.kind)
        if kind is ChangeKind.PARAMETER:
            continue
        deed = {"did": DID.get(kind, "deleted"), "by": instrument, "on": on}
        if kind is ChangeKind.INSERT:
            _refuse_taken(clauses, change.clause)
            clauses.insert(_place_for(clauses, change), _inserted(clauses, change, deed, instrument))
            continue
        place = _place_of(clauses, change.clause)
        if kind is ChangeKind.DELETE:
            clauses = [one for at, one in enumerate(clauses) if at != place and not _below(one, change.clause)]
        else:
            if kind is ChangeKind.RENUMBER:
                _refuse_taken(clauses, change.new_number)
            clauses[place] = _changed(clauses[place], change, kind, deed, instrument)
            if kind is ChangeKind.RENUMBER:
                clauses = [_follow(one, change.clause, change.new_number) for one in clauses]
    return clauses


def set_values(base: Sequence[ParameterValue], changes: Sequence[Change], code: str) -> list[ParameterValue]:
    """What the new version sets: the base's values, with those of approved changes in their place."""
    values = {(value.name, value.form): value for value in base}
    for change in changes:
        if change.kind == ChangeKind.PARAMETER:
            old = values.get((change.parameter, ""))
            note = old.note if old else parameters.term(code, change.parameter).reading
            values[change.parameter, ""] = ParameterValue(
                change.parameter, change.value, f"{code} {change.clause}", old.reading if old else bool(note), note
            )
    return list(values.values())


def address(clause: ClauseText) -> str:
    """By what a change names a clause: its number, or where a definition stands and its term."""
    return clause.number or (f"{clause.parent} “{clause.heading}”" if clause.kind == "definition" else "")


def _refuse_taken(clauses: Sequence[ClauseText], number: str) -> None:
    taken = any(address(clause) == number for clause in clauses)
    refuse_unless(not taken, clause=None, where="clause", message=f"{number} would stand twice.")


def _place_of(clauses: Sequence[ClauseText], number: str) -> int:
    for place, clause in enumerate(clauses):
        if address(clause) == number:
            return place
    raise Refused(None, f"{number} is not in the text any more.", "clause")


def _place_for(clauses: Sequence[ClauseText], change: Change) -> int:
    """After the clause it names and all that hangs below it; else after the last one under the same parent."""
    anchor = change.after or _parent(change.clause)
    places = [at for at, one in enumerate(clauses) if address(one) == anchor or _below(one, anchor)]
    return places[-1] + 1 if places else len(clauses)


def _below(clause: ClauseText, number: str) -> bool:
    """Is this clause an item of that one? 5.1(a) is below 5.1, and so is 5.1.2; 5.10 is not."""
    if clause.parent == number:
        return True
    stem = number.removesuffix(".0")
    rest = clause.number[len(stem) :] if clause.number.startswith(stem) else ""
    return rest.startswith(("(", ".")) and clause.number != number


def _parent(number: str) -> str:
    if number.endswith(")"):
        return number[: number.rindex("(")]
    return number.rsplit(".", 1)[0] if "." in number else ""


def _inserted(clauses: Sequence[ClauseText], change: Change, deed: dict[str, str], instrument: str) -> ClauseText:
    if term := DEFINITION.fullmatch(change.clause):
        return ClauseText("", term[1], "definition", term[2], change.text, (deed,), instrument)
    parent = _parent(change.clause)
    # Section 7 stands in the text as 7.0.
    if any(clause.number == f"{parent}.0" for clause in clauses):
        parent = f"{parent}.0"
    return ClauseText(change.clause, parent, "clause", change.heading, change.text, (deed,), instrument)


def _changed(old: ClauseText, change: Change, kind: ChangeKind, deed: dict[str, str], instrument: str) -> ClauseText:
    new = replace(old, history=(*old.history, deed), touched_by=instrument)
    if kind is ChangeKind.RETITLE:
        return replace(new, heading=change.heading)
    new = replace(new, text=change.text or old.text, heading=change.heading or old.heading)
    return replace(new, number=change.new_number) if kind is ChangeKind.RENUMBER else new


def _follow(clause: ClauseText, old: str, new: str) -> ClauseText:
    """Items of a renumbered clause move with it."""
    parent = (
        new + clause.parent[len(old) :]
        if clause.parent == old or clause.parent.startswith(f"{old}(")
        else clause.parent
    )
    number = new + clause.number[len(old) :] if clause.number.startswith(f"{old}(") else clause.number
    return replace(clause, parent=parent, number=number)
