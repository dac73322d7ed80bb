"""An amendment from application over consultation, two rival texts, decision with conditions and redline into force."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from urllib.parse import quote
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, expect

from tests.whole import Whole, until

AUCKLAND = ZoneInfo("Pacific/Auckland")
CLAUSE = "5.13"
BASE = "The operator may cap what a wager pays. The Secretary approves the cap, "
TEXT_A = BASE + "and the sign of the table shows it."
TEXT_B = BASE + "a notice at the table shows it, and the dealer says it when asked."
TITLE = "Ultimate: how a maximum payout is made known"


def local(at: datetime) -> str:
    return at.astimezone(AUCKLAND).strftime("%Y-%m-%dT%H:%M:%S")


def add_change(page: Page, text: str, applicant: str) -> None:
    page.get_by_role("link", name="Add a change").click()
    page.get_by_label("What changes").select_option("amend")
    page.get_by_label("Clause").fill(CLAUSE)
    page.get_by_role("button", name="Go on").click()
    page.get_by_label("Text").fill(text)
    page.get_by_label("Asked for by").select_option(applicant)
    page.get_by_role("button", name="Add the change").click()


def propose(page: Page) -> str:
    """Compliance drafts two rival texts. Gives the address of the application."""
    page.goto("/admin/rulebook/document/")
    page.get_by_role("row", name="Ultimate Texas Hold’em").get_by_role("link", name="Propose a change").click()
    page.get_by_label("Title").fill(TITLE)
    page.get_by_label("Applicants").fill("Garden City Gaming Ltd\nSouthern Stakes Ltd")
    page.get_by_role("button", name="Propose a change").click()
    where = page.url
    add_change(page, TEXT_A, "Garden City Gaming Ltd")
    expect(page.get_by_text("It waits for the table games manager")).to_be_visible()
    add_change(page, TEXT_B, "Southern Stakes Ltd")
    expect(page.get_by_text("2 texts, at most one")).to_be_visible()
    return where


def apply_for(page: Page) -> None:
    page.goto("/admin/rulebook/application/")
    row = page.locator("#waiting li", has_text=TITLE)
    row.get_by_role("link", name="Apply for it").click()
    page.get_by_role("button", name="Apply for it").click()
    expect(page.get_by_text("From here on its text stays as it is.")).to_be_visible()


def open_consultation(page: Page, closes: datetime) -> None:
    page.goto("/home/")
    page.get_by_role("link", name="Work on the rules").click()
    page.locator("#waiting li", has_text=TITLE).get_by_role("link", name="Open the consultation").click()
    page.get_by_label("Closes").fill(local(closes))
    page.get_by_role("button", name="Open the consultation").click()
    expect(page.get_by_text("In consultation").first).to_be_visible()


def submit(page: Page, number: str) -> None:
    page.goto(f"/rules/consultations/{number}/")
    expect(page.get_by_role("heading", name=TITLE)).to_be_visible()
    page.get_by_label("Your name").fill("Ana Petelo")
    page.get_by_label("What you want to say").fill("Say it aloud, please.")
    page.get_by_role("button", name="Send it").click()
    expect(page.get_by_role("heading", name="Thank you")).to_be_visible()


def moderate(page: Page) -> None:
    page.reload()
    page.get_by_role("button", name="Show it").click()
    expect(page.locator("#submissions").get_by_text("Shown")).to_be_visible()


def decide(page: Page, begins: datetime) -> None:
    """The button says why it cannot yet; choosing one text visibly drops the other."""
    sign = page.get_by_role("button", name="Sign the decision")
    expect(sign).to_have_attribute("aria-disabled", "true")
    expect(page.get_by_text("One change is undecided.")).to_be_visible()
    page.get_by_label("Approve text B with conditions").check()
    first, second = page.locator(".option").all()
    expect(first.get_by_text("Dropped")).to_be_visible()
    expect(second.get_by_text("Dropped")).to_be_hidden()
    expect(page.get_by_text("Write the conditions that you attach.")).to_be_visible()
    second.get_by_label("Conditions", exact=True).fill("Dealers are told within a week.")
    page.get_by_label("Instrument").fill("Amendment Notice 2026/9")
    page.get_by_label("New version is called").fill("As amended 2026")
    page.get_by_label("In force from").fill(local(begins))
    page.get_by_label("Reasons, published with the decision").fill("Text B reaches those who do not read signs.")
    expect(sign).to_have_attribute("aria-disabled", "false")
    sign.click()
    expect(page.get_by_text("was made of what you approved")).to_be_visible()
    expect(page.locator(".option").nth(0).get_by_text("Declined")).to_be_visible()
    expect(page.locator(".option").nth(1).get_by_text("Approved with conditions")).to_be_visible()


def record_notice(page: Page, begins: datetime) -> None:
    page.get_by_role("link", name="UTH As amended 2026").click()
    expect(page.get_by_text("Notice missing: it holds nothing yet")).to_be_visible()
    page.get_by_role("link", name="Record the notice").click()
    page.get_by_label("Notice", exact=True).fill("2026-go9")
    page.get_by_label("Published").fill(local(datetime.now(UTC) - timedelta(minutes=1)))
    page.get_by_label("In force from").fill(local(begins))
    page.get_by_role("button", name="Record the notice").click()
    expect(page.get_by_text("2026-go9")).to_be_visible()
    expect(page.get_by_text("Dealers are told within a week.")).to_be_visible()


def check_redline(page: Page) -> None:
    page.get_by_role("link", name="what changed").click()
    line = page.locator(".line.amended")
    expect(line.locator("ins").first).to_be_visible()
    expect(line.locator("del").first).to_be_visible()
    assert "line-through" in line.locator("del").first.evaluate("e => getComputedStyle(e).textDecorationLine")
    assert "underline" in line.locator("ins").first.evaluate("e => getComputedStyle(e).textDecorationLine")
    page.get_by_label("Side by side").check(force=True)
    page.get_by_role("button", name="Show").click()
    expect(page.locator("table.sides tr.amended ins").first).to_be_visible()


def rules_at(page: Page, at: datetime | None) -> str:
    """What the public reads at an instant."""
    page.goto("/rules/UTH/" + (f"?at={quote(at.astimezone(UTC).isoformat())}" if at else ""))
    return page.inner_text("main")


def test_an_amendment_from_application_to_coming_into_force(
    running: Whole, signed_in: Callable[..., Page], new_page: Callable[..., Page]
) -> None:
    compliance, manager, authority, anybody = (
        signed_in("compliance"), signed_in("manager"), signed_in("authority"), new_page(),
    )  # fmt: skip
    where = propose(compliance)
    number = where.rstrip("/").split("/")[-2]
    apply_for(manager)
    closes = datetime.now(UTC) + timedelta(seconds=15)
    open_consultation(authority, closes)
    submit(anybody, number)
    moderate(authority)
    until(lambda: datetime.now(UTC) > closes, "the closing of the consultation", within=30)
    authority.reload()
    decide(authority, datetime.now(UTC) + timedelta(hours=1))
    begins = datetime.now(UTC) + timedelta(seconds=12)
    record_notice(authority, begins)
    check_redline(authority)
    before, after = rules_at(anybody, begins - timedelta(seconds=2)), rules_at(anybody, begins + timedelta(seconds=1))
    assert TEXT_B not in before
    assert TEXT_B in after
    until(lambda: datetime.now(UTC) > begins + timedelta(seconds=1), "its instant", within=30)
    assert TEXT_B in rules_at(anybody, None)
    told = "SELECT count(*) FROM trail_event WHERE kind = 'version.came_into_force' AND stream = 'document:UTH'"
    until(lambda: running.sql(told)[0][0], "the trail to say that it came into force")
    manager.goto("/admin/rulebook/application/")
    expect(manager.locator("#in_force li", has_text="As amended 2026")).to_be_visible()


@pytest.mark.parametrize("size", [(390, 844), (1920, 1080)], ids=["phone", "desk"])
def test_no_page_of_the_rulebook_is_wider_than_its_screen(
    signed_in: Callable[..., Page], size: tuple[int, int]
) -> None:
    page = signed_in("authority", viewport={"width": size[0], "height": size[1]})
    page.goto("/admin/rulebook/application/")
    found = [link.get_attribute("href") for link in page.locator("#content a[href^='/admin/rulebook/']").all()]
    more = ["/admin/rulebook/document/", "/admin/rulebook/election/"]
    for path in dict.fromkeys([*more, *(href for href in found if href)]):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
