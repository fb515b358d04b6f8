"""The links that most pages have: to the page of an object, and to a line of a file.

A page has dozens of them, and a static site millions. Functions make them, so that templates import no macros.
"""

from collections.abc import Callable
from typing import NamedTuple

from markupsafe import Markup, escape

from server.options.editor import Editor

MAX_ID = 1_000  # characters; no query takes a longer id
MAX_TITLE = 200  # characters of what is no link
BLOCK = 400  # lines of a page of a file


class Links(NamedTuple):
    """Makes links by the function that makes addresses, `url(page, anchor, **parameters)`, and that of an editor."""

    url: Callable[..., str]
    editor: Editor

    def object_link(self, id: str, title: str = "") -> Markup:
        """Return a link to the page of an object, with its title or else its id."""
        if len(id) > MAX_ID:
            return escape(shortened(str(title or id)))
        return Markup(f'<a href="{escape(self.url("object", id=id))}">{escape(title or id)}</a>')

    def place(self, file: str, line: int = 0) -> Markup:
        """Return a link to a line of a file, 0 for the whole file, and to the editor if one is set; "" for no file, and
        the name alone of a folder (`.beads/`), which has no page."""
        if not file:
            return Markup()
        if file.endswith("/"):
            return Markup(f'<span class="place">{escape(file)}</span>')
        block = (line - 1) // BLOCK * BLOCK + 1 if line > BLOCK else None
        shown = self.url("source", f"L{line}" if line else "", file=file, line=block)
        told = f"{escape(file)}:{line}" if line else escape(file)
        return Markup(f'<span class="place"><a href="{escape(shown)}">{told}</a>{self._in_editor(file, line)}</span>')

    def source_link(self, source: str) -> Markup:
        """Return the same for a text such as `spec/tea.md:12`."""
        path, colon, line = source.rpartition(":")
        return self.place(path, int(line)) if colon and line.isascii() and line.isdecimal() else self.place(source)

    def _in_editor(self, file: str, line: int) -> str:
        address = self.editor(file, line)
        if not address:
            return ""
        name = f"Open {escape(file)} in the editor"
        return f' <a class="editor" href="{escape(address)}" aria-label="{name}">✎</a>'


def shortened(text: str) -> str:
    """Return the first words of a text that is much longer than `MAX_TITLE`."""
    if len(text) <= MAX_TITLE + 5:
        return text
    return f"{text[: MAX_TITLE - 3].rsplit(' ', 1)[0]}..."
