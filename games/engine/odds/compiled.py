"""Numba where it is installed: it makes the odds of Ultimate and is needed for nothing else."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import ParamSpec, TypeVar, cast

P = ParamSpec("P")
T = TypeVar("T")

AVAILABLE = find_spec("numba") is not None


def compiled(function: Callable[P, T]) -> Callable[P, T]:
    """The function as machine code, or as it is where numba is missing."""
    if not AVAILABLE:
        return function
    from numba import njit

    return cast("Callable[P, T]", njit(nogil=True)(function))
