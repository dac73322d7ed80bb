"""Reading what holds at a place: the elections, then the versions of its documents, and between which instants."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connections, router

from casino.house.models import Place, PlaceKind
from games.rulebook.layers import Choice, Text, text_of
from games.rulebook.models import Revision, Version

REVISION = "SELECT number FROM rulebook_revision WHERE id = 1"

ELECTIONS = """
WITH mine AS MATERIALIZED (
  SELECT * FROM rulebook_election
   WHERE property_id = %(property)s AND (place_id IS NULL OR place_id = %(place)s)
     AND withdrawn_at IS NULL AND declined_at IS NULL AND (NOT needs_approval OR approved_at IS NOT NULL)
),
edges AS (SELECT from_at AS edge FROM mine UNION ALL SELECT ends_at FROM mine WHERE ends_at IS NOT NULL)
SELECT h.jurisdiction,
       (SELECT max(edge) FROM edges WHERE edge <= %(at)s), (SELECT min(edge) FROM edges WHERE edge > %(at)s),
       (SELECT json_agg(json_build_array(document_id, name, value, place_id IS NOT NULL,
                 to_char(asked_at AT TIME ZONE h.time_zone, 'FMDD FMMonth YYYY')) ORDER BY place_id NULLS FIRST)::text
          FROM mine WHERE from_at <= %(at)s AND (ends_at IS NULL OR ends_at > %(at)s))
  FROM house_property h WHERE h.id = %(property)s
"""

# The place's own document and, below it, each one that it beats. Without a game: the general rules alone.
TEXTS = """
WITH RECURSIVE chain AS (
  (SELECT id, code, layer, over_id, 0 AS depth FROM rulebook_document
    WHERE jurisdiction = %(jurisdiction)s AND game = %(game)s
      AND (game = '' OR layer = 'division' OR layer = 'tournament' AND %(tournament)s)
    ORDER BY layer = 'tournament' DESC LIMIT 1)
  UNION ALL
  SELECT d.id, d.code, d.layer, d.over_id, depth + 1 FROM rulebook_document d JOIN chain c ON d.id = c.over_id
),
line AS MATERIALIZED (
  SELECT v.id, v.label, v.content_hash, v.effective_at, v.ends_at, v.document_id, c.code, c.layer, c.depth
    FROM rulebook_version v JOIN chain c ON c.id = v.document_id
   WHERE v.effective_at IS NOT NULL AND v.withdrawn_at IS NULL AND (NOT v.needs_gazette OR v.gazetted_at IS NOT NULL)
),
edges AS (SELECT effective_at AS edge FROM line UNION ALL SELECT ends_at FROM line WHERE ends_at IS NOT NULL)
SELECT now.*, code, layer, document_id, id, label, content_hash,
       (SELECT json_agg(json_build_array(p.name, p.form, p.value, p.clause, p.reading))::text
          FROM rulebook_parameter p WHERE p.version_id = line.id)
  FROM (SELECT (SELECT number FROM rulebook_revision WHERE id = 1),
               (SELECT max(edge) FROM edges WHERE edge <= %(at)s),
               (SELECT min(edge) FROM edges WHERE edge > %(at)s)) AS now
  LEFT JOIN line ON effective_at <= %(at)s AND (ends_at IS NULL OR ends_at > %(at)s)
 ORDER BY depth DESC
"""

# An approved text stays as it is (the database sees to it), so that a process reads it once.
MOST_TEXTS = 256
_texts: dict[tuple[int, str], Text] = {}


@dataclass(frozen=True, slots=True)
class Held:
    """What was read, and the edges between which it holds."""

    number: int
    asked_at: datetime
    game: str
    texts: tuple[Text, ...]
    choices: tuple[Choice, ...]
    begins: datetime | None
    ends: datetime | None


def alias() -> str:
    """The regulator's pages read from a connection of their own, perhaps from a replica."""
    return router.db_for_read(Revision)


def revision() -> int:
    """The number that every change of the rulebook raises."""
    row = _one(REVISION, None)
    return int(row[0]) if row else 0


def read(place: Place, at: datetime) -> Held:
    """Two queries: elections first, because they say which game is played here."""
    return _read(place, at, None)


def read_as(place: Place, at: datetime, game: str) -> Held:
    """What would hold if another game were played here."""
    return _read(place, at, game)


def _read(place: Place, at: datetime, game: str | None) -> Held:
    asked = {"property": place.property_id, "place": place.pk, "at": at}
    jurisdiction, begins, ends, chosen = _one(ELECTIONS, asked)
    choices = tuple(Choice(*row) for row in json.loads(chosen or "[]"))
    if game is None:
        game = next((choice.value for choice in reversed(choices) if choice.name == "game"), "")
    tournament = place.kind == PlaceKind.TOURNAMENT
    asked = {"jurisdiction": jurisdiction, "game": game, "tournament": tournament, "at": at}
    rows = _all(TEXTS, asked)
    number, came, goes = rows[0][:3]
    return Held(
        number or 0, at, game, tuple(_text(*row[3:]) for row in rows if row[3]), choices,
        max(filter(None, (begins, came)), default=None), min(filter(None, (ends, goes)), default=None),
    )  # fmt: skip


def _text(code: str, layer: str, document: int, version: int, label: str, content_hash: str, said: str | None) -> Text:
    found = _texts.get((version, content_hash))
    if found is None:
        if len(_texts) >= MOST_TEXTS:
            _texts.clear()
        found = text_of(code, layer, document, version, label, content_hash, json.loads(said or "[]"))
        _texts[version, content_hash] = found
    return found


def text_in(version: Version) -> Text:
    """A version as it is laid, whatever its state."""
    document = version.document
    said = version.parameters.values_list("name", "form", "value", "clause", "reading")
    return text_of(
        document.code, document.layer, document.pk, version.pk, version.label, version.content_hash, said
    )  # fmt: skip


def _one(statement: str, asked: dict[str, Any] | None) -> Any:
    found = _all(statement, asked)
    return found[0] if found else None


def _all(statement: str, asked: dict[str, Any] | None) -> list[Any]:
    with connections[alias()].cursor() as cursor:
        cursor.execute(statement, asked)
        return list(cursor.fetchall())
