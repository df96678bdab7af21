"""Pages built from reports, opened in a real browser that may load nothing."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright, sync_playwright

from agentcard_conformance.authoring.explain.formats import render_explanation
from agentcard_conformance.authoring.explain.source_sections import explain_source
from agentcard_conformance.report.changes import compare_all
from agentcard_conformance.report.report import Report
from agentcard_conformance.report.reported_runs import ReportedRuns, read_reports
from many_reports import SUITE, many_reports, written

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
OPTIONS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """The reports of the known validators, where they were run before."""
    parser.addoption("--reports", type=Path, help="a folder; without it, reports that are made up")


@pytest.fixture(scope="session")
def reports(pytestconfig: pytest.Config) -> list[Report]:
    """Of many validators."""
    folder = pytestconfig.option.reports
    return list(read_reports(SUITE, [folder])) if folder else many_reports(wrong_in_256=8)


@pytest.fixture(scope="session")
def many(reports: list[Report], tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of the page of all reports."""
    return written(ReportedRuns(SUITE, tuple(reports)), tmp_path_factory.mktemp("many") / "many.html")


@pytest.fixture(scope="session")
def one(reports: list[Report], tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of the page of one report, compared with another."""
    runs = ReportedRuns(SUITE, (reports[0],), compare_all(reports[1:2], reports[:1]))
    return written(runs, tmp_path_factory.mktemp("one") / "one.html")


@pytest.fixture(scope="session")
def source(reports: list[Report], tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of the page of the default dialect's source."""
    file = tmp_path_factory.mktemp("source") / "source.html"
    file.write_text(render_explanation(explain_source(SUITE, SUITE.default, reports), "html"), "utf-8")
    return file.as_uri()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """What drives the browser."""
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """The Chromium of this machine."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    assert found, f"there is none of {', '.join(BROWSERS)}: apt-get install chromium"
    launched = playwright.chromium.launch(executable_path=found, args=list(OPTIONS))
    yield launched
    launched.close()


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens an address in a window; whatever the page complains about or asks for elsewhere fails the test."""
    troubles: list[str] = []
    contexts = []

    def opened(address: str, width: int = 1400, scheme: str = "light", **more: object) -> Page:
        context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme, **more)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: troubles.append(message.text))
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("request", lambda request: troubles.append(request.url) if not _is_own(request.url) else None)
        page.goto(address)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert troubles == []


def _is_own(address: str) -> bool:
    return address.startswith(("file:", "data:"))
