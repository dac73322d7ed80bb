"""The look in a real browser: nothing hangs over the edge, colours stay chosen, menus obey keys, kiosks forget."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

SIZES = ((1920, 1080), (1280, 800), (390, 844))
MANAGERS = (
    "/admin/", "/admin/house/place/", "/admin/house/staff/", "/admin/house/place/add-place/", "/admin/devices/device/",
    "/admin/ledger/trialbalance/", "/admin/due/due/", "/home/",
)  # fmt: skip
INSPECTORS = ("/audit/", "/audit/trail/")
ANYBODYS = ("/", "/sign-in/", "/rules/", "/kiosk/", "/nothing-here/")
PLAYER = ("60001001", "4321", "Hana Whittaker")


def hangs_over(page: Page, paths: tuple[str, ...]) -> list[str]:
    found = []
    for path in paths:
        page.goto(path)
        over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        if over > 0:
            found.append(f"{path}: {over} px")
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_no_page_scrolls_sideways(
    signed_in: Callable[..., Page], new_page: Callable[..., Page], width: int, height: int, scheme: str
) -> None:
    options = {"viewport": {"width": width, "height": height}, "color_scheme": scheme}
    assert hangs_over(new_page(**options), ANYBODYS) == []
    assert hangs_over(signed_in("manager", **options), MANAGERS) == []
    assert hangs_over(signed_in("regulator", **options), INSPECTORS) == []


def test_at_200_percent_a_desk_still_reads(signed_in: Callable[..., Page]) -> None:
    """WCAG 1.4.10: half the width is what twice the size leaves."""
    assert hangs_over(signed_in("manager", viewport={"width": 640, "height": 400}), MANAGERS) == []


def test_chosen_colours_stay_chosen(browser_page: Page) -> None:
    browser_page.goto("/sign-in/")
    browser_page.get_by_role("button", name="Dark").click()
    browser_page.goto("/rules/")
    expect(browser_page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(browser_page.get_by_role("button", name="Dark")).to_have_attribute("aria-pressed", "true")
    browser_page.get_by_role("button", name="As the system").click()
    expect(browser_page.locator("html")).not_to_have_attribute("data-theme", "dark")


def test_menus_open_and_close_by_key(signed_in: Callable[..., Page]) -> None:
    page = signed_in("manager")
    page.goto("/admin/house/place/")
    menu = page.locator(".bar details.menu").last
    menu.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Sign out")).to_be_hidden()
    assert menu.locator("summary").evaluate("e => e === document.activeElement")


def test_on_a_phone_the_jobs_come_at_a_touch(signed_in: Callable[..., Page]) -> None:
    page = signed_in("manager", viewport={"width": 390, "height": 844}, has_touch=True)
    page.goto("/admin/")
    places = page.get_by_role("link", name="Places", exact=True)
    expect(places).to_be_hidden()
    page.get_by_role("button", name="Jobs").tap()
    places.tap()
    page.wait_for_url("**/admin/house/place/")


def card_and_pin(page: Page, pin: str) -> None:
    page.goto("/kiosk/")
    for digit in PLAYER[0]:
        page.locator(f".key[value='{digit}']").click()
    page.locator(".key.go").click()
    for digit in pin:
        page.locator(f".key[value='{digit}']").click()
    page.locator(".key.go").click()


def test_a_player_signs_in_by_the_keypad_alone(browser_page: Page) -> None:
    card_and_pin(browser_page, PLAYER[1])
    expect(browser_page.get_by_role("heading", name=PLAYER[2])).to_be_visible()
    sizes = browser_page.locator("a.button, button.button, .pick").evaluate_all(
        "all => all.filter(e => e.checkVisibility()).map(e => e.getBoundingClientRect().height)"
    )
    assert sizes
    assert min(sizes) >= 56


def test_a_reader_types_the_number_and_enter(browser_page: Page) -> None:
    browser_page.goto("/kiosk/")
    browser_page.keyboard.type(f"{PLAYER[0]}\n{PLAYER[1]}\n")
    expect(browser_page.get_by_role("heading", name=PLAYER[2])).to_be_visible()


def test_a_kiosk_that_nobody_touches_warns_and_forgets(browser_page: Page) -> None:
    browser_page.clock.install()
    card_and_pin(browser_page, PLAYER[1])
    expect(browser_page.get_by_role("heading", name=PLAYER[2])).to_be_visible()
    browser_page.clock.run_for(39_000)
    expect(browser_page.get_by_role("dialog")).to_be_hidden()
    browser_page.clock.run_for(2_000)
    # WCAG 2.2.1: at least 20 seconds to say that one is still there.
    expect(browser_page.get_by_role("dialog")).to_be_visible()
    browser_page.get_by_role("button", name="I’m still here").click()
    expect(browser_page.get_by_role("dialog")).to_be_hidden()
    browser_page.clock.run_for(61_000)
    expect(browser_page.get_by_role("heading", name="Your card and PIN")).to_be_visible()
    browser_page.go_back()
    expect(browser_page.get_by_text(PLAYER[2])).to_have_count(0)


def test_what_somebody_typed_and_left_is_gone(browser_page: Page) -> None:
    browser_page.clock.install()
    browser_page.goto("/kiosk/")
    browser_page.keyboard.type(PLAYER[0])
    browser_page.clock.run_for(59_000)
    expect(browser_page.get_by_label("Card number")).to_have_value(PLAYER[0])
    browser_page.clock.run_for(3_000)
    expect(browser_page.get_by_label("Card number")).to_have_value("")


def test_the_floor_shows_a_new_need_by_itself(signed_in: Callable[..., Page], browser_page: Page) -> None:
    floor = signed_in("supervisor")
    floor.goto("/admin/")
    before = floor.locator(".todo li").count()
    for _ in range(6):
        browser_page.goto("/kiosk/")
        with browser_page.expect_navigation():
            browser_page.keyboard.type("79999999\n0000\n")
    expect(floor.locator(".todo li").nth(before)).to_be_visible(timeout=12_000)
