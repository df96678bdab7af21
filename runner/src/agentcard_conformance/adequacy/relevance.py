"""Which parts of a module can change what is found, and which only word it or say where it stands?

No verdict hangs on a sentence or a position, so no card can show that one of them is broken. A module is read
backwards: what is handed to a finding as its text or place does not matter, nor what flows nowhere else.
"""

import ast
from collections.abc import Iterable, Mapping

from agentcard_conformance.adequacy.flow import Flow


class Relevance:
    """What matters in a module, given which of its functions are called from outside."""

    def __init__(self, tree: ast.Module, entries: Iterable[str]) -> None:
        self.tree = tree
        flow = Flow(tree)
        self._groups = flow.groups
        self.names = {("", entry) for entry in entries}
        while found := {name for name, node in flow.loads if self.matters(node)} - self.names:
            self.names |= found

    def matters(self, node: ast.AST) -> bool:
        """Can what is found hang on this piece?"""
        return node in self._groups and all(group & self.names for group in self._groups[node])

    def imports(self, package: str) -> Mapping[str, frozenset[str]]:
        """Which names of which modules of a package matter here?"""
        found: dict[str, set[str]] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(f"{package}."):
                taken = {each.name for each in node.names if ("", each.asname or each.name) in self.names}
                found.setdefault(node.module, set()).update(taken)
        return {module: frozenset(names) for module, names in found.items() if names}
