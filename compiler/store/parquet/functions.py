"""The functions that a SELECT has beyond SQLite's (`compiler.store.select.functions`), as macros of DuckDB.

They give what those give: JSON lists of refs or of ids, the nearest first or sorted. `json_each` is that of SQLite for
lists of texts.
"""

from collections.abc import Iterator, Mapping

from compiler.languages.registry import link_kinds
from compiler.store.link_walk import MAX_NODES
from compiler.store.parquet.engine import quoted

MAX_DEPTH = 1_000_000
MARK = "frieze: "  # begins the messages of these functions
BOUND = "bound: "  # stands behind the mark where a bound was met
# The relations that each function reads.
READS: Mapping[str, tuple[str, ...]] = {
    "dependents": ("link", "object"),
    "dependencies": ("link", "object"),
    "reachable": ("node", "edge"),
    "loop": ("node", "edge"),
}
FUNCTIONS_READ = frozenset(name for names in READS.values() for name in names)

_JSON_EACH = """
CREATE MACRO json_each(list) AS TABLE SELECT
  generate_subscripts(from_json(list, '["VARCHAR"]'), 1) - 1 AS key, unnest(from_json(list, '["VARCHAR"]')) AS value
"""
# DuckDB evaluates a subquery whichever branch of a CASE it stands in: so the CASE of an error is inside of it.
_KNOWN = """
CREATE MACRO known_ref(function, name) AS (
  SELECT CASE WHEN name IS NULL OR found.objects > 0 OR ended.links > 0 THEN name WHEN found.named = 1 THEN found.ref
    WHEN found.named = 0 THEN {unknown} ELSE {shared} END
  FROM (SELECT count(*) FILTER (id = name) AS named, min(ref) FILTER (id = name) AS ref,
    count(*) FILTER (ref = name) AS objects FROM object) AS found,
    (SELECT count(*) AS links FROM link WHERE target = name) AS ended)
"""
_WALK = """
CREATE MACRO {name}(name, depth := {most}) AS CASE WHEN name IS NULL THEN NULL WHEN depth < 1 THEN {wrong} ELSE (
  WITH RECURSIVE walk(ref, distance) USING KEY (ref) AS (
    SELECT known_ref('{name}', name), 0
    UNION SELECT step.far, walk.distance + 1 FROM walk JOIN ({steps}) AS step ON step.near = walk.ref
      WHERE walk.distance < depth AND step.far NOT IN (SELECT ref FROM recurring.walk))
  SELECT CASE WHEN found.count > {nodes} THEN {beyond} ELSE coalesce(found.refs, '[]') END
  FROM (SELECT count(*) AS count, to_json(list(walk.ref ORDER BY distance, walk.ref)
    FILTER (distance > 0 AND walk.ref IN (SELECT ref FROM object))) AS refs FROM walk) AS found) END
"""
_ALONG = "SELECT source AS near, target AS far FROM link WHERE kind IN ({kinds})"
_AGAINST = "SELECT target AS near, source AS far FROM link WHERE kind IN ({kinds})"
_NODE = """
(SELECT CASE WHEN diagram_id IS NULL OR node_id IS NULL THEN NULL WHEN found.nodes = 0 THEN {no_diagram} WHEN found.sources > 1 THEN {shared}
  WHEN found.named = 0 THEN {no_node} ELSE node_id END
 FROM (SELECT count(*) AS nodes, count(DISTINCT split_part(ref, 'd:', 1)) AS sources,
   count(*) FILTER (id = node_id) AS named FROM node WHERE diagram = diagram_id) AS found)
"""
_REACH = """
WITH RECURSIVE reached(id) AS (
  SELECT {first} UNION SELECT edge.{far} FROM reached JOIN edge ON edge.{near} = reached.id
    WHERE edge.diagram = diagram_id AND edge.{far} IN (SELECT id FROM node WHERE diagram = diagram_id))
"""
_REACHABLE = """
CREATE MACRO reachable(diagram_id, node_id, direction) AS CASE WHEN diagram_id IS NULL OR node_id IS NULL THEN NULL
  WHEN direction = 'forward' THEN ({forward} SELECT to_json(list(id ORDER BY id)) FROM reached)
  WHEN direction = 'backward' THEN ({backward} SELECT to_json(list(id ORDER BY id)) FROM reached)
  ELSE {wrong} END
"""
_LOOP = """
CREATE MACRO loop(diagram_id, node_id) AS CASE WHEN diagram_id IS NULL OR node_id IS NULL THEN NULL
  WHEN NOT EXISTS ({onwards} SELECT 1 FROM reached JOIN edge ON edge.source = reached.id
    WHERE edge.diagram = diagram_id AND edge.target = node_id) THEN '[]'
  ELSE (SELECT coalesce(to_json(list(id ORDER BY id)), '[]') FROM (
    ({onwards} SELECT id FROM reached) INTERSECT ({backwards} SELECT id FROM reached))) END
"""


def macros() -> Iterator[str]:
    """Give the statements that create the functions."""
    yield _JSON_EACH
    yield _KNOWN.format(
        unknown=_error("{function}('{name}'): no object or link has this ref"),
        shared=_error("{function}('{name}'): several objects have this id: give a ref"),
    )
    kinds: dict[str, list[str]] = {"source": [], "target": [], "none": []}
    for one in link_kinds():
        kinds[one.dependent].append(quoted(one.name))
    for name, along, against in (("dependents", "target", "source"), ("dependencies", "source", "target")):
        ways = ((_ALONG, kinds[along]), (_AGAINST, kinds[against]))
        yield _WALK.format(
            name=name,
            most=MAX_DEPTH,
            nodes=MAX_NODES,
            steps=" UNION ALL ".join(form.format(kinds=", ".join(listed)) for form, listed in ways if listed),
            wrong=_error(f"{name}(ref, depth): the depth must be an integer of at least 1"),
            beyond=_error(f"{BOUND}{name}('{{name}}') reaches more than {MAX_NODES:,} objects"),
        )
    wrong = _error("reachable(diagram, node, direction): the direction is 'forward' or 'backward'")
    yield _REACHABLE.format(forward=_reach("reachable"), backward=_reach("reachable", against=True), wrong=wrong)
    yield _LOOP.format(onwards=_reach("loop"), backwards=_reach("loop", against=True))


def _reach(function: str, *, against: bool = False) -> str:
    """Return the common table expression of the nodes that are reached along edges, or against them."""
    first = _NODE.format(
        no_diagram=_error(f"{function}(diagram, node): there is no diagram '{{diagram_id}}' with nodes"),
        no_node=_error(f"{function}(diagram, node): there is no node '{{node_id}}' in '{{diagram_id}}'"),
        shared=_error(f"{function}(diagram, node): several sources have the diagram '{{diagram_id}}'"),
    )
    near, far = ("target", "source") if against else ("source", "target")
    return _REACH.format(first=first, near=near, far=far)


def _error(message: str) -> str:
    """Return the SQL that ends a statement with a message, in which columns stand in braces."""
    parts = message.replace("}", "{").split("{")
    shown = (quoted(one) if at % 2 == 0 else one for at, one in enumerate(parts))
    return f"error({quoted(MARK)} || {' || '.join(shown)})"
