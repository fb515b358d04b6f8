"""Relations between answers that hold for every snapshot. Each gives in words what does not hold."""

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Protocol

import queries
from compiler.store.snapshot import Snapshot
from queries.errors.query_error import is_error
from queries.links.together import named_with_parts

PAGED = 6  # tools whose pages are joined, a snapshot
SAMPLED = 6  # objects that are asked about
SMALL = 3  # rows of a small page
MAX_PAGES = 40
_LINKS_OF = """SELECT count(*) FROM link
    WHERE source IN (SELECT value FROM json_each(?)) OR target IN (SELECT value FROM json_each(?))"""
_OF_PAGE = ("next_cursor", "truncated", "hint")


class Asks(Protocol):
    """Who asks a snapshot."""

    snapshot: Snapshot

    def answer(self, tool: str, /, **arguments: Any) -> dict[str, Any]: ...


Relation = Callable[[Asks, Random], Iterator[str]]


def pages_join_to_the_whole(asked: Asks, choice: Random) -> Iterator[str]:
    """Small pages, joined, are the large page."""
    paged = [one for one in queries.TOOLS.values() if _is_paged(one)]
    for tool in choice.sample(paged, PAGED):
        whole = asked.answer(tool.name)
        if is_error(whole) or "next_cursor" in whole or "truncated" in whole:
            continue
        joined, is_cut = _joined(asked, tool.name)
        different = "" if is_cut else _difference(joined, _without(whole))
        if different:
            yield f"{tool.name} in pages of {SMALL}: {different}"


def tables_hold_the_objects(asked: Asks, choice: Random) -> Iterator[str]:
    """`format: table` has the values of `format: objects`."""
    tools = [one for one in queries.TOOLS.values() if _is_free(one) and any(p.name == "format" for p in one.parameters)]
    for tool in choice.sample(tools, PAGED):
        if tool.name in (
            "get_subtree",
            "list_revisions",
            "compare_revisions",
            "object_history",
            "get_changed_requirements",
        ):
            continue
        rows, table = asked.answer(tool.name, limit=5) if _takes(tool, "limit") else asked.answer(tool.name), None
        table = asked.answer(tool.name, format="table", **({"limit": 5} if _takes(tool, "limit") else {}))
        if is_error(rows) or is_error(table):
            if is_error(rows) != is_error(table):
                yield f"{tool.name} is an error in one format"
            continue
        for name, shown in table.items():
            if isinstance(shown, dict) and set(shown) == {"columns", "rows"} and isinstance(rows.get(name), list):
                expected = [[one.get(column) for column in shown["columns"]] for one in rows[name]]
                if expected != shown["rows"] and "truncated" not in rows:
                    yield f"{tool.name}.{name} has other values as a table"


def counts_equal_rows(asked: Asks, choice: Random) -> Iterator[str]:  # noqa: ARG001
    """The counts of get_snapshot_info are those of the relations, and of get_diagnostics."""
    told = asked.answer("get_snapshot_info", files=True)
    rows = asked.answer("query_facts", sql="SELECT kind, count(*) FROM object GROUP BY kind", limit=500)
    counted = dict(rows.get("rows", []))
    if told.get("objects") is not None and told["objects"] != counted:
        yield "objects by kind"
    found = asked.answer("get_diagnostics", limit=1)
    total = asked.answer("query_facts", sql="SELECT count(*) FROM diagnostic")["rows"][0][0]
    if found["total"] != total or found["total"] != found["errors"] + found["warnings"] + found["info"]:
        yield "diagnostics"
    for name, count in told.get("links", {}).items():
        sql = "SELECT count(*) FROM link WHERE kind = ?"
        if asked.answer("query_facts", sql=sql, parameters=[name])["rows"] != [[count]]:
            yield "links by kind"
            return


def objects_are_found(asked: Asks, choice: Random) -> Iterator[str]:
    """An object is found by its ref, listed among its kind, and its links are those of the relation, with those of the
    assertions of a requirement and of what else stands in a file that is named by its path."""
    listed = asked.snapshot.objects()
    for found in choice.sample(listed, min(SAMPLED, len(listed))):
        if not _is_plain(found.ref):
            continue
        got = asked.answer("object_get", ref=found.ref)
        if is_error(got):
            yield f"object_get does not find a {found.kind}"
        links = asked.answer("get_links", ref=found.ref, limit=500)
        if is_error(links):
            yield f"get_links does not know a {found.kind}"
            continue
        named, parts = named_with_parts(asked.snapshot, found.ref, "ref", has_sections=True)
        refs = json.dumps([named.ref, *parts])
        counted = asked.answer("query_facts", sql=_LINKS_OF, parameters=[refs, refs])
        if not is_error(counted) and links["total"] > counted["rows"][0][0]:
            yield f"get_links of a {found.kind} has more than the relation"


