"""A comparison as a web page of its own."""

from collections.abc import Iterator
from html import escape

from agentcard_conformance.compare.results import Comparison
from agentcard_conformance.compare.sections import ComparisonText, Entry, Quoted, Section, Words, comparison_text

_STYLE = """
:root { color-scheme: light dark; --ink: #1b1f24; --paper: #fff; --faint: #f1f3f5; --line: #c9d1d9; --mark: #0b5394;
  --wrong: #ffd8a8; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6edf3; --paper: #0d1117; --faint: #1c2128; --line: #3d444d; --mark: #79b8ff;
    --wrong: #5c3a10; }
}
body { background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif;
  margin: 0 auto; max-width: 60rem; padding: 1.5rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; } h1::first-letter { text-transform: uppercase; }
h2 { border-bottom: 1px solid var(--line); font-size: 1.2rem; margin-top: 2.5rem; }
h3 { font-size: 1rem; margin: 1.5rem 0 .3rem; }
code, pre { background: var(--faint); border-radius: 4px; font: .875em/1.45 ui-monospace, monospace; }
code { padding: .1em .3em; white-space: pre-wrap; } pre { overflow-x: auto; padding: .8rem; }
mark { background: var(--wrong); border-radius: 3px; color: inherit; padding: .1em .2em; }
summary { color: var(--mark); cursor: pointer; }
"""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def render(comparison: Comparison, *, terminal: bool = False) -> str:  # noqa: ARG001  # the same page anywhere
    """A page that fetches nothing and runs nothing."""
    text = comparison_text(comparison)
    return "\n".join(['<!doctype html>\n<html lang="en">', *_head(text), *_body(text), "</html>\n"])


def _head(text: ComparisonText) -> Iterator[str]:
    yield '<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{escape(_POLICY)}">'
    yield f"<title>{escape(text.headline)}</title>\n<style>{_STYLE}</style>\n</head>"


def _body(text: ComparisonText) -> Iterator[str]:
    yield f"<body>\n<h1>{escape(text.headline)}</h1>"
    yield from _list(text.notes)
    for section in text.sections:
        yield from _section(section)
    yield "</body>"


def _section(section: Section) -> Iterator[str]:
    yield f"<section>\n<h2>{escape(section.title)}</h2>"
    if any(entry.facts for entry in section.entries):
        yield from (line for entry in section.entries for line in _entry(entry))
    else:
        yield from _list(tuple(entry.title for entry in section.entries))
    yield "</section>"


def _entry(entry: Entry) -> Iterator[str]:
    yield f"<article>\n<h3>{_inline(entry.title)}</h3>"
    yield from _list(entry.facts)
    if entry.card:
        lines = "\n".join(
            _marked(line) if number == entry.marked else escape(line) for number, line in enumerate(entry.card)
        )
        yield f'<details open><summary>The card</summary><pre tabindex="0">{lines}</pre></details>'
    yield "</article>"


def _marked(line: str) -> str:
    """What the refusing side says something of begins there."""
    text = line.lstrip(" ")
    return f"{line[: len(line) - len(text)]}<mark>{escape(text)}</mark>"


def _list(items: tuple[Words, ...]) -> Iterator[str]:
    yield "<ul>"
    yield from (f"<li>{_inline(words)}</li>" for words in items)
    yield "</ul>"


def _inline(words: Words) -> str:
    """Quotation marks would need no escape outside an attribute, and get one all the same."""
    return "".join(f"<code>{escape(word.text)}</code>" if isinstance(word, Quoted) else escape(word) for word in words)
