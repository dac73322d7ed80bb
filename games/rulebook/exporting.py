"""A version as Markdown or JSON, and back: neither loses anything.

The Markdown reads well on its own; what a reader need not see (kind, parent, history) stands in comments.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from casino.refused import Refused
from games.rulebook.shapes import ClauseText, ParameterValue

MARK = re.compile(r"^<!-- (clause|value|rules) (\{.*\}) -->$")


@dataclass(frozen=True, slots=True)
class Text:
    """All that a version says: its labels, its clauses, what they set."""

    document: str
    label: str
    clauses: tuple[ClauseText, ...]
    parameters: tuple[ParameterValue, ...] = ()


def to_json(text: Text) -> str:
    return json.dumps(
        {
            "document": text.document, "label": text.label,
            "clauses": [clause.to_json() for clause in text.clauses],
            "parameters": [parameter.to_json() for parameter in text.parameters],
        },
        ensure_ascii=False, indent=1,
    )  # fmt: skip


def from_json(content: str) -> Text:
    try:
        told = json.loads(content)
        clauses = tuple(_clause(one) for one in told["clauses"])
        return Text(
            told["document"], told["label"], clauses, tuple(ParameterValue(**one) for one in told["parameters"])
        )
    except (ValueError, KeyError, TypeError) as error:
        raise Refused(None, "This is not a version exported from Pitboss.", "file") from error


def _clause(told: dict[str, Any]) -> ClauseText:
    return ClauseText(**(told | {"history": tuple(told["history"])}))


def to_markdown(text: Text) -> str:
    return "\n".join(_markdown(text)) + "\n"


def _markdown(text: Text) -> Iterator[str]:
    yield _mark("rules", {"document": text.document, "label": text.label})
    yield f"# {_line(text.document)} {_line(text.label)}"
    for clause in text.clauses:
        hidden = clause.to_json()
        shown = hidden.pop("text")
        yield ""
        yield _mark("clause", hidden)
        title = f"{clause.number} {clause.heading}".strip()
        yield f"## {_line(title)}" if clause.kind == "heading" else f"**{_line(title)}**"
        yield from (_guarded(line) for line in shown.split("\n"))
    for parameter in text.parameters:
        yield ""
        yield _mark("value", parameter.to_json())
        value = json.dumps(parameter.value, ensure_ascii=False)
        yield f"`{_line(parameter.name)}` = `{_line(value)}` ({_line(parameter.clause)})"


def from_markdown(content: str) -> Text:
    if not content.startswith("<!-- rules "):
        raise Refused(None, "This is not a version exported from Pitboss.", "file")
    document = label = ""
    clauses: list[ClauseText] = []
    parameters: list[ParameterValue] = []
    for what, told, body in _blocks(content):
        if what == "rules":
            document, label = told["document"], told["label"]
        elif what == "clause":
            clauses.append(_clause(told | {"text": "\n".join(_unguarded(line) for line in body[1:])}))
        else:
            parameters.append(ParameterValue(**told))
    return Text(document, label, tuple(clauses), tuple(parameters))


def _blocks(content: str) -> Iterator[tuple[str, dict[str, Any], list[str]]]:
    what = ""
    told: dict[str, Any] = {}
    body: list[str] = []
    for line in content[:-1].split("\n"):
        if found := MARK.match(line):
            if what:
                yield what, told, body[:-1]
            what, told, body = found[1], json.loads(found[2]), []
        else:
            body.append(line)
    if what:
        yield what, told, body


def _mark(what: str, told: dict[str, Any]) -> str:
    inside = json.dumps(told, ensure_ascii=True).replace("-->", "--\\u003e").replace("<!--", "\\u003c!--")
    return f"<!-- {what} {inside} -->"


def _line(text: str) -> str:
    return " ".join(text.split())


def _guarded(line: str) -> str:
    """A line of a clause that looks like one of our marks, or is already guarded, gets a backslash before it."""
    return f"\\{line}" if line.startswith(("<!--", "\\")) else line


def _unguarded(line: str) -> str:
    return line[1:] if line.startswith("\\") else line


def read_any(content: str) -> Text:
    return from_markdown(content) if content.startswith("<!-- rules ") else from_json(content)
