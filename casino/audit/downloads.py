"""What the regulator takes away: exports, checkpoints and the key with which they are signed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils.translation import gettext as _

from casino import clock
from casino.audit import browsing, pages
from casino.audit.doors import Inspector, inspector_of
from casino.audit.reading import ALIAS, read
from casino.audit.state import trail_state
from casino.house.duties import Forbidden, who_may
from casino.refused import Refused, refuse_unless
from casino.trail import checkpoints, export, keys
from casino.trail.models import Checkpoint, Event, Stream

CHUNK = 64 * 1024
MOST_STREAMS = 200
JSON_LINES = "application/jsonl"


def exports(request: HttpRequest) -> HttpResponse:
    state = trail_state(clock.now())
    held = f" --checkpoint checkpoint-{state.last.number}.json" if state.last else ""
    context = {
        "state": state,
        "sees_all": inspector_of(request).sees_all,
        "command": f"python -m casino.trail.verify trail.jsonl --key trail-key.pem{held}",
    }
    return pages.show(request, "audit/exports.html", context)


def export_file(request: HttpRequest) -> HttpResponseBase:
    """Everything, everything since a checkpoint, or some streams with their proofs."""
    who, at = inspector_of(request), clock.now()
    since, against = _number(request, "since"), _number(request, "against")
    streams = asked_streams(request.GET.get("streams", ""), who)
    if streams:
        against_these = [against] if against else []
        return attached(
            request, export.of_streams(streams, at=at, against=against_these, using=ALIAS), "trail-part.jsonl"
        )
    if not who.sees_all:
        raise Forbidden(
            _("The whole trail holds the record of properties at which you hold no post. Choose streams."),
            who_may("audit.look", ""),
        )
    return attached(request, export.whole(at=at, since=since, using=ALIAS), "trail.jsonl")


def asked_streams(text: str, who: Inspector) -> list[str]:
    """Streams by name, or places by code. All of them must be there, and the inspector's to read."""
    named = text.replace("\x00", "").replace(",", " ").split()
    refuse_unless(
        len(named) <= MOST_STREAMS, clause=None, message=_("Choose fewer streams, or the whole trail."), where="streams"
    )
    streams = [browsing.stream_called(name) or name for name in named]
    there = set(read(Stream).filter(stream__in=streams, seq__gt=0).values_list("stream", flat=True))
    for name, stream in zip(named, streams, strict=True):
        if stream not in there:
            raise Refused(None, _("There is no stream %(name)s.") % {"name": name}, "streams")
    others = ~Q(property__in=[prop.pk for prop in who.scope]) & Q(property__isnull=False)
    closed = None if who.sees_all else read(Event).filter(others, stream__in=streams).first()
    if closed is not None:
        raise Forbidden(
            _("%(stream)s has events of a property at which you hold no post.") % {"stream": closed.stream},
            who_may("audit.look", ""),
        )
    return streams


def _number(request: HttpRequest, name: str) -> int:
    """The number of a checkpoint, or nothing."""
    text = request.GET.get(name, "").strip()
    if not text:
        return 0
    known = text.isascii() and text.isdigit() and len(text) < 18
    if not known or not read(Checkpoint).filter(number=int(text)).exists():
        raise Refused(None, _("There is no checkpoint %(number)s.") % {"number": text[:40]}, name)
    return int(text)


def checkpoint_file(request: HttpRequest, number: int) -> HttpResponse:
    """One checkpoint, to be held elsewhere."""
    row = read(Checkpoint).filter(number=number).first() if number < 2**63 else None
    if row is None:
        raise Http404
    return _file(checkpoints.as_line(row), f"checkpoint-{number}.json", "application/json")


def checkpoint_files(request: HttpRequest) -> HttpResponseBase:
    """All checkpoints after one, each on a line: small enough to be fetched each day."""
    rows = read(Checkpoint).filter(number__gt=_number(request, "since")).order_by("number")
    return attached(request, (checkpoints.as_line(row) for row in rows.iterator()), "checkpoints.jsonl")


def key_file(request: HttpRequest) -> HttpResponse:
    return _file(keys.to_pem(checkpoints.public_key()), "trail-key.pem", "application/x-pem-file")


def _file(content: bytes, name: str, kind: str) -> HttpResponse:
    return HttpResponse(content, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def attached(request: HttpRequest, lines: Iterable[bytes], name: str) -> StreamingHttpResponse:
    """Lines as a download that is never whole in memory, under either kind of server."""
    chunks = in_chunks(lines)
    return StreamingHttpResponse(
        in_turn(chunks) if isinstance(request, ASGIRequest) else chunks,
        content_type=JSON_LINES,
        headers={"Content-Disposition": f'attachment; filename="{name}"', "X-Accel-Buffering": "no"},
    )


def in_chunks(lines: Iterable[bytes]) -> Iterator[bytes]:
    gathered = bytearray()
    for line in lines:
        gathered += line
        if len(gathered) >= CHUNK:
            yield bytes(gathered)
            gathered.clear()
    yield bytes(gathered)


async def in_turn(chunks: Iterator[bytes]) -> AsyncIterator[bytes]:
    """Django would first gather a plain iterator whole under ASGI. Each chunk is read in the request's own thread."""
    while chunk := await sync_to_async(_next)(chunks):
        yield chunk


def _next(chunks: Iterator[bytes]) -> bytes:
    return next(chunks, b"")
