"""Elections: what the operator chose within the version, from an instant on, with approval where the clause asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from casino.due import rows as due
from casino.due.models import Due
from casino.house import duties
from casino.house.models import Place, Property, Staff
from casino.house.ranks import Rank
from casino.live.publish import changed
from casino.refused import Refused, refuse_unless
from casino.trail import record
from games.rulebook import choosing
from games.rulebook.announcing import CHANNEL, actor
from games.rulebook.models import Document, Election

BEGINS = "rulebook.election_begins"
HOLDS = Q(withdrawn_at__isnull=True, declined_at__isnull=True) & (
    Q(needs_approval=False) | Q(approved_at__isnull=False)
)


def elect(
    *, property: Property, name: str, value: Any, by: Staff, at: datetime, from_at: datetime,
    place: Place | None = None, document: Document | None = None,
) -> Election:  # fmt: skip
    """One choice, for the property or for one of its places."""
    made = elect_all(
        property=property, place=place, document=document, choices={name: value}, by=by, at=at, from_at=from_at
    )
    return made[0]


@transaction.atomic
def elect_all(
    *, property: Property, choices: Mapping[str, Any], by: Staff, at: datetime, from_at: datetime,
    place: Place | None = None, document: Document | None = None,
) -> list[Election]:  # fmt: skip
    """Several choices that hold together or not at all. Those that need approval wait for it.

    `document` is needed only where a property's choice could mean more than one.
    """
    prop = _locked(property)
    refuse_unless(
        from_at >= at, clause=None, where="from_at", message=_("A choice holds from now on, never backwards.")
    )
    refuse_unless(
        place is None or place.property_id == prop.pk, clause=None, message=_("That place is another property's."),
        where="place",
    )  # fmt: skip
    asked = choosing.candidates(prop, place, choices, from_at=from_at, document=document)
    made = [
        Election(
            property=prop, place=place, document=one.document, name=one.term.name, value=one.value, clause=one.clause,
            asked_by=by, asked_at=at, needs_approval=one.term.needs_approval, from_at=from_at,
        )
        for one in asked
    ]  # fmt: skip
    for election in made:
        _take_effect(election) if election.holds else election.save()
    choosing.refuse_apart(prop, place, made, from_at)
    for election in made:
        _told(election, "made" if election.holds else "asked", by=by, at=at)
    return made


@transaction.atomic
def approve_election(
    election: Election, *, by: Staff, at: datetime, reasons: str = "", from_at: datetime | None = None
) -> Election:
    """The authority allows what the clause leaves to it. It holds from its instant, or from now if that has passed."""
    election = _waiting(election, by, at)
    election.approved_by, election.approved_at, election.reasons = by, at, reasons.strip()
    election.from_at = max(from_at or election.from_at, at)
    prop, place = election.property, election.place
    choosing.candidates(
        prop, place, {election.name: election.value}, from_at=election.from_at, document=election.document
    )
    _take_effect(election)
    choosing.refuse_apart(prop, place, [election], election.from_at)
    _told(election, "approved", by=by, at=at, reason=election.reasons)
    return election


@transaction.atomic
def decline_election(election: Election, *, by: Staff, at: datetime, reasons: str) -> Election:
    election = _waiting(election, by, at)
    refuse_unless(reasons.strip(), clause=None, message=_("Give the reasons."), where="reasons")
    election.declined_by, election.declined_at, election.reasons = by, at, reasons.strip()
    election.save(update_fields=["declined_by", "declined_at", "reasons"])
    _told(election, "declined", by=by, at=at, reason=election.reasons)
    return election


@transaction.atomic
def withdraw_election(election: Election, *, by: Staff, at: datetime, reason: str) -> Election:
    """Take a choice back before its instant; the one before it goes on."""
    election = _fresh(election)
    refuse_unless(reason.strip(), clause=None, message=_("Say why."), where="reason")
    refuse_unless(election.withdrawn_at is None and election.declined_at is None, clause=None,
                  message=_("It was taken back or declined already."))  # fmt: skip
    refuse_unless(
        not election.holds or election.from_at > at, clause=election.clause or None,
        message=_("It has taken effect: elect otherwise, or end it."),
    )  # fmt: skip
    before = _line(election).filter(ends_at=election.from_at).first() if election.holds else None
    ends, election.ends_at, election.withdrawn_at = election.ends_at, None, at
    election.save(update_fields=["ends_at", "withdrawn_at"])
    if before is not None:
        before.ends_at = ends
        _save(before)
    _cancel(election, by, at, reason)
    _told(election, "withdrawn", by=by, at=at, reason=reason.strip())
    return election


@transaction.atomic
def end_election(election: Election, *, by: Staff, at: datetime, ends_at: datetime, reason: str) -> Election:
    """From an instant on the choice no longer holds: the property's, or the version's own, does."""
    election = _fresh(election)
    refuse_unless(reason.strip(), clause=None, message=_("Say why."), where="reason")
    in_time = at <= ends_at and election.from_at < ends_at and (election.ends_at is None or ends_at < election.ends_at)
    refuse_unless(
        election.holds and in_time, clause=election.clause or None, where="ends_at",
        message=_("It does not hold then."),
    )  # fmt: skip
    before, election.ends_at = {"ends_at": election.ends_at}, ends_at
    election.save(update_fields=["ends_at"])
    choosing.refuse_apart(election.property, election.place, [], ends_at)
    _told(election, "ended", by=by, at=at, before=before, reason=reason.strip())
    return election


@due.handles(BEGINS, label=lazy("An election takes effect"))
def announce(row: Due, at: datetime) -> None:
    """What holds follows from the instants; this tells the trail and the screens that it has begun."""
    election = Election.objects.select_related("property", "place", "document").get(pk=row.arguments["election"])
    if election.holds and election.from_at == row.at:
        _told(election, "began", by=None, at=at)


def _take_effect(election: Election) -> None:
    """Take its place in the line of choices of that name, and write the row that announces it."""
    line = _line(election)
    now = line.filter(from_at__lte=election.from_at).filter(
        Q(ends_at__isnull=True) | Q(ends_at__gt=election.from_at)
    )  # fmt: skip
    current = now.first()
    if current is not None:
        refuse_unless(
            current.from_at < election.from_at, clause=election.clause or None, where="from_at",
            message=_("From that very instant something else is elected: withdraw it first."),
        )  # fmt: skip
        election.ends_at, current.ends_at = current.ends_at, election.from_at
        _save(current)
    else:
        following = line.filter(from_at__gt=election.from_at).first()
        election.ends_at = following.from_at if following else None
    _save(election)
    due.later(
        at=election.from_at, what=BEGINS, subject=stream(election), arguments={"election": election.pk},
        property=election.property_id, key=f"election:{election.pk}:begins",
    )  # fmt: skip


def _line(election: Election) -> QuerySet[Election]:
    same = Election.objects.filter(
        HOLDS, property=election.property_id, place=election.place_id, document=election.document_id, name=election.name
    )
    return same.exclude(pk=election.pk).order_by("from_at")


def _save(election: Election) -> None:
    try:
        with transaction.atomic():
            election.save()
    except IntegrityError as error:
        if "election_one_in_force" not in str(error):
            raise
        message = _("Something else is elected for that time. Somebody else was faster: look again.")
        raise Refused(election.clause or None, message, "from_at") from None


def _cancel(election: Election, by: Staff, at: datetime, reason: str) -> None:
    row = Due.objects.filter(key=f"election:{election.pk}:begins").first()
    if row is not None:
        due.cancel(row, by=by.stream, reason=reason, at=at)


def _locked(property: Property) -> Property:
    """A property's elections are made in turn."""
    return Property.objects.select_for_update(no_key=True).get(pk=property.pk)


