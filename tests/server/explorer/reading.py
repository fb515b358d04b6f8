"""What a person reads on a page of the explorer: its text, tables and links, without a browser."""

from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from compiler.workspace.interface import Workspace, as_workspace
from server.explorer.site.app import explorer
from server.explorer.site.run import Work
from server.transport.pages import MOUNT
from tests.closing import open_workspace
from tests.compiler import samples
from tests.compiler.written import written

VOID = ("meta", "link", "input", "br", "img", "hr", "wbr")


class Seen(HTMLParser):
    """A page as read: `text` with single spaces, `tables` as rows of cells by caption, `links` as address by text,
    `tags` as the names of all elements."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.html = html
        self.links: dict[str, str] = {}
        self.addresses: list[str] = []
        self.tables: dict[str, list[list[str]]] = {}
        self.tags: list[str] = []
        self.unclosed: list[str] = []
        self._texts: list[str] = []
        self._starts: list[tuple[str, int, str]] = []
        self._rows: list[list[str]] = []
        self._caption = ""
        self.feed(html)
        self.text = " ".join("".join(self._texts).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note where an element begins."""
        self.tags.append(tag)
        if tag in VOID:
            return
        if tag in ("table", "tr"):
            self._rows = [] if tag == "table" else [*self._rows, []]
        self._starts.append((tag, len(self._texts), dict(attrs).get("href") or ""))

    def handle_endtag(self, tag: str) -> None:
        """Keep the text of an element that ends."""
        while self._starts and self._starts[-1][0] != tag:
            self.unclosed.append(self._starts.pop()[0])
        if not self._starts:
            self.unclosed.append(tag)
            return
        _, start, href = self._starts.pop()
        text = " ".join("".join(self._texts[start:]).split())
        if tag == "a":
            self.links.setdefault(text, href)
            self.addresses.append(href)
        elif tag == "caption":
            self._caption = text
        elif tag in ("td", "th") and self._rows:
            self._rows[-1].append(text)
        elif tag == "table":
            self.tables[self._caption] = self._rows
        if tag in ("li", "td", "th", "p", "h1", "h2", "h3", "summary", "option", "dt", "dd", "label"):
            self._texts.append(" ")

    def handle_data(self, data: str) -> None:
        """Keep a text."""
        self._texts.append(data)


def sample(world: str) -> Workspace:
    """A sample of `worlds/`."""
    return as_workspace(samples.sample(world))


def workspace_of_files(folder: Path, files: dict[str, str]) -> Workspace:
    """A source of these files."""
    written(folder, files)
    return open_workspace(folder)


def client_of(workspace: Workspace) -> TestClient:
    """A client of the explorer of a workspace."""

    async def run(work: Work) -> Any:
        return work(workspace, lambda: None)

    return TestClient(explorer(run), base_url="http://127.0.0.1", follow_redirects=False)


def seen(world: str, address: str) -> Seen:
    """A page of a sample, which is there."""
    return seen_of(sample(world), address)


def seen_of(workspace: Workspace, address: str) -> Seen:
    """A page of a workspace, which is there and whose elements all close."""
    answer = client_of(workspace).get(f"{MOUNT}{address}")
    assert answer.status_code == 200, answer.text
    found = Seen(answer.text)
    assert not found.unclosed
    return found


def seen_of_files(folder: Path, files: dict[str, str], address: str) -> Seen:
    """A page of a source of these files."""
    return seen_of(workspace_of_files(folder, files), address)