def ids_are_searched(asked: Asks, choice: Random) -> Iterator[str]:
    """A search for a plain id finds an object of that id."""
    listed = [one for one in asked.snapshot.objects() if one.id.isascii() and one.id.isalnum() and len(one.id) < 60]
    for one in choice.sample(listed, min(SAMPLED, len(listed))):
        found = asked.answer("search", query=one.id, field="id", limit=50)
        if is_error(found) or not any(hit["id"].lower() == one.id.lower() for hit in found["results"]):
            yield f"search by id does not find a {one.kind}"


def paths_reach_what_is_reachable(asked: Asks, choice: Random) -> Iterator[str]:
    """What flow_reachable reaches, flow_paths leads to, and nothing else."""
    nodes = [one for one in asked.snapshot.objects(kind="node") if one.ref.startswith("d:") and _is_plain(one.ref)]
    for one in choice.sample(nodes, min(2, len(nodes))):
        reached = asked.answer("flow_reachable", **{"from": one.ref, "limit": 500})
        if is_error(reached) or "next_cursor" in reached:
            continue
        refs = set(reached["nodes"])
        scope = one.ref.rpartition("/node/")[0]
        others = [other for other in nodes if other.ref.startswith(f"{scope}/node/") and other.ref != one.ref]
        for other in choice.sample(others, min(3, len(others))):
            paths = asked.answer("flow_paths", **{"from": one.ref, "to": other.ref, "limit": 1})
            if not is_error(paths) and bool(paths.get("total", len(paths.get("paths", [])))) != (other.ref in refs):
                yield "flow_reachable and flow_paths"


def questions_have_one_answer(asked: Asks, choice: Random) -> Iterator[str]:
    """The same question has the same answer."""
    free = [one for one in queries.TOOLS.values() if _is_free(one)]
    for tool in choice.sample(free, PAGED):
        if asked.answer(tool.name) != asked.answer(tool.name):
            yield tool.name


def _joined(asked: Asks, tool: str) -> tuple[dict[str, Any], bool]:
    """All pages of a tool as one answer, and whether something is missing or cut."""
    page = asked.answer(tool, limit=SMALL)
    joined, is_cut = _without(page), "truncated" in page
    for _ in range(MAX_PAGES):
        if "next_cursor" not in page:
            return joined, is_cut
        page = asked.answer(tool, limit=SMALL, cursor=page["next_cursor"])
        if is_error(page):
            return page, False
        is_cut = is_cut or "truncated" in page
        for name, value in page.items():
            if isinstance(value, list) and isinstance(joined.get(name), list):
                joined[name] = [*joined[name], *value]
            elif isinstance(value, dict) and isinstance(joined.get(name), dict):
                joined[name] = {**joined[name], **value}
    return joined, True


def _without(answer: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in answer.items() if name not in _OF_PAGE}


def _difference(one: dict[str, Any], other: dict[str, Any]) -> str:
    """The names of the fields that differ. A text is that of the page, not of all pages."""
    different = [name for name in one.keys() | other.keys() if one.get(name) != other.get(name)]
    return ", ".join(sorted(name for name in different if not isinstance(one.get(name), str)))


def _is_free(tool: queries.Tool) -> bool:
    return not tool.needs_workspace and not any(parameter.required for parameter in tool.parameters)


def _is_paged(tool: queries.Tool) -> bool:
    return _is_free(tool) and _takes(tool, "limit") and _takes(tool, "cursor")


def _takes(tool: queries.Tool, name: str) -> bool:
    return any(parameter.name == name for parameter in tool.parameters)


def _is_plain(text: str) -> bool:
    return text.isprintable() and len(text) < 400


RELATIONS: tuple[Relation, ...] = (
    pages_join_to_the_whole,
    tables_hold_the_objects,
    counts_equal_rows,
    objects_are_found,
    ids_are_searched,
    paths_reach_what_is_reachable,
    questions_have_one_answer,
)
