"""The demo file."""

from __future__ import annotations

import pytest

from casino.files.demo import load
from casino.files.models import Kept
from casino.files.store import read
from casino.house.ranks import Rank
from tests.factories import make_property, make_staff
from tests.ledger.books_for_tests import NOON

pytestmark = pytest.mark.django_db


def test_each_property_has_a_file_of_its_own():
    for name in ("Harbour", "Bay"):
        prop = make_property(name=name)
        load(prop, make_staff(Rank.TABLE_GAMES_MANAGER, prop), NOON)
        assert name in read(Kept.objects.get(property=prop).file, at=NOON).decode()
