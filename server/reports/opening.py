"""How a report for people begins: what was read, what was not understood, how many findings there are."""

from collections.abc import Iterator, Mapping

from compiler.model.relations import is_example
from compiler.store.snapshot import Snapshot
from queries.lookup.by_name import object_counts
from queries.tools.not_understood import place, unread_counts, unread_rows
from queries.tools.render import visible
from server.reports.columns import shown
from server.reports.passed_over import passed_over_lines

# The kinds of objects that people count, in their order, as one and as several.
COUNTED: Mapping[str, tuple[str, str]] = {
    "decision": ("decision", "decisions"),
    "task": ("task", "tasks"),
    "requirement": ("requirement", "requirements"),
    "test": ("test", "tests"),
    "diagram": ("diagram", "diagrams"),
    "world": ("world", "worlds"),
    "location": ("location", "locations"),
    "memory_fact": ("fact of a memory", "facts of a memory"),
    "memory_conversation": ("conversation", "conversations"),
    "instruction": ("rule for agents", "rules for agents"),
    "note": ("note", "notes"),
    "document": ("page", "pages"),
}

MOST_COMMANDS = 3
MOST_PLACES = 2

Told = tuple[str, str]  # a command, and what it shows


def counted(count: int, one: str, several: str = "") -> str:
    """Return `1 page`, `2 pages`."""
    return f"{count:,} {one if count == 1 else several or f'{one}s'}"


def own_counts(snapshot: Snapshot) -> Mapping[str, int]:
    """Return how many objects of each kind that people count are part of the project: no templates and fixtures."""
    counts = {kind: count for kind, count in object_counts(snapshot).items() if kind in COUNTED}
    if not snapshot.meta.get("examples"):
        return counts
    examples = " UNION ALL ".join(
        f"SELECT '{kind}', count(*) FROM object_row AS f WHERE kind = '{kind}' AND {is_example(kind)}"
        for kind in counts
    )
    return {kind: counts[kind] - count for kind, count in snapshot.rows(examples)} if examples else {}


def read_line(snapshot: Snapshot, files: int) -> str:
    """Return what was read: `Read: 21 files with 10 decisions, 24 tasks, 21 pages`."""
    counts = own_counts(snapshot)
    kinds = [counted(counts[kind], *words) for kind, words in COUNTED.items() if counts.get(kind)]
    examples = snapshot.meta.get("examples", {}).get("objects", 0)
    beside = f", and {counted(examples, 'object')} of templates, fixtures and examples" if examples else ""
    return f"Read: {counted(files, 'file')}{' with ' if kinds else ''}{', '.join(kinds)}{beside}"


def not_understood_line(snapshot: Snapshot) -> str:
    """Return what looks like a thing and was not read as one, with the first place of the most frequent kinds:
    `Not understood: 3 places: link 2 (a.md:4), status 1 (b.md:2)`."""
    counts = unread_counts(snapshot)
    if not counts:
        return "Not understood: nothing"
    first: dict[str, str] = {}
    for row in unread_rows(snapshot):
        first.setdefault(row[0], place(row).removesuffix(f" {row[0]}"))
    placed = {looks_like: f" ({first[looks_like]})" for looks_like in [*counts][:MOST_PLACES]}
    kinds = ", ".join(f"{looks_like} {count:,}{placed.get(looks_like, '')}" for looks_like, count in counts.items())
    return shown(visible(f"Not understood: {counted(sum(counts.values()), 'place')}: {kinds}"))


def notes(snapshot: Snapshot) -> Iterator[str]:
    """Yield what was not read, not checked and not understood, a line each, for formats that begin with no opening."""
    yield from passed_over_lines(snapshot)
    if unread_counts(snapshot):
        yield not_understood_line(snapshot)


def next_commands(
    snapshot: Snapshot, source: str, *, code: str = "", first: Told | None = None, last: Told | None = None
) -> Iterator[str]:
    """Yield the commands that come next for a source, each with what it shows: those that fit it best, between `first`
    and `last`. `code` is of the finding that matters most, if there is one."""
    counts = own_counts(snapshot)
    named = "" if source == "." else f" {visible(source)}"
    fitting = {
        f"frieze explain {code}": ("what the finding means, and what would be right", code),
        f"frieze check{named} --unread": ("what was not understood, and why", unread_counts(snapshot)),
        f"frieze tasks{named}": ("what can be begun, and what waits for what", counts.get("task")),
        f"frieze decisions{named}": ("what is in force, and what replaced what", counts.get("decision")),
        f"frieze coverage{named}": ("what is implemented and tested", counts.get("requirement")),
        f"frieze render{named}": ("the diagrams, drawn with characters", counts.get("diagram")),
        f"frieze explore{named}": ("all of it in the browser", True),
        f"frieze search WORDS{named}": ("where something is mentioned", True),
    }
    best = [(command, what) for command, (what, fits) in fitting.items() if fits][:MOST_COMMANDS]
    commands = [told for told in (first, *best, last) if told]
    width = max(len(command) for command, _ in commands)
    yield from (f"  {command:{width}}  {what}" for command, what in commands)
