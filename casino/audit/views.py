"""What the inspector sees: the overview, the events, one event with its proof, the checkpoints, the checks."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from casino import clock
from casino.audit import browsing, pages, verifications
from casino.audit.doors import asks, inspector_of
from casino.audit.models import Verification
from casino.audit.names import names_of
from casino.audit.reading import ALIAS, read
from casino.audit.state import OVERDUE_AFTER, trail_state
from casino.house.duties import Forbidden, who_may
from casino.house.models import Staff
from casino.refused import Refused
from casino.trail import proofs
from casino.trail.encoding import FIELDS, event_line
from casino.trail.models import Checkpoint, Event

FILTERS = ("stream", "person", "kind", "since", "until", "property")
CHECKPOINTS_PER_PAGE = 60


def overview(request: HttpRequest) -> HttpResponse:
    who, at = inspector_of(request), clock.now()
    mine = read(Event).filter(actor=who.staff.stream, kind="audit.looked").order_by("-at")[:8]
    context = {
        "at": at,
        "state": trail_state(at),
        "pages": [page for page in pages.listed() if page.name != "overview"],
        "looks": [{"at": event.at, "address": json.loads(event.after or "{}").get("address", "")} for event in mine],
    }
    return pages.show(request, "audit/overview.html", context)


def trail(request: HttpRequest) -> HttpResponse:
    given = {name: request.GET.get(name, "").replace("\x00", "").strip()[:200] for name in (*FILTERS, "before")}
    wish = browsing.Wish(**given)
    found = browsing.find(wish, inspector_of(request))
    kept = {name: value for name, value in given.items() if value and name != "before"}
    context = {
        "wish": wish,
        "found": found,
        "filtered": bool(kept),
        "older": f"?{urlencode(kept | {'before': found.older})}" if found.older else "",
        "newest": f"?{urlencode(kept)}" if wish.before else "",
    }
    return pages.show(request, "audit/trail.html", context)


def event(request: HttpRequest, stream: str, seq: int) -> HttpResponse:
    who = inspector_of(request)
    row = read(Event).filter(stream=stream, seq=seq).first() if seq < 2**63 and "\x00" not in stream else None
    if row is None:
        raise Http404
    if not browsing.may_see(row, who):
        raise Forbidden(_("This happened at a property at which you hold no post."), who_may("audit.look", ""))
    proof = proofs.proof_of(row, using=ALIAS)
    context = {
        "event": row,
        "prop": next((prop for prop in who.scope if prop.pk == row.property), who.here),
        "names": names_of({row.stream, row.actor, row.subject}),
        "changes": changes(row),
        "line": event_line([getattr(row, name) for name in FIELDS]).decode(),
        "right": proofs.own_hash_holds(row),
        "proof": proof,
        "further": proof.head.seq - row.seq if proof else 0,
        "newer": read(Event).filter(stream=stream, seq=seq + 1).exists(),
    }
    return pages.show(request, "audit/event.html", context)


def changes(row: Event) -> list[tuple[str, str, str]]:
    """Each thing that the event names, as it was before and after."""
    before, after = json.loads(row.before or "{}"), json.loads(row.after or "{}")
    return [(key, _shown(before, key), _shown(after, key)) for key in dict.fromkeys([*before, *after])]


def _shown(values: dict[str, Any], key: str) -> str:
    if key not in values:
        return ""
    value = values[key]
    if value is None:
        return _("none")
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def checkpoints_page(request: HttpRequest) -> HttpResponse:
    """The newest first. One that came late is flagged: what happened before it stood unsealed for longer."""
    rows = Checkpoint.objects.order_by("-number")
    below = request.GET.get("below", "")
    if below.isascii() and below.isdigit() and len(below) < 18:
        rows = rows.filter(number__lt=int(below))
    found = list(rows[: CHECKPOINTS_PER_PAGE + 1])
    shown: list[dict[str, Any]] = [
        {"row": row, "late": row.at - earlier.at > OVERDUE_AFTER, "added": row.events - earlier.events}
        for row, earlier in pairwise(found)
    ]
    if found and found[-1].number == 1 and len(found) <= CHECKPOINTS_PER_PAGE:
        shown.append({"row": found[-1], "late": False, "added": found[-1].events})
    more = shown[-1]["row"].number if len(found) > CHECKPOINTS_PER_PAGE else 0
    context = {"shown": shown, "more": more, "state": trail_state(clock.now()), "newest": below}
    return pages.show(request, "audit/checkpoints.html", context)


def verify(request: HttpRequest, refused: Refused | None = None) -> HttpResponse:
    rows = read(Verification).order_by("-asked_at")[:20]
    people = dict(read(Staff).filter(pk__in={row.asked_by_id for row in rows}).values_list("pk", "name"))
    context = {
        "rows": [{"row": row, "by": people.get(row.asked_by_id, "")} for row in rows],
        "state": trail_state(clock.now()),
        "refused": refused,
    }
    return pages.show(request, "audit/verify.html", context)


def verification(request: HttpRequest, number: int) -> HttpResponse:
    return pages.show(request, "audit/verification.html", _progress(number))


def progress(request: HttpRequest, number: int) -> HttpResponse:
    """The part of that page that renews itself while the check runs."""
    return render(request, "audit/verification.html#progress", _progress(number))


def _progress(number: int) -> dict[str, Any]:
    row = read(Verification).filter(pk=number).first() if number < 2**63 else None
    if row is None:
        raise Http404
    verifications.nudge(row, at=clock.now())
    share = 100.0 if row.state == Verification.State.HOLDS else min(100 * row.events / max(row.total, 1), 99.0)
    return {"row": row, "share": f"{share:.1f}", "matched": row.matched.replace(",", ", ")}


@asks
def ask(request: HttpRequest) -> HttpResponseBase:
    """Start a check. The page that follows it shows how far it is."""
    file = request.FILES.get("held")
    held = file.read(verifications.LONGEST_HELD + 1) if file else b""
    row = verifications.ask(by=inspector_of(request).staff, at=clock.now(), held=held)
    return redirect("audit:verification", row.pk)
