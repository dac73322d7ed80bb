"""Templates as markup: what stands in them once Django's own tags are taken out."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
SPOKEN = ("alt", "aria-label", "placeholder", "title")
UNSEEN = ("script", "style", "template")
# The name of the house's program is the same in every language.
SAME_EVERYWHERE = {"Pitboss"}

_COMMENT = re.compile(r"\{#.*?#\}|\{% comment %\}.*?\{% endcomment %\}", re.S)
_TRANSLATED = re.compile(r"\{% *(blocktrans(?:late)?)\b.*?\{% *end\1 *%\}", re.S)
# Blocks that fill an attribute, and attributes that nobody reads aloud.
_ATTRIBUTE = re.compile(
    r"\{% block (?:body_?class|coltype|theme)\b.*?\{% endblock.*?%\}"
    r"|\bdata-[\w-]+=\"[^\"]*\"",
    re.S,
)
_TAG = re.compile(r"\{%.*?%\}", re.S)
_VALUE = re.compile(r"\{\{.*?\}\}", re.S)


def templates() -> list[Path]:
    return sorted(TEMPLATES.rglob("*.html"))


def markup(source: str) -> str:
    """The HTML of a template, with nothing in the place of what Django or a translation puts there."""
    for pattern in (_COMMENT, _TRANSLATED, _ATTRIBUTE, _TAG, _VALUE):
        source = pattern.sub(" ", source)
    return source


class Page(HTMLParser):
    """Collects what a reader meets, and whatever our content security policy would refuse."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.refused: list[str] = []
        self.tags: list[tuple[str, dict[str, str]]] = []
        self._unseen = 0
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.tags.append((tag, given))
        scripted = given.get("href", "").startswith("javascript:")
        if tag == "style" or (tag == "script" and not given.get("src")) or scripted:
            self.refused.append(f"<{tag}>")
        self.refused += [f"{tag} {name}" for name in given if name == "style" or name.startswith("on")]
        self.words += [word for name in SPOKEN for word in re.findall(r"[^\W\d_]{2,}", given.get(name, ""))]
        self._unseen += tag in UNSEEN

    def handle_endtag(self, tag: str) -> None:
        self._unseen -= tag in UNSEEN

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self.words += re.findall(r"[^\W\d_]{2,}", data)

    @property
    def untranslated(self) -> list[str]:
        return [word for word in self.words if word not in SAME_EVERYWHERE]
