"""Pages of a frozen file have the tag of their snapshot, and are not made again for a browser that has them."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from compiler.store.frozen.frozen_file import write_frozen
from server.explorer.site.entity_tags import is_known
from server.transport.pages import MOUNT
from tests.closing import compile_source, open_workspace
from tests.server.explorer.reading import client_of, sample


def client_of_text(text: str, folder: Path) -> TestClient:
    """A client of the explorer of a frozen file with one page."""
    folder.mkdir()
    (folder / "page.md").write_text(text)
    write_frozen(compile_source(folder), folder.with_suffix(".frieze"))
    return client_of(open_workspace(folder.with_suffix(".frieze")))


@pytest.fixture
def client(tmp_path: Path) -> TestClient:
    return client_of_text("# One\n", tmp_path / "one")


def test_page_that_the_browser_has_is_not_made_again(client: TestClient) -> None:
    first = client.get(f"{MOUNT}/")
    assert first.status_code == 200
    again = client.get(f"{MOUNT}/", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", first.headers["etag"])
    assert "content-security-policy" in again.headers


def test_page_of_another_snapshot_is_made(client: TestClient, tmp_path: Path) -> None:
    tag = client.get(f"{MOUNT}/").headers["etag"]
    other = client_of_text("# Two\n", tmp_path / "two").get(f"{MOUNT}/", headers={"If-None-Match": tag})
    assert other.status_code == 200
    assert other.headers["etag"] != tag


def test_error_has_no_tag(client: TestClient) -> None:
    for address in ("/nothing", "/object?id=nothing"):
        answer = client.get(f"{MOUNT}{address}")
        assert answer.status_code == 404
        assert "etag" not in answer.headers


def test_pages_of_a_folder_have_no_tag() -> None:
    assert "etag" not in client_of(sample("cider-mill")).get(f"{MOUNT}/").headers


@pytest.mark.parametrize(
    ("header", "expected"),
    [('"a"', True), ('W/"a"', True), ('"b", "a"', True), ("*", True), ('"b"', False), ("", False), ("a", False)],
)
def test_header_lists_what_the_browser_has(header: str, expected: bool) -> None:
    assert is_known('"a"', header) is expected
