"""A badge as a picture."""

from html import escape

from agentcard_conformance.report.badges import Badge, read_badge
from agentcard_conformance.report.reported_runs import ReportedRuns

_LETTER, _PADDING, _HEIGHT = 7, 10, 20
"""Of a letter of 11 pixels, and around a text."""
_COLOURS = {"brightgreen": "#3a7d1e", "yellow": "#8a6d00", "red": "#b3261e"}
"""Dark enough for white letters."""
_PICTURE = """\
<svg xmlns="http://www.w3.org/2000/svg" width="{whole}" height="{height}" role="img" aria-label="{title}">
  <title>{title}</title>
  <clipPath id="r"><rect width="{whole}" height="{height}" rx="3"/></clipPath>
  <g clip-path="url(#r)">
    <rect width="{left}" height="{height}" fill="#444"/>
    <rect x="{left}" width="{right}" height="{height}" fill="{colour}"/>
  </g>
  <g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
    <text x="{left_middle}" y="14" textLength="{left_text}">{label}</text>
    <text x="{right_middle}" y="14" textLength="{right_text}">{message}</text>
  </g>
</svg>
"""


def render(runs: ReportedRuns) -> str:
    """One SVG, of a complete report alone; it loads nothing."""
    return _draw(read_badge(runs.only_report("svg")))


def _draw(badge: Badge) -> str:
    left_text, right_text = len(badge.label) * _LETTER, len(badge.message) * _LETTER
    left, right = left_text + _PADDING, right_text + _PADDING
    return _PICTURE.format(
        whole=left + right,
        height=_HEIGHT,
        left=left,
        right=right,
        colour=_COLOURS[badge.colour],
        left_middle=left / 2,
        right_middle=left + right / 2,
        left_text=left_text,
        right_text=right_text,
        title=escape(f"{badge.label}: {badge.message}"),
        label=escape(badge.label),
        message=escape(badge.message),
    )
