"""A browser becomes a display: it shows its code, is accepted, shows its content, is revoked and closes."""

from __future__ import annotations

import hashlib
import re

from playwright.sync_api import expect

from tests.whole import until


def accept(manager, code: str, name: str) -> None:
    manager.goto("/admin/devices/device/accept/")
    manager.fill("[name=code]", code)
    manager.click("main button.primary")
    manager.fill("[name=name]", name)
    manager.click("main button.primary")
    manager.wait_for_url(re.compile(r"/admin/devices/device/$"))


def row_of(manager, name: str):
    return manager.locator("tr", has=manager.get_by_role("link", name=name, exact=True))


def test_a_display_is_paired_shows_its_content_is_revoked_and_closes(new_page, signed_in, running):
    wall = new_page(viewport={"width": 1920, "height": 1080})
    wall.goto("/display/table/BA-14/")
    code = wall.locator(".pairing .code").inner_text()
    assert re.fullmatch(r"[2-9A-Z]{4}-[2-9A-Z]{4}", code)
    assert "BA-14" not in wall.locator("body").inner_text()

    manager = signed_in("supervisor")
    manager.goto("/admin/devices/device/")
    expect(manager.get_by_role("heading", name="Waiting to be accepted")).to_be_visible()
    assert code not in manager.locator("body").inner_text()
    accept(manager, code, "Sign X")

    # The wall asks by itself, takes its cookie, and shows place, property and a clock that runs.
    expect(wall.locator(".standing h1")).to_have_text("Baccarat 14")
    expect(wall.locator(".house")).to_contain_text("Harbour Lights")
    expect(wall.get_by_text("Sign X, live")).to_be_visible()
    assert "PREVIEW" not in wall.locator("body").inner_text()
    first = wall.locator(".now").inner_text()
    expect(wall.locator(".now")).not_to_have_text(first)
    cookie = next(cookie for cookie in wall.context.cookies() if cookie["name"].startswith("device-"))
    assert cookie["httpOnly"] and cookie["sameSite"] == "Strict"

    # The list says so without a reload: heard, and what it confirmed by the hash of the very bytes.
    row = row_of(manager, "Sign X, BA-14")
    expect(row).to_contain_text("Heard")
    expect(row).to_contain_text("BA-14 Baccarat 14")
    stored = running.sql("SELECT shows_hash FROM devices_device WHERE name = 'Sign X'")[0][0]
    part = wall.request.get("/display/table/BA-14/", headers={"X-Part": "shows"}).body()
    assert stored == hashlib.sha256(part).hexdigest()

    # Revoked: the screen closes at once and is back at a code, another one.
    row.get_by_role("link").first.click()
    manager.get_by_role("link", name="Revoke").click()
    manager.fill("[name=reason]", "wrong wall")
    manager.click("main button.danger")
    expect(wall.locator(".pairing .code")).to_be_visible()
    assert wall.locator(".pairing .code").inner_text() != code
    assert "Baccarat 14" not in wall.locator("body").inner_text()
    kinds = [kind for (kind,) in running.sql(
        "SELECT e.kind FROM trail_event e JOIN devices_device d ON e.stream = 'device:' || d.id"
        " WHERE d.name = 'Sign X' ORDER BY e.seq"
    )]  # fmt: skip
    assert kinds[:3] == ["device.accepted", "device.collected", "device.first_heard"]
    assert "device.confirmed" in kinds and kinds[-1] == "device.revoked"


def open_as(manager, name: str):
    with manager.context.expect_page() as opened:
        row_of(manager, name).get_by_role("button", name="Open as this device").click()
    return opened.value


def test_a_newcomer_opens_every_display_and_one_that_is_closed_falls_silent_once(signed_in, running):
    manager = signed_in("manager")
    manager.goto("/admin/devices/device/")
    where = "name = 'Sign A' AND place_id = (SELECT id FROM house_place WHERE code = 'UT-03')"
    hashes = f"SELECT shows_hash FROM devices_device WHERE {where}"
    first = open_as(manager, "Sign A, UT-03")
    until(lambda: running.sql(hashes)[0][0], "its confirmation")
    first.close()
    shown = {
        "Sign A, BA-12": "Baccarat 12", "Meter, UT-PRO": "Ultimate progressive", "Board, PK-H": "Poker room Harbour",
        "Clock, FRI-H": "Friday Hold’em", "Terminal, BA-12": "Baccarat 12", "Station 1, BA-12": "Baccarat 12",
    }  # fmt: skip
    seen = set()
    for name, text in shown.items():
        page = open_as(manager, name)
        expect(page.locator("[data-shows]")).to_contain_text(text)
        assert "PREVIEW" not in page.locator("body").inner_text()
        seen.add(page.locator("[data-device]").get_attribute("data-device"))
        page.close()
    assert len(seen) == len(shown), "each is a device of its own, in one browser"
    silences = (
        "SELECT count(*) FROM trail_event e JOIN devices_device d ON e.stream = 'device:' || d.id"
        f" WHERE e.kind = 'device.silent' AND d.{where}"
    )
    until(lambda: running.sql(silences)[0][0], "its silence", within=20)
    assert running.sql(hashes)[0][0] == "", "what it confirmed counts no more"
    expect(row_of(manager, "Sign A, UT-03")).to_contain_text("Closed")
    assert running.sql(silences)[0][0] == 1


def test_a_dealer_signs_on_at_the_terminal_by_touch_and_off_again(signed_in):
    manager = signed_in("manager")
    manager.goto("/admin/devices/device/")
    terminal = open_as(manager, "Terminal, SE-01")
    expect(terminal.get_by_text("Live", exact=True)).to_be_visible()
    for name, digits in (("Number", "101"), ("PIN", "1357")):
        for digit in digits:
            terminal.locator(f".key[value='{digit}']").click()
        expect(terminal.get_by_label(name)).to_have_value(digits)
        terminal.locator(".key.go").click()
    expect(terminal.locator(".on-now h2")).to_have_text("Jae Park")
    terminal.get_by_role("button", name="Sign off").click()
    expect(terminal.get_by_role("heading", name="Dealer, sign on")).to_be_visible()
