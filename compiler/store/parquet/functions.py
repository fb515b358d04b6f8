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

# An argument may be any column, and DuckDB puts it where the parameter stands: so no column that a macro itself reads
# may have a name that an argument has.
_VIEWS = """
CREATE VIEW "frieze objects" AS SELECT ref AS frieze_ref, id AS frieze_id FROM object;
CREATE VIEW "frieze links" AS SELECT source AS frieze_source, target AS frieze_target, kind AS frieze_kind FROM link;
CREATE VIEW "frieze nodes" AS SELECT diagram AS frieze_diagram, id AS frieze_id, ref AS frieze_ref FROM node;
CREATE VIEW "frieze edges" AS
  SELECT diagram AS frieze_diagram, source AS frieze_source, target AS frieze_target FROM edge
"""
_JSON_EACH = """
CREATE MACRO json_each(list) AS TABLE SELECT
  generate_subscripts(from_json(list, '["VARCHAR"]'), 1) - 1 AS key, unnest(from_json(list, '["VARCHAR"]')) AS value
"""
# DuckDB evaluates a subquery whichever branch of a CASE it stands in: so the CASE of an error is inside of it.
_KNOWN = """
CREATE MACRO known_ref(frieze_function, frieze_name) AS (
  SELECT CASE WHEN frieze_name IS NULL OR frieze_objects > 0 OR frieze_ends > 0 THEN frieze_name
    WHEN frieze_named = 1 THEN frieze_only WHEN frieze_named = 0 THEN {unknown} ELSE {shared} END
  FROM (SELECT count(*) FILTER (frieze_id = frieze_name) AS frieze_named,
      min(frieze_ref) FILTER (frieze_id = frieze_name) AS frieze_only,
      count(*) FILTER (frieze_ref = frieze_name) AS frieze_objects FROM "frieze objects"),
    (SELECT count(*) AS frieze_ends FROM "frieze links" WHERE frieze_target = frieze_name))
"""
_WALK = """
CREATE MACRO {name}(frieze_name, frieze_depth := {most}) AS CASE WHEN frieze_name IS NULL THEN NULL
  WHEN frieze_depth < 1 THEN {wrong} ELSE (
  WITH RECURSIVE frieze_walk(frieze_at, frieze_distance) USING KEY (frieze_at) AS (
    SELECT known_ref('{name}', frieze_name), 0
    UNION SELECT frieze_far, frieze_distance + 1 FROM frieze_walk JOIN ({steps}) ON frieze_near = frieze_at
      WHERE frieze_distance < frieze_depth AND frieze_far NOT IN (SELECT frieze_at FROM recurring.frieze_walk))
  SELECT CASE WHEN frieze_count > {nodes} THEN {beyond} ELSE coalesce(frieze_refs, '[]') END
  FROM (SELECT count(*) AS frieze_count, to_json(list(frieze_at ORDER BY frieze_distance, frieze_at)
    FILTER (frieze_distance > 0 AND frieze_at IN (SELECT frieze_ref FROM "frieze objects"))) AS frieze_refs
    FROM frieze_walk)) END
"""
_STEP = 'SELECT {near} AS frieze_near, {far} AS frieze_far FROM "frieze links" WHERE frieze_kind IN ({kinds})'
_NODE = """
(SELECT CASE WHEN frieze_diagram_id IS NULL OR frieze_node_id IS NULL THEN NULL
  WHEN frieze_nodes = 0 THEN {no_diagram} WHEN frieze_sources > 1 THEN {shared}
  WHEN frieze_named = 0 THEN {no_node} ELSE frieze_node_id END
 FROM (SELECT count(*) AS frieze_nodes, count(DISTINCT split_part(frieze_ref, 'd:', 1)) AS frieze_sources,
   count(*) FILTER (frieze_id = frieze_node_id) AS frieze_named
   FROM "frieze nodes" WHERE frieze_diagram = frieze_diagram_id))
"""
_REACH = """
WITH RECURSIVE frieze_reached(frieze_at) AS (
  SELECT {first} UNION SELECT {far} FROM frieze_reached JOIN "frieze edges" ON {near} = frieze_at
    WHERE frieze_diagram = frieze_diagram_id
      AND {far} IN (SELECT frieze_id FROM "frieze nodes" WHERE frieze_diagram = frieze_diagram_id))
"""
_ENDS = ("frieze_source", "frieze_target")
_LISTED = "SELECT to_json(list(frieze_at ORDER BY frieze_at)) FROM"
_REACHABLE = """
CREATE MACRO reachable(frieze_diagram_id, frieze_node_id, frieze_direction) AS CASE
  WHEN frieze_diagram_id IS NULL OR frieze_node_id IS NULL THEN NULL
  WHEN frieze_direction = 'forward' THEN ({forward} {listed} frieze_reached)
  WHEN frieze_direction = 'backward' THEN ({backward} {listed} frieze_reached) ELSE {wrong} END
"""
_LOOP = """
CREATE MACRO loop(frieze_diagram_id, frieze_node_id) AS CASE
  WHEN frieze_diagram_id IS NULL OR frieze_node_id IS NULL THEN NULL
  WHEN NOT EXISTS ({onwards} SELECT 1 FROM frieze_reached JOIN "frieze edges" ON frieze_source = frieze_at
    WHERE frieze_diagram = frieze_diagram_id AND frieze_target = frieze_node_id) THEN '[]'
  ELSE ({listed} (
    ({onwards} SELECT frieze_at FROM frieze_reached) INTERSECT ({backwards} SELECT frieze_at FROM frieze_reached))) END
"""


