"""Citations: clauses named in a text become links, and a clause that has changed since it was cited is known."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import lru_cache

from django.db.models import TextField
from django.db.models.functions import MD5, Concat

from casino.house.books import BOOKS
from games.rulebook import held, succession
from games.rulebook.models import Clause, Version

NUMBER = r"\d+[A-Z]?(?:\.\d+[A-Z]?)*(?:\([a-z]+\))*"
CODES = "|".join(sorted((book.short for book in BOOKS), key=len, reverse=True))
# "NZ1 9.3(a)" anywhere; bare numbers only after a word that says so, because 12.5 may be a percentage.
CITED = re.compile(rf"\b(?P<code>{CODES}) (?P<number>{NUMBER})(?![\w.]*\d)")
NEXT = r"(?:, (?:and |or )?| and | or | to )"
LISTED = re.compile(rf"\b(?:[Rr]ules?|[Cc]lauses?|[Ss]ections?) {NUMBER}(?:{NEXT}{NUMBER})*")
BARE = re.compile(NUMBER)

# Text, and for a citation the document and the number.
Part = tuple[str, str, str]
# From when until when, and the hash of each clause.
Texts = tuple[tuple[datetime, datetime | None, dict[str, str]], ...]


def parts(text: str, code: str, known: Callable[[str], str]) -> Iterator[Part]:
    """A text in parts: plain words, and clauses of this document or others. `known` finds a number in this one."""
    done = 0
    for begin, end, document, number in sorted({*_full(text), *_bare(text, code, known)}):
        if begin < done:
            continue
        if begin > done:
            yield text[done:begin], "", ""
        yield text[begin:end], document, number
        done = end
    if done < len(text):
        yield text[done:], "", ""


def _full(text: str) -> Iterator[tuple[int, int, str, str]]:
    for found in CITED.finditer(text):
        yield found.start(), found.end(), found["code"], found["number"]


def _bare(text: str, code: str, known: Callable[[str], str]) -> Iterator[tuple[int, int, str, str]]:
    for group in LISTED.finditer(text):
        for found in BARE.finditer(text, group.start(), group.end()):
            if number := known(found[0]):
                yield found.start(), found.end(), code, number


def resolve(number: str, numbers: set[str]) -> str:
    """The number as the text has it: 9 stands there as 9.0, and of 5.10(d) perhaps only 5.10 does."""
    while number:
        for form in (number, f"{number}.0"):
            if form in numbers:
                return form
        if not number.endswith(")"):
            return ""
        number = number[: number.rindex("(")]
    return ""


def changed_since() -> Callable[[str, datetime, datetime], bool]:
    """For one page: does a clause read otherwise now than it did then? What was never there has not changed."""
    alias, revision = held.alias(), held.revision()

    def changed(cited: str, at: datetime, now: datetime) -> bool:
        code, _space, number = cited.partition(" ")
        line = _line(alias, code, revision)
        then, today = (_text_at(line, number.split(",")[0], instant) for instant in (at, now))
        return then is not None and then != today

    return changed


def _text_at(line: Texts, number: str, at: datetime) -> str | None:
    for begins, ends, texts in line:
        if begins <= at and (ends is None or at < ends):
            return texts.get(resolve(number, set(texts)))
    return None


@lru_cache(maxsize=32)
def _line(alias: str, code: str, revision: int) -> Texts:
    """Per version of a document the hash of each clause; read again when the rulebook's number has moved."""
    found: dict[tuple[datetime, datetime | None], dict[str, str]] = {}
    rows = (
        Clause.objects.using(alias)
        .filter(version__document__code=code)
        .filter(version__in=Version.objects.using(alias).filter(succession.COMPLETE))
        .annotate(hash=MD5(Concat("heading", "text", output_field=TextField())))
        .order_by("position")
        .values_list("version__effective_at", "version__ends_at", "number", "hash")
    )
    for begins, ends, number, text_hash in rows:
        if begins is not None and number:
            found.setdefault((begins, ends), {}).setdefault(number, text_hash)
    return tuple((begins, ends, texts) for (begins, ends), texts in found.items())
