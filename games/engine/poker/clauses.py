"""The clause under which an act, an amount or a card is refused, by book and game."""

from __future__ import annotations

RWS = {
    "variant": "RWS 3.4",
    "deck": "RWS 2.2.1",
    "card": "RWS 2.2.1",
    "structure": "RWS 3.4",
    "seats": "RWS 2.2.1",
    "button": "RWS 3.9",
    "blinds": "RWS 1.8",
    "last_blind": "RWS 1.8",
    "ante": "RWS 1.36",
    "bring_in": "RWS 1.36",
    "carried": "RWS 4.2",
    "straddle": "RWS 3.10",
    "rake": "RWS 4.1.1",
    "turn": "RWS 5.13",
    "bet": "RWS 1.5",
    "raise": "RWS 1.37",
    "least": "RWS 1.28",
    "most": "RWS 3.4",
    "stake": "RWS 1.49",
    "cap": "RWS 3.5",
    "reopen": "RWS 3.19.3",
    "check": "RWS 1.12",
    "call": "RWS 1.10",
    "open": "RWS 3.12.1",
    "discard": "RWS 3.11",
    "reshuffle": "RWS 5.2.3",
    "boards": "RWS 3.16",
    "community": "RWS 3.16",
    "muck": "RWS 3.18.2",
    "show": "RWS 3.18.2",
    "won": "RWS 4.4",
    "folds": "RWS 3.18.1",
}

_NZ = {
    "variant": "NZ13 5.1",
    "deck": "NZ13 5.1",
    "card": "NZ13 4.1",
    "structure": "NZ13 7.2",
    "seats": "NZ13 5.1",
    "straddle": "NZ13 7.9",
    "rake": "NZ13 8.2",
    "carried": "NZ13 18.5",
    "turn": "NZ13 1.0",
    "bet": "NZ13 1.0",
    "raise": "NZ13 1.0",
    "stake": "NZ13 1.0",
    "reopen": "NZ13 10.4",
    "check": "NZ13 1.0",
    "call": "NZ13 1.0",
    "boards": "NZ13 18.9(a)",
    "muck": "NZ13 19.4",
}

_WA = {
    "variant": "WA 2.1",
    "deck": "WA 4.3",
    "card": "WA 4.1",
    "structure": "WA 7.16",
    "seats": "WA 4.3",
    "button": "WA 6.9",
    "straddle": "WA 7.17",
    "rake": "WA 19.2",
    "carried": "WA 27.3(c)",
    "ante": "WA 20.4",
    "turn": "WA 20.5",
    "bet": "WA 1",
    "raise": "WA 1",
    "least": "WA 7.11",
    "most": "WA 7.8",
    "stake": "WA 8.1",
    "cap": "WA 7.15",
    "reopen": "WA 7.11",
    "check": "WA 1",
    "call": "WA 1",
    "boards": "WA 28.7",
    "community": "WA 33.1",
    "muck": "WA 13.6",
    "show": "WA 9.3",
}


def nz(section: int, *, final: int, wagers: str, letters: str, **more: str) -> dict[str, str]:
    """Division 13: a section per game; `letters` are those of least, ratio and cap in its paragraph on wagers."""
    here = f"NZ13 {section}"
    return {
        **_NZ,
        "button": f"{here}.1(b)" if section in (12, 13) else f"{here}.1(a)",
        "blinds": f"{here}.1(b)",
        "last_blind": f"NZ13 {wagers}(b)",
        "ante": f"{here}.1(a)",
        "bring_in": f"{here}.2(a)",
        "open": f"{here}.2(a)",
        "least": f"NZ13 {wagers}({letters[0]})",
        "most": f"NZ13 {wagers}({letters[1]})",
        "cap": f"NZ13 {wagers}({letters[2]})",
        "discard": f"{here}.3(a)",
        "reshuffle": f"{here}.3(b)" if section == 11 else f"{here}.{final}(a)",
        "community": f"{here}.{final}(a)",
        "show": f"{here}.{final}(d)",
        "won": f"{here}.{final}(d)",
        "folds": f"{here}.2",
        **{key: f"NZ13 {clause}" for key, clause in more.items()},
    }


def wa(section: int, winning: str, **more: str) -> dict[str, str]:
    """Crown Perth: general rules, and a section per game."""
    return {
        **_WA,
        "blinds": "WA 20.2",
        "last_blind": "WA 20.2",
        "bring_in": f"WA {section}.3",
        "open": f"WA {section}.2",
        "discard": f"WA {section}.5",
        "reshuffle": f"WA {section}.5(d)",
        "won": f"WA {winning}",
        "folds": f"WA {section}.2",
        **{key: f"WA {clause}" for key, clause in more.items()},
    }
