"""WCAG 2.2 AA in both schemes: 1.4.3 for text, 1.4.11 for what bounds a control or marks the focus."""

from __future__ import annotations

import re

import pytest

from tests.look.sheets import SCHEMES, colours, contrast, sheets

SURFACES = ("canvas", "sunken", "surface", "raised", "hover")
WASHES = ("accent-wash", "ok-wash", "notice-wash", "bad-wash")

TEXT = [
    *((ink, ground) for ink in ("ink", "ink-2", "ink-3", "accent", "accent-strong") for ground in SURFACES),
    *((ink, ground) for ink in ("ink", "ink-2") for ground in WASHES),
    *((state, ground) for state in ("ok", "notice", "bad") for ground in (*SURFACES, f"{state}-wash")),
    ("accent", "accent-wash"),
    ("on-accent", "accent"), ("on-accent", "accent-strong"),
    ("on-notice-solid", "notice-solid"), ("on-bad-solid", "bad-solid"),
    ("on-banker", "banker"), ("player", "surface"), ("tie", "surface"), ("banker", "surface"),
    ("card-black", "card-paper"), ("card-red", "card-paper"), ("paper", "card-red"),
    ("on-sign-thumb", "sign-thumb"), ("canvas", "ink"), ("surface", "ink-2"),
    ("print", "paper"),
]  # fmt: skip
EDGES = [
    *(("edge", ground) for ground in SURFACES),
    *(("focus", ground) for ground in SURFACES),
    *(("accent", ground) for ground in SURFACES),
    ("focus", "accent-wash"), ("edge", "accent-wash"),
]  # fmt: skip


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(("ink", "ground"), TEXT)
def test_text_stands_out_wcag_1_4_3(ink: str, ground: str, scheme: str) -> None:
    known = colours(scheme)
    assert contrast(known[ink], known[ground]) >= 4.5


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(("edge", "ground"), EDGES)
def test_what_bounds_a_control_stands_out_wcag_1_4_11(edge: str, ground: str, scheme: str) -> None:
    known = colours(scheme)
    assert contrast(known[edge], known[ground]) >= 3


def test_the_measure_itself() -> None:
    assert contrast("#000", "#ffffff") == pytest.approx(21)
    # The grey that WCAG's own texts name as just enough on white.
    assert contrast("#767676", "#fff") == pytest.approx(4.54, abs=0.01)


def colours_in(text: str) -> list[str]:
    """Colours in declarations; selectors may have a # of their own, and icons are data."""
    declared = "".join(re.findall(r"\{([^{}]*)\}", re.sub(r'url\("data:[^"]*"\)', "", text)))
    return re.findall(r"#[0-9a-fA-F]{3,8}\b|\brgba?\(", declared)


def test_no_colour_is_written_down_outside_tokens() -> None:
    assert colours_in(".a { color: #999; } #b {} @media print { .c { color: rgb(0 0 0); } }") == ["#999", "rgb("]
    others = {name: colours_in(text) for name, text in sheets().items() if name != "tokens.css"}
    assert {name: found for name, found in others.items() if found} == {}


def test_every_token_that_is_used_exists() -> None:
    everything = "\n".join(sheets().values())
    defined = set(re.findall(r"(--[\w-]+)\s*:", everything))
    # With a second argument a part may be used without its size being set.
    used = set(re.findall(r"var\((--[\w-]+)\)", everything))
    assert used - defined == set()
