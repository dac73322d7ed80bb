"""Moving money: one call, one statement. A transfer is never changed; what was wrong is reversed by a new one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple, NoReturn

from django.db import IntegrityError, connection
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from casino import context
from casino.ledger.models import Account, Transfer
from casino.refused import Refused, refuse_unless
from casino.trail.record import IS_STREAM

MOST_CENTS = 10**15
MOST_ENTRIES = 1000
LENGTHS = {"key": (1, 200), "kind": (1, 64), "by": (1, 64), "clause": (0, 64), "subject": (0, 100), "reason": (0, 2000)}
POST = (
    "SELECT verdict, posted, about, touched, told FROM ledger_post(%s::text, %s::text, %s::bigint[], %s::bigint[],"
    " %s::text, %s::timestamptz, %s::text, %s::text, %s::text, %s::text, %s::bigint, %s::text)"
)
# All columns but the body, which is computed by the database and read from there when somebody asks.
WRITTEN = (
    "id", "key", "kind", "at", "by", "reason", "clause", "stream", "subject", "request", "properties", "accounts",
    "amounts", "reverses_id",
)  # fmt: skip
Given = Sequence[tuple[Account | int, int]]


class Asked(NamedTuple):
    """What a caller wants to be written, but for the amounts."""

    key: str
    kind: str
    by: str
    at: datetime
    reason: str
    clause: str
    stream: str | None
    subject: str
    reverses: int | None = None


def transfer(
    *, key: str, kind: str, entries: Given, by: str, at: datetime, reason: str = "", clause: str = "",
    stream: str | None = None, subject: str = "",
) -> Transfer:  # fmt: skip
    """Move cents between accounts. The same key with the same body gives the same transfer, whoever asks and when."""
    asked = Asked(key, kind, by, at, reason, clause, stream, subject)
    return _post(asked, merged((_id(account), cents) for account, cents in entries))


def reverse(transfer: Transfer, *, key: str, by: str, at: datetime, reason: str) -> Transfer:
    """Undo a transfer by its opposite, once, with the reason why."""
    refuse_unless(reason.strip(), clause=None, message=_("Say why it is reversed."), where="reason")
    refuse_unless(
        at >= transfer.at, clause=None, message=_("A transfer cannot be reversed before it was made."), where="at"
    )
    subject = transfer.subject or f"transfer:{transfer.pk}"
    asked = Asked(key, "reversal", by, at, reason, transfer.clause, transfer.stream, subject, transfer.pk)
    return _post(asked, merged((account, -cents) for account, cents in transfer.moved.items()))


def merged(entries: Iterable[tuple[int, int]]) -> dict[int, int]:
    """One amount for each account, in the order of their ids; what cancels out inside an account is left out."""
    amounts: dict[int, int] = {}
    for account, cents in entries:
        if type(cents) is not int or not -MOST_CENTS <= cents <= MOST_CENTS:
            most = {"most": MOST_CENTS}
            raise Refused(None, _("An amount is a whole number of cents, at most %(most)d.") % most, "entries")
        amounts[account] = amounts.get(account, 0) + cents
    return {account: amounts[account] for account in sorted(amounts) if amounts[account]}


def _id(account: Account | int) -> int:
    return account if isinstance(account, int) else account.pk


def _array(numbers: Iterable[int]) -> str:
    """As the database writes an array: psycopg would look at each element first, which took longer than the rest."""
    return f"{{{','.join(map(str, numbers))}}}"


def _post(asked: Asked, moved: dict[int, int]) -> Transfer:
    _check(asked, moved)
    key, kind, by, at, reason, clause, stream, subject, reverses = asked
    request, accounts, amounts = context.request_id.get(), list(moved), list(moved.values())
    values: list[Any] = [
        key, kind, _array(accounts), _array(amounts), by, at, reason, clause, stream, subject, reverses, request
    ]  # fmt: skip
    try:
        with connection.cursor() as cursor:
            cursor.execute(POST, values)
            verdict, posted, about, touched, told = cursor.fetchone()
    except IntegrityError as error:
        if (refused := _lost(error)) is None:
            raise
        raise refused from error
    if verdict == "again":
        return Transfer.objects.get(pk=posted)
    if verdict != "posted":
        _refuse(verdict, about, asked)
    written = (posted, key, kind, at, by, reason, clause, told, subject, request, touched, accounts, amounts, reverses)
    return Transfer.from_db("default", WRITTEN, written)


def _check(asked: Asked, moved: dict[int, int]) -> None:
    for where, (least, most) in LENGTHS.items():
        text = getattr(asked, where)
        if not least <= len(text) <= most or "\x00" in text:
            told = {"where": where.capitalize(), "least": least, "most": most}
            raise Refused(None, _("%(where)s has %(least)d to %(most)d characters.") % told, where)
    if asked.stream is not None and not IS_STREAM.match(asked.stream):
        raise ValueError(f"{asked.stream!r} is not the name of a stream, such as place:12.")
    if asked.at.tzinfo is None:
        raise ValueError("The instant of a transfer has a time zone.")
    if not 2 <= len(moved) <= MOST_ENTRIES:
        raise Refused(None, _("A transfer moves money between two accounts or more."), "entries")


def _refuse(verdict: str, about: int, asked: Asked) -> NoReturn:
    if verdict == "other body":
        raise Refused(None, _("The key %(key)s was used for another transfer.") % {"key": asked.key}, "key")
    if verdict == "no account":
        raise Refused(None, _("There is no account %(id)s.") % {"id": about}, "entries")
    if verdict == "unbalanced":
        raise Refused(None, _("The entries do not sum to zero at every property."), "entries")
    if verdict == "training":
        raise Refused(None, _("Play money of a training property never meets money."), "entries")
    if verdict == "reversed":
        raise Refused(None, _("It is reversed already, by transfer %(id)s.") % {"id": about}, "reverses")
    short = Account.objects.get(pk=about)
    raise Refused(None, _("There is not enough on the account %(account)s.") % {"account": short}, "entries")


# What a transfer that lost a race meets: the same refusals, spoken by the database.
LOST = {
    "ledger_account_not_below_zero": ("entries", later("There is not enough on one of the accounts.")),
    "ledger_transfer_reversed_once": ("reverses", later("It is reversed already.")),
}


def _lost(error: IntegrityError) -> Refused | None:
    cause: Any = error.__cause__
    known = LOST.get(cause.diag.constraint_name or "")
    return Refused(None, str(known[1]), known[0]) if known else None
