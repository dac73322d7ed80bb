"""A rule read on a phone: its changes, another date, and a word to a consultation. In a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

PHONE = {"viewport": {"width": 390, "height": 844}}
SIZES = ((1920, 1080), (1280, 800), (390, 844))
PLAYER = ("60001001", "4321")
PUBLIC = (
    "/rules/", "/rules/NZ5/", "/rules/NZ5/?changes=on", "/rules/NZ5/?changes=on&view=side", "/rules/NZ5/5.10(c)/",
    "/rules/NZ13/?changes=on", "/rules/search/?q=wager", "/rules/consultations/",
)  # fmt: skip


def hangs_over(page: Page, paths: tuple[str, ...]) -> list[str]:
    found = []
    for path in paths:
        page.goto(path)
        over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        if over > 0:
            found.append(f"{path}: {over} px")
    return found


def test_a_rule_is_read_on_a_phone_with_changes_and_at_a_date(new_page: Callable[..., Page]) -> None:
    page = new_page(**PHONE)
    page.goto("/rules/")
    page.get_by_role("link", name="Baccarat", exact=True).click()
    expect(page.get_by_role("heading", name="Baccarat", level=1)).to_be_visible()
    tree = page.locator(".clause-tree details")
    expect(tree).not_to_have_attribute("open", "")
    tree.locator("summary").click()
    page.get_by_role("link", name=re.compile("^8.3 ")).click()
    expect(page.locator('[id="8.3"]')).to_be_in_viewport()
    expect(tree).not_to_have_attribute("open", "")

    date, switch = page.get_by_label("In force on"), page.get_by_role("switch", name="Show changes")
    expect(date).to_be_in_viewport()
    expect(switch).to_be_in_viewport()
    switch.check()
    expect(page).to_have_url(re.compile("changes=on"))
    expect(page.locator('[id="8.3"] ins').first).to_be_in_viewport()
    expect(page.get_by_role("heading", name="What changed")).to_be_attached()

    page.get_by_label("In force on").fill("1 Jan 2016")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.get_by_text("Was in force")).to_be_visible()
    expect(page.get_by_role("switch", name="Show changes")).to_be_in_viewport()

    page.goto("/rules/NZ5/8.3/?at=1 Jan 2016")
    text = page.locator(".clause.this")
    expect(text).not_to_contain_text("Free Hand")
    page.goto("/rules/NZ5/8.3/")
    expect(text).to_contain_text("Free Hand")


def test_a_submission_reaches_the_consultation(new_page: Callable[..., Page]) -> None:
    page = new_page(**PHONE)
    page.goto("/rules/consultations/")
    page.locator("a.consultation").first.click()
    expect(page.get_by_role("heading", name="What is proposed")).to_be_visible()
    expect(page.locator("ins").first).to_be_visible()
    words = "The decision should be given in writing, please."
    page.get_by_label("Your name").fill("Ana Rangi")
    page.get_by_label("What you want to say").fill(words)
    page.get_by_role("button", name="Send it to the regulator").click()
    expect(page.get_by_role("heading", name="Thank you")).to_be_visible()
    page.get_by_role("link", name="Back to what is proposed").click()
    expect(page.get_by_text(words)).to_have_count(0)


def test_a_player_reads_the_rules_at_the_kiosk_and_finds_back(new_page: Callable[..., Page]) -> None:
    page = new_page()
    page.goto("/kiosk/")
    page.get_by_label("Card number").fill(PLAYER[0])
    page.get_by_label("PIN").fill(PLAYER[1])
    page.locator("[value=next]").click()
    page.get_by_role("link", name=re.compile("^Baccarat")).click()
    page.locator(".clause-tree").get_by_role("link", name=re.compile("^5.10 ")).click()
    page.locator('[id="5.10-c"] a.no').click()
    expect(page.locator(".clause.this")).to_contain_text("Tie")
    page.get_by_role("link", name="Baccarat").click()
    page.get_by_role("link", name="Back", exact=True).click()
    page.get_by_role("link", name="Back", exact=True).click()
    expect(page.get_by_role("heading", name=re.compile("Hello"))).to_be_visible()


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_no_page_of_the_rules_scrolls_sideways(new_page: Callable[..., Page], width: int, height: int) -> None:
    assert hangs_over(new_page(viewport={"width": width, "height": height}), PUBLIC) == []


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_line_has_at_most_75_characters(new_page: Callable[..., Page], width: int, height: int) -> None:
    page = new_page(viewport={"width": width, "height": height})
    page.goto("/rules/NZ5/")
    longest = page.evaluate(LONGEST_LINE)
    assert 20 < longest <= 75, longest


def test_printed_it_is_the_text_alone(browser_page: Page) -> None:
    browser_page.goto("/rules/NZ5/?changes=on")
    browser_page.emulate_media(media="print")
    expect(browser_page.locator(".clause-tree")).to_be_hidden()
    expect(browser_page.locator(".rules-tools")).to_be_hidden()
    expect(browser_page.locator("del").first).to_be_visible()
    struck = browser_page.locator("del").first.evaluate("e => getComputedStyle(e).textDecorationLine")
    assert struck == "line-through"


# Characters between two breaks, by where each one lies.
LONGEST_LINE = """() => {
  let most = 0;
  for (const p of document.querySelectorAll(".rule-text .clause p")) {
    const walk = document.createTreeWalker(p, NodeFilter.SHOW_TEXT), range = document.createRange();
    let top = null, count = 0;
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      for (let i = 0; i < node.length; i++) {
        range.setStart(node, i); range.setEnd(node, i + 1);
        const box = range.getBoundingClientRect();
        if (top === null || Math.abs(box.top - top) > 8) { top = box.top; count = 0; }
        count += 1;
        // The space at which a line breaks is not on it.
        if (node.data[i].trim()) most = Math.max(most, count);
      }
    }
  }
  return most;
}"""
