"""Moving money: one call, one statement. A transfer is never changed; what was wrong is reversed by a new one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NoReturn

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
Given = Sequence[tuple[Account | int, int]]


def transfer(
    *, key: str, kind: str, entries: Given, by: str, at: datetime, reason: str = "", clause: str = "",
    stream: str | None = None, subject: str = "",
) -> Transfer:  # fmt: skip
    """Move cents between accounts. The same key with the same body gives the same transfer, whoever asks and when."""
    made = Transfer(key=key, kind=kind, by=by, at=at, reason=reason, clause=clause, subject=subject)
    made.stream = stream or ""
    return _post(made, merged((_id(account), cents) for account, cents in entries))


def reverse(transfer: Transfer, *, key: str, by: str, at: datetime, reason: str) -> Transfer:
    """Undo a transfer by its opposite, once, with the reason why."""
    refuse_unless(reason.strip(), clause=None, message=_("Say why it is reversed."), where="reason")
    refuse_unless(
        at >= transfer.at, clause=None, message=_("A transfer cannot be reversed before it was made."), where="at"
    )
    back = {account: -cents for account, cents in transfer.entries.values_list("account_id", "amount")}
    made = Transfer(
        key=key, kind="reversal", by=by, at=at, reason=reason, clause=transfer.clause, stream=transfer.stream,
        subject=transfer.subject or f"transfer:{transfer.pk}", reverses=transfer,
    )  # fmt: skip
    return _post(made, merged(back.items()))


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


def _post(made: Transfer, amounts: dict[int, int]) -> Transfer:
    _check(made, amounts)
    values: list[Any] = [
        made.key, made.kind, _array(amounts), _array(amounts.values()), made.by, made.at, made.reason, made.clause,
        made.stream or None, made.subject, made.reverses_id, context.request_id.get(),
    ]  # fmt: skip
    try:
        with connection.cursor() as cursor:
            cursor.execute(POST, values)
            verdict, posted, about, touched, told = cursor.fetchone()
    except IntegrityError as error:
        raise _lost(error) from error
    if verdict == "again":
        return Transfer.objects.get(pk=posted)
    if verdict != "posted":
        _refuse(verdict, about, made)
    return _as_written(made, posted, touched, told, len(amounts))


def _as_written(made: Transfer, posted: int, touched: list[int], told: str, lines: int) -> Transfer:
    made.pk, made.properties, made.stream, made.lines = posted, touched, told, lines
    made._state.adding, made._state.db = False, "default"
    # Computed by the database and rarely looked at: read from there when somebody asks.
    del made.__dict__["body"]
    return made


def _check(made: Transfer, amounts: dict[int, int]) -> None:
    for where, (least, most) in LENGTHS.items():
        text = getattr(made, where)
        if not least <= len(text) <= most or "\x00" in text:
            told = {"where": where.capitalize(), "least": least, "most": most}
            raise Refused(None, _("%(where)s has %(least)d to %(most)d characters.") % told, where)
    if made.stream and not IS_STREAM.match(made.stream):
        raise ValueError(f"{made.stream!r} is not the name of a stream, such as place:12.")
    if made.at.tzinfo is None:
        raise ValueError("The instant of a transfer has a time zone.")
    if not 2 <= len(amounts) <= MOST_ENTRIES:
        raise Refused(None, _("A transfer moves money between two accounts or more."), "entries")


def _refuse(verdict: str, about: int, made: Transfer) -> NoReturn:
    if verdict == "other body":
        raise Refused(None, _("The key %(key)s was used for another transfer.") % {"key": made.key}, "key")
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


def _lost(error: IntegrityError) -> Refused | IntegrityError:
    cause: Any = error.__cause__
    where, message = LOST.get(getattr(getattr(cause, "diag", None), "constraint_name", None) or "", ("", ""))
    return Refused(None, str(message), where) if message else error
