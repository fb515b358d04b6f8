"""What people see of a source cannot move a terminal's cursor, hide or reorder text."""

import csv
import io

from server.people.formats import as_csv, as_markdown, as_plain
from server.people.plain_text import cell
from server.people.view import Table, View
from tests.queries.cases import each

HOSTILE = "a\x1b[2Jb\x9bc\u202ed\u200be\x7f"
SHOWN = r"a\u001b[2Jb\u009bc\u202ed\u200be\u007f"


@each("written, shown", [(HOSTILE, SHOWN), ("two\nlines\tand a tab", r"two\nlines\tand a tab"), (None, ""), (7, "7")])
def test_cell_is_one_line_without_hidden_characters(written: object, shown: str) -> None:
    assert cell(written) == shown


def test_no_format_for_people_shows_hidden_characters() -> None:
    view = View((Table(("title", "count"), ((HOSTILE, 1), ("x\ny", None))),), {})
    for form in (as_plain, as_csv, as_markdown):
        assert SHOWN.replace("\\", "\\\\") in form(view) if form is as_markdown else SHOWN in form(view)
        assert not set("\x1b\x9b\u202e\u200b\x7f") & set(form(view))
    assert [*csv.reader(io.StringIO(as_csv(view)))][2] == ["x\ny", ""]
