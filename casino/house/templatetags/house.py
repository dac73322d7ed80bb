"""Money, times, clauses and icons as every page writes them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import template
from django.templatetags.static import static
from django.utils import formats, timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from casino.house import clauses
from casino.house.models import Property

register = template.Library()

SYMBOLS = {"NZD": "$", "AUD": "$", "SGD": "$"}


def money_text(cents: int, currency: str = "NZD") -> str:
    """1843050 becomes $18,430.50; whole dollars lose their cents, debts get a minus sign."""
    whole, rest = divmod(abs(cents), 100)
    text = formats.number_format(whole, use_l10n=True, force_grouping=True)
    if rest:
        text += f"{formats.get_format('DECIMAL_SEPARATOR')}{rest:02d}"
    return f"{'−' if cents < 0 else ''}{SYMBOLS.get(currency, currency + ' ')}{text}"


@register.filter
def money(cents: int | None, prop: Property | None = None) -> str:
    return "" if cents is None else money_text(cents, prop.currency if prop else "NZD")


def local_text(at: datetime, prop: Property | None, *, seconds: bool = True) -> str:
    there = prop.local(at) if prop else timezone.localtime(at)
    return formats.date_format(there, "j M Y") + there.strftime(", %H:%M:%S" if seconds else ", %H:%M")


def _time(at: datetime, text: str) -> SafeString:
    utc = at.astimezone(timezone.get_default_timezone())
    return format_html('<time datetime="{}" title="{} UTC">{}</time>', at.isoformat(), f"{utc:%Y-%m-%d %H:%M:%S}", text)


@register.filter
def local(at: datetime | None, prop: Property | None = None) -> SafeString | str:
    """An instant in the property's own time, to the second; the title has it in UTC."""
    return _time(at, local_text(at, prop)) if at else ""


@register.filter
def local_minute(at: datetime | None, prop: Property | None = None) -> SafeString | str:
    return _time(at, local_text(at, prop, seconds=False)) if at else ""


@register.filter
def local_clock(at: datetime | None, prop: Property | None = None) -> SafeString | str:
    if not at:
        return ""
    there = prop.local(at) if prop else timezone.localtime(at)
    return _time(at, there.strftime("%H:%M:%S"))


@register.filter
def rank_name(rank: str, prop: Property | None = None) -> str:
    from casino.house.ranks import local_name

    return local_name(rank, prop.jurisdiction if prop else "")


@register.simple_tag(takes_context=True)
def clause(context: template.Context, cited: str | None, at: datetime | None = None) -> SafeString | str:
    """The tag that ends the sentence which a clause supports: the document, then the number.

    With an instant it leads to the clause as it was then; where it reads otherwise now, the document is struck.
    """
    document, _space, number = (cited or "").partition(" ")
    if not number or not clauses.SHORT.match(document):
        return cited or ""
    request = context.get("request")
    href = clauses.address(document, number, at, request)
    past = " past" if at and clauses.has_changed(cited or "", at, request) else ""
    said = format_html("<b>{}</b><span>{}</span>", document, number)
    if not href:
        return format_html('<span class="cite{}">{}</span>', past, said)
    return format_html('<a class="cite{}" href="{}">{}</a>', past, href, said)


@register.simple_tag
def icon(name: str, label: str = "") -> SafeString:
    href = f"{static('icons.svg')}#i-{name}"
    if label:
        return format_html('<svg class="icon" role="img" aria-label="{}"><use href="{}"/></svg>', label, href)
    return format_html('<svg class="icon" aria-hidden="true"><use href="{}"/></svg>', href)


@register.filter
def get(mapping: dict[str, Any], key: str) -> Any:
    return mapping.get(key, "")
