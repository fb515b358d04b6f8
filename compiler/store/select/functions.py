"""The functions that a guarded SELECT has beyond SQLite's: REGEXP, walks over links, and the graph of a diagram.

Each gives the same result for the same arguments and snapshot. Lists are JSON text, for `json_each`.
"""

import sqlite3
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

import orjson

from compiler.graphs.cycles import cycles
from compiler.graphs.paths import distances
from compiler.model.facts import LinkKind
from compiler.model.source_names import split_ref
from compiler.store.link_walk import dependency_steps, kinds_of, walk
from compiler.store.select.errors import SelectError
from compiler.store.select.tamed_functions import TAMED, TamedFunctions
from compiler.text.patterns import PatternError, compile_pattern

# By name the number of arguments; -1 for any.
ARGUMENTS = {"regexp": 2, "dependents": -1, "dependencies": -1, "reachable": 3, "loop": 2, **TAMED}

MAX_DEPTH = 1_000_000  # of a walk to the end
STEPS_PER_CALL = 20  # a call from SQLite into Python
BYTES_PER_STEP = 16  # of text that a pattern is matched against
STEPS_PER_LINK = 100  # of a walk
_CACHED = 32  # patterns, and graphs of diagrams

Row = tuple[Any, ...]
Graph = dict[str, list[str]]


class _Links:
    """Reads links and objects on the connection (`compiler.store.link_walk.LinkReader`)."""

    def __init__(
        self, rows: Callable[[str, Sequence[Any]], list[Row]], link_kinds: Callable[[], Sequence[LinkKind]]
    ) -> None:
        self._rows = rows
        self._link_kinds = link_kinds

    def rows(self, sql: str, parameters: Sequence[Any] = (), /) -> list[Row]:
        return self._rows(sql, parameters)

    @cached_property
    def link_kinds(self) -> Mapping[str, LinkKind]:
        return {kind.name: kind for kind in self._link_kinds()}


