"""Every template of every surface: nothing in line, every word for translation, every icon drawn."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.template.loader import get_template

from tests.look.markup import TEMPLATES, Page, markup, templates
from tests.look.sheets import STATIC, sheets

ROOT = TEMPLATES.parent
ICONS = set(re.findall(r'<symbol id="i-([\w-]+)"', (STATIC / "icons.svg").read_text()))


def name_of(path: Path) -> str:
    return str(path.relative_to(TEMPLATES))


@pytest.mark.parametrize("path", templates(), ids=name_of)
def test_nothing_in_line(path: Path) -> None:
    assert Page(markup(path.read_text())).refused == []


@pytest.mark.parametrize("path", templates(), ids=name_of)
def test_every_word_is_marked_for_translation(path: Path) -> None:
    assert Page(markup(path.read_text())).untranslated == []


@pytest.mark.parametrize("path", templates(), ids=name_of)
def test_every_icon_is_in_the_sprite(path: Path) -> None:
    assert set(re.findall(r"\{% icon ['\"]([\w-]+)['\"]", path.read_text())) <= ICONS


@pytest.mark.parametrize("path", templates(), ids=name_of)
def test_every_template_compiles(path: Path) -> None:
    get_template(name_of(path))


def test_the_reader_of_templates_sees_what_it_must_refuse() -> None:
    source = '<p style="x" onclick="y">{% trans "fine" %} loose<script>go()</script><img alt="words"></p>'
    page = Page(markup(source))
    assert page.refused == ["p style", "p onclick", "<script>"]
    assert page.untranslated == ["loose", "words"]


def test_every_icon_named_in_code_is_in_the_sprite() -> None:
    code = "\n".join(path.read_text() for path in (ROOT / "casino").rglob("*.py"))
    assert set(re.findall(r"\bicon(?:: str)? ?= ?\"([\w-]+)\"", code)) <= ICONS


def test_what_stylesheets_fetch_is_there() -> None:
    fetched = {url for text in sheets().values() for url in re.findall(r'url\("?([^")]+)"?\)', text)}
    ours = {url for url in fetched if not url.startswith(("data:", "#"))}
    assert ours
    assert {url for url in ours if not (STATIC / url).exists()} == set()


def test_the_page_of_a_broken_server_needs_neither_context_nor_database() -> None:
    page = get_template("500.html").render()
    assert "Something broke on our side" in page
    assert Page(page).refused == []