def _fresh(election: Election) -> Election:
    _locked(election.property)
    return Election.objects.select_related("property", "place", "document").get(pk=election.pk)


def _waiting(election: Election, by: Staff, at: datetime) -> Election:
    """The election as it is now, if it waits for a decision and this person may take it."""
    election = _fresh(election)
    clause = election.clause or None
    decided = election.approved_at or election.declined_at or election.withdrawn_at
    refuse_unless(election.needs_approval and not decided, clause=clause, message=_("It waits for no decision."))
    refuse_unless(
        duties.holds(by, Rank.AUTHORITY, election.property, at=at), clause=clause, where="by",
        message=_("Only the authority decides: %(who)s.") % {"who": election.property.regulator},
    )  # fmt: skip
    refuse_unless(
        by.pk != election.asked_by_id, clause=clause, where="by", message=_("Nobody approves what they asked for.")
    )
    return election


def stream(election: Election) -> str:
    return f"place:{election.place_id}" if election.place_id else f"property:{election.property_id}"


def _told(
    election: Election, kind: str, *, by: Staff | None, at: datetime, before: Mapping[str, Any] | None = None,
    reason: str = "",
) -> None:  # fmt: skip
    after = {
        "election": election.pk, "name": election.name, "value": election.value, "document": election.document_id,
        "from_at": election.from_at, "ends_at": election.ends_at,
    }  # fmt: skip
    record.append(
        stream=stream(election), kind=f"election.{kind}", subject=f"election:{election.pk}", at=at, actor=actor(by),
        property=election.property_id, before=before, after=after, reason=reason, clause=election.clause,
    )  # fmt: skip
    shown = {"election": election.pk, "place": election.place_id, "property": election.property_id}
    changed(f"{CHANNEL}/{election.property.jurisdiction}", f"election_{kind}", shown)


def waiting(properties: Sequence[Property]) -> QuerySet[Election]:
    """What waits for the authority's decision, oldest first."""
    undecided = Q(needs_approval=True, approved_at__isnull=True, declined_at__isnull=True, withdrawn_at__isnull=True)
    found = Election.objects.filter(undecided, property__in=properties)
    return found.select_related("property", "place", "document", "asked_by").order_by("asked_at")
