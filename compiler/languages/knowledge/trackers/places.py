"""Lines and columns of records, which are asked for in the order of the file."""

from compiler.languages.knowledge.trackers.records import Place


class Places:
    """Turns offsets of a text into places. Offsets must not decrease, so that a text of one long line costs no more
    than one of many."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._line = 1
        self._column = 1

    def place(self, start: int, end: int) -> Place:
        """The place of the text between two offsets."""
        line, column = self._move(start)
        last_line, last_column = self._move(end)
        return Place(line, column, last_line, last_column)

    def _move(self, offset: int) -> tuple[int, int]:
        passed = self._text[self._at : offset]
        if lines := passed.count("\n"):
            self._line += lines
            self._column = 1
            passed = passed[passed.rfind("\n") + 1 :]
        self._column += len(passed.encode(errors="replace"))
        self._at = max(offset, self._at)
        return self._line, self._column
