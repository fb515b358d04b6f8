"""What leads to objects: links and citations of any language, a line of the source once."""

from server.explorer.page import Ask
from server.explorer.pages.file_objects import objects_in
from server.explorer.pages.relation_rows import Json, grouped, select_all

MAX_PARTS = 5_000
MAX_BACKLINKS = 5_000
AT_ONCE = 500  # refs in one question

WHOLES = "SELECT ref, file, line, end_line FROM object WHERE ref IN (SELECT value FROM json_each(:refs))"
LEADING = """
SELECT part.value AS part, object.ref, object.kind, object.id, object.title, link.file, link.line
FROM json_each(:refs) part CROSS JOIN link ON link.target = CAST(part.value AS TEXT)
CROSS JOIN object ON object.ref = link.source
"""


def backlinks(ask: Ask, refs: list[str]) -> dict[str, list[Json]]:
    """Return what leads to each of the objects, or to a part of it, from other files: by file and line."""
    wholes = select_all(ask, WHOLES, MAX_PARTS, refs=refs).rows
    within = _parts(ask, wholes)
    parts = list(within)
    leading = [
        row
        for start in range(0, len(parts), AT_ONCE)
        for row in select_all(ask, LEADING, MAX_BACKLINKS, refs=parts[start : start + AT_ONCE]).rows
    ]
    lines: dict[tuple[str, str, int], Json] = {}
    for row in sorted(
        leading, key=lambda citing: (citing["file"], citing["line"], citing["ref"])
    ):  # of a line the last: an entity
        for whole in within[row["part"]]:
            if row["file"] != whole["file"]:
                lines[whole["ref"], row["file"], row["line"]] = {**row, "whole": whole["ref"]}
    return grouped(lines.values(), "whole")


def _parts(ask: Ask, wholes: list[Json]) -> dict[str, list[Json]]:
    """The objects within each of the wholes, itself among them, by their refs."""
    by_file = grouped(wholes, "file")
    found = objects_in(ask, by_file, MAX_PARTS, languages=("documents", "knowledge")).rows
    within: dict[str, list[Json]] = {whole["ref"]: [whole] for whole in wholes}
    for part in found:
        around = [citing for citing in by_file[part["file"]] if citing["line"] <= part["line"] <= citing["end_line"]]
        within.setdefault(part["ref"], [])
        within[part["ref"]] += [citing for citing in around if citing not in within[part["ref"]]]
    return within
