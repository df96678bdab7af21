"""The library's reader, scanner and parser, where YAML 1.2 says otherwise than they do, which grew out of YAML 1.1."""

import re
from typing import Any

from ruamel.yaml.parser import Parser, ParserError
from ruamel.yaml.reader import Reader, ReaderError
from ruamel.yaml.scanner import Scanner, ScannerError
from ruamel.yaml.tokens import (
    DocumentEndToken,
    FlowMappingEndToken,
    FlowMappingStartToken,
    FlowSequenceEndToken,
    FlowSequenceStartToken,
    ScalarToken,
    StreamEndToken,
)

from agentcard_conformance.model import Position
from agentcard_conformance.notations import DecodeError
from agentcard_conformance.notations.json_text.decoder import MAX_DEPTH, depth_fault

_BLANKS = " \t"
_ENDS = "\0\n\r"
_BEFORE_COMMENT = " \t\n\r\ufeff"
_FLOW_SIGNS = ",[]{}"
_LINE_BREAK = re.compile("\r\n|\r|\n")
_COLLECTIONS = FlowMappingStartToken | FlowSequenceStartToken


_NOWHERE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff]")
_IN_QUOTES_ALONE = re.compile("[\x7f-\x84\x86-\x9f\ufeff\ufffe\uffff]")
"""Section 5.1 has quotes hold what JSON has in strings."""


class LenientReader(Reader):
    """The library's, but for characters that may stand in quotes."""

    def check_printable(self, data: str) -> None:
        """Refuse the characters that stand nowhere in a text."""
        if found := _NOWHERE.search(data):
            raise ReaderError(self.name, found.start(), ord(found[0]), "unicode", "no character of YAML")


class LenientParser(Parser):
    """The library's, but for marks that end no document."""

    def parse_implicit_document_start(self) -> Any:
        """A document begins, or none; any number of marks that end one may stand before it, section 9.2."""
        while self.scanner.check_token(DocumentEndToken):
            mark, following = self.scanner.get_token().end_mark, self.scanner.peek_token()
            if following.start_mark.line == mark.line and not self.scanner.check_token(StreamEndToken):
                raise ParserError(None, None, "text stands behind the mark that ends a document", following.start_mark)
        return super().parse_implicit_document_start()


