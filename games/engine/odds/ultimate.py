"""Odds of Ultimate Texas Hold'em: the main game by best play, Trips and the progressive wager (UTH)."""

from __future__ import annotations
