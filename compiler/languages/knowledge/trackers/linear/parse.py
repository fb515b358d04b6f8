"""Reads one file of Linear: its export as CSV, or an answer of its interface in JSON."""

from compiler.languages.knowledge.trackers.records import IssueFile


def parse(path: str, text: str) -> IssueFile | None:
    """The issues of a file; None if it is none of Linear's."""
    if path.lower().endswith(".csv"):
        from compiler.languages.knowledge.trackers.linear.table import read_table

        return read_table(text)
    if '"identifier"' not in text or '"title"' not in text:
        return None
    from compiler.languages.knowledge.trackers.linear.answer import read_answer

    return read_answer(text)