class StrictScanner(Scanner):
    """What a text consists of, by the grammar of YAML 1.2, with no more flow collections in each other than fit."""

    _outermost = (0, -1)
    """Where the flow collection began that is in no other, and how far what is around it is indented."""

    _end_of_quotes = 0
    """Where the last text in quotes ended."""

    def fetch_flow_collection_start(self, TokenClass: Any, to_push: str) -> None:  # noqa: N803  # the library's names
        """Note that a flow collection begins; the library goes through all that are open at each token."""
        if self.flow_level > MAX_DEPTH:
            mark = self.reader.get_mark()
            raise DecodeError(depth_fault(Position(mark.line + 1, mark.column + 1)))
        if not self.flow_level:
            self._outermost = (self.reader.pointer, self.indent)
        super().fetch_flow_collection_start(TokenClass, to_push)

    def fetch_flow_collection_end(self, TokenClass: Any) -> None:  # noqa: N803  # the library's names
        """Note that one ends, each line of which stands further in than what is around it, section 7.4."""
        super().fetch_flow_collection_end(TokenClass)
        if not self.flow_level:
            self._check_indents(*self._outermost, is_collection=True)

    def scan_flow_scalar(self, style: Any) -> Any:
        """A text in quotes, each line of which stands further in than what is around it."""
        start = self.reader.pointer
        self._check_characters(start)
        token = super().scan_flow_scalar(style)
        self._end_of_quotes = self.reader.pointer
        self._check_indents(start, self.indent, is_collection=False)
        return token

    def scan_to_next_token(self) -> Any:
        """Go to what follows; a comment is one only behind a blank or at the start of a line, section 6.6."""
        if self.reader.peek() == "#" and self.reader.pointer and self._before() not in _BEFORE_COMMENT:
            raise self._error("no blank stands before the comment")
        return super().scan_to_next_token()

    def fetch_stream_end(self) -> None:
        """Note that the text ends."""
        self._check_characters(self.reader.pointer)
        super().fetch_stream_end()

    def stale_possible_simple_keys(self) -> None:
        """Drop names that end no more; in braces one may be of any length and on several lines, section 7.4.2."""
        kept = {level: key for level, key in self.possible_simple_keys.items() if self._may_go_on(level, key)}
        for level in kept:
            del self.possible_simple_keys[level]
        super().stale_possible_simple_keys()
        self.possible_simple_keys.update(kept)

    def check_key(self) -> bool:
        """Whether a question mark begins a name: a blank stands behind it, in flow collections as well."""
        return self.reader.peek(1) in _BLANKS + _ENDS

    def check_value(self) -> bool:
        """Whether a colon ends a name: a blank or a sign follows, or the name is in quotes or brackets."""
        if not self.flow_level:
            return bool(super().check_value())
        return self.reader.peek(1) in _BLANKS + _ENDS + _FLOW_SIGNS or self._is_behind_json()

    def check_plain(self) -> bool:
        """Whether a plain text begins: with a hyphen, question mark or colon only where text follows."""
        if self.reader.peek() in "-?:":
            return self.reader.peek(1) not in _BLANKS + _ENDS + (_FLOW_SIGNS if self.flow_level else "")
        return bool(super().check_plain())

    def scan_plain(self) -> Any:
        """A plain text; in a flow collection, a colon before one of its signs is no part of it, section 7.3.3."""
        token = super().scan_plain()
        is_followed = self.flow_level and self._before() == ":" and self.reader.peek() in _FLOW_SIGNS
        if is_followed and token.value.endswith(":") and len(token.value) > 1:
            for name in ("pointer", "index", "column"):
                setattr(self.reader, name, getattr(self.reader, name) - 1)
            return ScalarToken(
                token.value[:-1], plain=True, start_mark=token.start_mark, end_mark=self.reader.get_mark()
            )
        return token

    def scan_block_scalar_indentation(self) -> Any:
        """Blank lines before a block scalar, and its indent; none of them is longer than that, section 8.1.1.1."""
        breaks, longest, end = [], 0, self.reader.get_mark()
        while self.reader.peek() in " \n\r":
            if self.reader.peek() == " ":
                self.reader.forward()
            else:
                longest = max(longest, self.reader.column)
                breaks.append(self.scan_line_break())
                end = self.reader.get_mark()
        column = self.reader.column
        if column <= self.indent or self.reader.peek() == "\0":
            return breaks, max(longest, column), end
        if longest > column:
            raise self._error("a blank line before the text is indented further than the text")
        return breaks, column, end

    def _may_go_on(self, level: int, key: Any) -> bool:
        """Whether what may be a name stands in braces; a collection is no name, and to wait for its end takes long."""
        is_collection = isinstance(self.tokens[key.token_number - self.tokens_taken], _COLLECTIONS)
        return 0 < level <= self.flow_level and self.flow_context[level - 1] == "{" and not is_collection

    def _is_behind_json(self) -> bool:
        """Whether the token before this place is a text in quotes or a flow collection, and ends a name."""
        last = self.tokens[-1] if self.tokens else None
        is_json = isinstance(last, FlowMappingEndToken | FlowSequenceEndToken) or (
            isinstance(last, ScalarToken) and not last.plain
        )
        return is_json and self.flow_level in self.possible_simple_keys

    def _check_characters(self, end: int) -> None:
        """Refuse what may stand in quotes alone, up to a place and since the last quotes."""
        if found := _IN_QUOTES_ALONE.search(self.reader.buffer, self._end_of_quotes, end):
            raise ReaderError(self.reader.name, found.start(), ord(found[0]), "unicode", "stands outside of quotes")

    def _check_indents(self, start: int, indent: int, *, is_collection: bool) -> None:
        """Refuse lines that are indented too little, but for a last one of brackets, which most readers take."""
        lines = _LINE_BREAK.split(self.reader.buffer[start : self.reader.pointer])[1:]
        for number, line in enumerate(lines, 1):
            text = line.strip(_BLANKS)
            column = len(line) - len(line.lstrip(" "))
            is_end = is_collection and number == len(lines) and column == indent and not text.strip("]}")
            is_comment = is_collection and text.startswith("#")
            if text and column <= indent and not (is_end or is_comment):
                place = self.reader.get_mark()
                place.line, place.column = place.line - len(lines) + number, column
                raise ScannerError(None, None, "the line is indented no further than what it belongs to", place)

    def _before(self) -> str:
        return str(self.reader.buffer[self.reader.pointer - 1])

    def _error(self, problem: str) -> ScannerError:
        return ScannerError(None, None, problem, self.reader.get_mark())
