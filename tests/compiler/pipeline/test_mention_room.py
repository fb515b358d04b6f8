"""A file that cites more than its part has room for costs what it cites, and no build."""

from contextlib import closing

from compiler.languages.registry import fact_classes
from compiler.mentions.file_mentions import CitingFile, FoundMention
from compiler.mentions.names import Names
from compiler.model.spans import Span
from compiler.pipeline.mention_reading import MentionReader
from compiler.pipeline.mentions import Mentions
from compiler.store.connection import connect
from compiler.store.row_ranges import MENTION_PARTS, rows_of
from compiler.store.writer import Writer
from tests.compiler.tables import table

PARTS = {"a.reqifz": MENTION_PARTS.number(1, 0), "b.md": MENTION_PARTS.number(2, 0)}
ROOM = len(rows_of(PARTS["b.md"]))


class Reader(MentionReader):
    """Gives so many mentions of one file, and three of the other."""

    def __init__(self, count: int, writer: Writer) -> None:
        super().__init__(lambda path: CitingFile(path, "documents", "", tuple), Names(writer), lambda _: False)
        self._counts = {"a.reqifz": count, "b.md": 3}

    def mentions(self, path: str) -> list[FoundMention]:
        span = Span(path, 1, 1, 1, 2)
        return [FoundMention(f"f:{path}", f"r:REQ-{at}", "x", span) for at in range(self._counts[path])]


@table(("count", "expected"), [(ROOM, ROOM + 3), (ROOM + 1, 3)])
def test_mentions_beyond_the_room_of_a_file_are_a_finding(count: int, expected: int) -> None:
    with closing(connect(":memory:")) as database:
        writer = Writer(database, fact_classes())
        found = Mentions(writer, PARTS, Reader(count, writer)).write()
        writer.finish()
        rows = database.execute("SELECT count(*), min(rowid), max(rowid) FROM fact_mention_found").fetchone()
    assert rows[0] == expected
    assert rows[2] == rows_of(PARTS["b.md"]).start + 2
    told = [(one.diagnostic.span.file, one.diagnostic.message) for one in found if one.diagnostic.code == "FRZ118"]
    assert [file for file, _ in told] == (["a.reqifz"] if count > ROOM else [])
    assert all(f"it cites others {count:,} times" in message for _, message in told)
