"""A real chromium on a whole Pitboss. Without chromium these tests are skipped; with CI=true they fail."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.whole import Whole

SHOTS = Path(__file__).resolve().parent.parent.parent / "var" / "shots"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = str(Path(__file__).parent)
    for item in items:
        if str(item.path).startswith(here):
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.xdist_group("browser"))


@pytest.fixture(scope="session")
def running() -> Iterator[Whole]:
    """One Pitboss with demo data for all browser tests of this process."""
    whole = Whole().start()
    yield whole
    whole.stop()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Ends with its module: Playwright keeps an event loop in this thread, beside which no other can run."""
    found = shutil.which("chromium")
    if not found:
        assert os.environ.get("CI") != "true", "CI needs a browser: install the package chromium."
        pytest.skip("No chromium here: install the package chromium.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=found,
            args=["--no-sandbox", "--disable-background-networking", "--disable-component-update"],
        )
        yield browser
        browser.close()


@pytest.fixture
def new_page(chromium: Browser, running: Whole, request: pytest.FixtureRequest) -> Iterator[Callable[..., Page]]:
    """Opens pages in fresh contexts (another person, another device). Script errors and CSP breaches fail the test."""
    contexts, faults, pages = [], [], []

    def open_page(**options: object) -> Page:
        given = {"viewport": {"width": 1280, "height": 800}, "base_url": running.url, "locale": "en-NZ"}
        context = chromium.new_context(**(given | options))  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        pages.append(page)
        page.on("pageerror", lambda error: faults.append(f"{page.url}: {error}"))
        page.on("console", lambda line: faults.append(line.text) if "Content Security Policy" in line.text else None)
        return page

    yield open_page
    if getattr(request.node, "rep_call", None) is not None and request.node.rep_call.failed:
        SHOTS.mkdir(parents=True, exist_ok=True)
        for number, page in enumerate(pages):
            page.screenshot(path=SHOTS / f"{request.node.name}-{number}.png")
    for context in contexts:
        context.close()
    assert not faults


@pytest.fixture
def browser_page(new_page: Callable[..., Page]) -> Page:
    return new_page()


@pytest.fixture
def signed_in(new_page: Callable[..., Page]) -> Callable[..., Page]:
    """A page on which a demo user has signed in."""

    def sign_in(username: str, **options: object) -> Page:
        page = new_page(**options)
        page.goto("/sign-in/")
        page.fill("[name=username]", username)
        page.fill("[name=password]", "demo")
        page.click("form:has([name=password]) [type=submit]")
        page.wait_for_url(lambda url: "/sign-in/" not in url)
        return page

    return sign_in


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    outcome = yield
    report = outcome.get_result()  # type: ignore[attr-defined]
    if report.when == "call":
        item.rep_call = report  # type: ignore[attr-defined]
