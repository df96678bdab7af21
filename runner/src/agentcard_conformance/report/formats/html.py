"""Reports as one page to look at, which loads nothing and works without scripts."""

from agentcard_conformance.model import Json
from agentcard_conformance.report.page.building import build_view
from agentcard_conformance.report.page.rendering import embedded_json, render_page
from agentcard_conformance.report.page.view import ShownDialect
from agentcard_conformance.report.reported_runs import ReportedRuns


def render(runs: ReportedRuns) -> str:
    """For one validator what is wrong and why, for several the matrix of validators and requirements."""
    view = build_view(runs)
    answers = {each.dialect.id: _answers(each) for each in view.dialects}
    return render_page("report.html.jinja", "report.js", view=view, answers=embedded_json(answers))


def _answers(shown: ShownDialect) -> Json:
    """What each validator said of each card, for the script; the folders of cards are told once."""
    folders: dict[str, list[str]] = {}
    for path in shown.paths:
        folder, _, name = path.rpartition("/")
        folders.setdefault(folder, []).append(name)
    return {"labels": shown.labels, "folders": folders, "answers": shown.answers}