def macros() -> Iterator[str]:
    """Give the statements that create the functions."""
    yield from _VIEWS.split(";")
    yield _JSON_EACH
    yield _KNOWN.format(
        unknown=_error("{frieze_function}('{frieze_name}'): no object or link has this ref"),
        shared=_error("{frieze_function}('{frieze_name}'): several objects have this id: give a ref"),
    )
    kinds: dict[str, list[str]] = {"source": [], "target": [], "none": []}
    for one in link_kinds():
        kinds[one.dependent].append(quoted(one.name))
    for name, along, against in (("dependents", "target", "source"), ("dependencies", "source", "target")):
        ways = ((*_ENDS, kinds[along]), (*reversed(_ENDS), kinds[against]))
        yield _WALK.format(
            name=name,
            most=MAX_DEPTH,
            nodes=MAX_NODES,
            steps=" UNION ALL ".join(
                _STEP.format(near=near, far=far, kinds=", ".join(listed)) for near, far, listed in ways if listed
            ),
            wrong=_error(f"{name}(ref, depth): the depth must be an integer of at least 1"),
            beyond=_error(f"{BOUND}{name}('{{frieze_name}}') reaches more than {MAX_NODES:,} objects"),
        )
    wrong = _error("reachable(diagram, node, direction): the direction is 'forward' or 'backward'")
    yield _REACHABLE.format(
        forward=_reach("reachable"), backward=_reach("reachable", against=True), listed=_LISTED, wrong=wrong
    )
    yield _LOOP.format(onwards=_reach("loop"), backwards=_reach("loop", against=True), listed=_LISTED)


def _reach(function: str, *, against: bool = False) -> str:
    """Return the common table expression of the nodes that are reached along edges, or against them."""
    first = _NODE.format(
        no_diagram=_error(f"{function}(diagram, node): there is no diagram '{{frieze_diagram_id}}' with nodes"),
        no_node=_error(f"{function}(diagram, node): there is no node '{{frieze_node_id}}' in '{{frieze_diagram_id}}'"),
        shared=_error(f"{function}(diagram, node): several sources have the diagram '{{frieze_diagram_id}}'"),
    )
    near, far = reversed(_ENDS) if against else _ENDS
    return _REACH.format(first=first, near=near, far=far)


def _error(message: str) -> str:
    """Return the SQL that ends a statement with a message, in which columns stand in braces."""
    parts = message.replace("}", "{").split("{")
    shown = (quoted(one) if at % 2 == 0 else one for at, one in enumerate(parts))
    return f"error({quoted(MARK)} || {' || '.join(shown)})"