class SelectFunctions:
    """The functions of one connection. `rows` runs a statement on it, `count` is told of steps and may raise."""

    def __init__(
        self,
        rows: Callable[[str, Sequence[Any]], list[Row]],
        link_kinds: Callable[[], Sequence[LinkKind]],
        count: Callable[[int], None],
        longest: int,
    ) -> None:
        """`longest` is the most characters of a text that a function makes."""
        self._rows = rows
        self._links = _Links(rows, link_kinds)
        self._count = count
        self._error: Exception | None = None
        self._patterns: OrderedDict[str, Callable[[str | bytes], Any]] = OrderedDict()
        self._graphs: OrderedDict[str, tuple[Graph, Graph]] = OrderedDict()
        self._loops: OrderedDict[str, dict[str, list[str]]] = OrderedDict()
        self._tamed = TamedFunctions(count, longest)

    def install(self, database: sqlite3.Connection) -> None:
        """Give a connection the functions."""
        made: dict[str, Callable[..., Any]] = {
            "regexp": self._regexp,
            "dependents": lambda *given: self._dependency("dependents", *given),
            "dependencies": lambda *given: self._dependency("dependencies", *given),
            "reachable": self._reachable,
            "loop": self._loop,
            **self._tamed.functions(),
        }
        for name, function in made.items():
            database.create_function(name, ARGUMENTS[name], self._guarded(function), deterministic=True)

    def close(self) -> None:
        self._tamed.close()

    def begin(self) -> None:
        """Forget what the last statement left: the steps of a statement must not depend on earlier ones."""
        self._error = None
        for cache in (self._patterns, self._graphs, self._loops):
            cache.clear()

    @property
    def error(self) -> Exception | None:
        """The first error that a function has raised in this statement: SQLite tells only that there was one."""
        return self._error

    def _guarded(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any) -> Any:
            try:
                self._count(STEPS_PER_CALL)
                return function(*given)
            except Exception as error:
                self._error = self._error or error
                raise

        return call

    def _regexp(self, pattern: Any, text: Any) -> bool | None:
        """`text REGEXP pattern`: whether RE2 finds the pattern in the text, case-sensitively."""
        if pattern is None or text is None:
            return None
        search = self._patterns.get(str(pattern))
        if search is None:
            try:
                search = compile_pattern(str(pattern), case_sensitive=True)
            except PatternError as error:
                hint = "The syntax is RE2's: no lookaround, no backreferences; (?i) ignores case."
                raise SelectError("invalid", f"The pattern of REGEXP is not valid: {error}", hint) from None
            _cache(self._patterns, str(pattern), search)
        searched = str(text)
        self._count(len(searched) // BYTES_PER_STEP)
        return search(searched) is not None

    def _dependency(self, name: str, *given: Any) -> str | None:
        """The refs of what depends on an object, or of what it depends on, the nearest first, as `get_impact`."""
        if len(given) not in (1, 2):
            raise _wrong(f"{name}(ref[, depth]) takes one or two arguments, not {len(given)}")
        ref, depth = given if len(given) == 2 else (given[0], MAX_DEPTH)
        if ref is None:
            return None
        if type(depth) is not int or depth < 1:
            raise _wrong(f"{name}(ref, depth): the depth must be an integer of at least 1")
        steps = dependency_steps(self._links, name == "dependents")
        found = walk(self._known(name, str(ref)), steps, depth)
        self._count(len(found.steps) * STEPS_PER_LINK)
        if found.truncated == "nodes":
            message = f"{name}({ref!r}) reaches more than {len(found.distance):,} objects"
            raise SelectError("bound", message, f"Give a depth: {name}(ref, 3).", bound="nodes")
        existing = kinds_of(self._links, list(found.distance))
        return orjson.dumps(
            [node for node, distance in found.distance.items() if distance and node in existing]
        ).decode()

    def _known(self, name: str, ref: str) -> str:
        """The ref that is meant: that of an object or of a dangling link, or of the only object with this native id."""
        if self._rows("SELECT 1 FROM object WHERE ref = ? UNION ALL SELECT 1 FROM link WHERE target = ?", (ref, ref)):
            return ref
        named = self._rows("SELECT ref FROM object WHERE id = ? LIMIT 2", (ref,))
        if len(named) == 1:
            return str(named[0][0])
        why = "several objects have this id: give a ref" if named else "no object or link has this ref"
        raise _wrong(f"{name}({ref!r}): {why}")

    def _reachable(self, diagram: Any, node: Any, direction: Any) -> str | None:
        """The ids of the nodes that can be reached from a node of a diagram along its edges, or that can reach it, the
        node itself included, sorted."""
        if diagram is None or node is None:
            return None
        if direction not in ("forward", "backward"):
            raise _wrong(
                f"reachable(diagram, node, direction): the direction is 'forward' or 'backward', not {direction!r}"
            )
        graph = self._graph("reachable", str(diagram), str(node))[direction == "backward"]
        found = distances(graph, [str(node)])
        self._count(len(found) * STEPS_PER_LINK)
        return orjson.dumps(sorted(found)).decode()

    def _loop(self, diagram: Any, node: Any) -> str | None:
        """The ids of the nodes on a loop with a node: its strongly connected component, sorted; none if it lies on no
        loop."""
        if diagram is None or node is None:
            return None
        onwards, _ = self._graph("loop", str(diagram), str(node))
        if str(diagram) not in self._loops:
            self._count((len(onwards) + sum(map(len, onwards.values()))) * STEPS_PER_LINK)
            found = {node: sorted(component) for component in cycles(onwards) for node in component}
            _cache(self._loops, str(diagram), found)
        return orjson.dumps(self._loops[str(diagram)].get(str(node), [])).decode()

    def _graph(self, name: str, diagram: str, node: str) -> tuple[Graph, Graph]:
        """The successors and the predecessors of each node of a diagram."""
        if diagram not in self._graphs:
            found = self._rows("SELECT id, ref FROM node WHERE diagram = ?", (diagram,))
            nodes = [node for node, _ in found]
            if len({split_ref(ref)[0] for _, ref in found}) > 1:
                raise _wrong(f"{name}(diagram, node): several sources have the diagram {diagram!r}")
            edges = self._rows("SELECT source, target FROM edge WHERE diagram = ?", (diagram,))
            onwards: Graph = {node: [] for node in sorted(nodes)}
            backwards: Graph = {node: [] for node in sorted(nodes)}
            for source, target in sorted({(source, target) for source, target in edges}):
                if source in onwards and target in onwards:
                    onwards[source].append(target)
                    backwards[target].append(source)
            _cache(self._graphs, diagram, (onwards, backwards))
        graphs = self._graphs[diagram]
        if node not in graphs[0]:
            there = f"no diagram {diagram!r} with nodes" if not graphs[0] else f"no node {node!r} in {diagram!r}"
            raise _wrong(f"{name}(diagram, node): there is {there}")
        return graphs


def _wrong(message: str) -> SelectError:
    return SelectError("invalid", message)


def _cache(cache: OrderedDict[str, Any], key: str, value: Any) -> None:
    cache[key] = value
    while len(cache) > _CACHED:
        cache.popitem(last=False)
