"""The explorer behind the guards of the server over HTTP: who gets its pages, and with which headers."""

from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from click.testing import CliRunner

from server.__main__ import main
from server.cli import frieze
from tests.paths import ROOT
from tests.server.web import Answer, WebServer

TOKEN = "correct-horse-battery-staple"


@pytest.fixture(scope="module")
def web(mill: Path) -> Iterator[WebServer]:
    with WebServer(mill, "--explorer") as server:
        yield server


@pytest.fixture(scope="module")
def guarded(mill: Path) -> Iterator[WebServer]:
    """A server that requires a token."""
    with WebServer(mill, "--explorer", FRIEZE_TOKEN=TOKEN) as server:
        yield server


def get(
    web: WebServer, path: str, method: str = "GET", body: bytes | None = None, headers: dict[str, str] | None = None
) -> Answer:
    return web.send(body, headers, method, path)


def basic(password: str) -> str:
    return f"Basic {b64encode(f'me:{password}'.encode()).decode()}"


def test_pages_are_served_beside_mcp(web: WebServer) -> None:
    page = get(web, "/explore/")
    assert (page.status, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert b"<h1>" in page.body
    assert web.call("get_snapshot_info").status == 200


def test_pages_have_a_policy_without_inline_script(web: WebServer) -> None:
    for path in ("/explore/", "/explore/nothing", "/explore/static/style.css"):
        policy = get(web, path).headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy


def test_static_files_are_kept_and_pages_are_not(web: WebServer) -> None:
    assert "immutable" in get(web, "/explore/static/style.css").headers["cache-control"]
    assert get(web, "/explore/").headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "path", ["/explore/static/app.py", "/explore/static/..%2Fapp.py", "/explore/static/%2Fetc%2Fpasswd"]
)
def test_nothing_but_static_files_is_read(web: WebServer, path: str) -> None:
    assert get(web, path).status == 404


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 421),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}, 403),
        ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}, 200),
        ({"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors"}, 200),
    ],
    ids=str,
)
def test_pages_are_for_no_other_site(web: WebServer, headers: dict[str, str], status: int) -> None:
    assert get(web, "/explore/", headers=headers).status == status


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_pages_are_only_read(web: WebServer, method: str) -> None:
    refused = get(web, "/explore/", method)
    assert (refused.status, refused.headers["allow"]) == (405, "GET, HEAD")


def test_a_request_for_a_page_has_no_body(web: WebServer) -> None:
    assert get(web, "/explore/", body=b"{}").status == 400


def test_pages_are_not_there_without_the_option(mill: Path) -> None:
    with WebServer(mill) as server:
        assert get(server, "/explore/").status == 404


@pytest.mark.parametrize(
    "given", ["", basic("wrong"), f"Basic {TOKEN}", "Basic \xe9", "Bearer wrong", f"Digest {TOKEN}"]
)
def test_pages_need_the_token(guarded: WebServer, given: str) -> None:
    for path in ("/explore/", "/explore/static/style.css", "/explore/nothing"):
        refused = get(guarded, path, headers={"Authorization": given} if given else {})
        assert refused.status == 401
        assert refused.headers["www-authenticate"].startswith("Basic")


@pytest.mark.parametrize("given", [basic(TOKEN), f"Bearer {TOKEN}"])
def test_browsers_give_the_token_as_a_password(guarded: WebServer, given: str) -> None:
    assert get(guarded, "/explore/", headers={"Authorization": given}).status == 200


def test_a_page_that_takes_too_long_says_so(mill: Path) -> None:
    late = """
def never(ask, parameters):
    while True:
        ask("get_snapshot_info", files=True)
from server.explorer.pages import PAGES
import server.explorer.pages as pages
pages.PAGES = tuple(one._replace(view=never) if one.name == "diagnostics" else one for one in PAGES)
from server.__main__ import main
main()
"""
    with WebServer(mill, "--explorer", "--timeout", "1", program=late) as server:
        answer = get(server, "/explore/diagnostics")
        assert answer.status == 503
        assert b" 1 seconds" in answer.body


def test_explore_follows_the_source(tmp_path: Path) -> None:
    source = copytree(ROOT / "worlds" / "cider-mill", tmp_path / "mill")
    program = "import sys; from server.cli import frieze; frieze(['explore', sys.argv[1], '--no-browser'])"
    with WebServer(source, program=program) as server:
        assert get(server, "/explore/object?id=new-note").status == 404
        (source / "notes" / "new-note.md").write_text("# A new note\n")
        assert get(server, "/explore/object?id=notes/new-note").status == 200


@pytest.mark.parametrize(("options", "opens_browser"), [([], True), (["--no-browser"], False)])
def test_explore_opens_a_browser_unless_told_not_to(
    options: list[str], opens_browser: bool, mill: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    served: list[Any] = []
    monkeypatch.setattr("server.__main__.serve", lambda _source, _options, serving: served.append(serving))
    assert CliRunner().invoke(frieze, ["explore", str(mill), *options]).exit_code == 0
    assert [one.explorer.opens_browser for one in served] == [opens_browser]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--explorer"], "--explorer goes with --http"),
        (["--http", "0", "--explorer", "--editor", "javascript:{path}"], "neither one of vscode"),
        (["--http", "0", "--explorer", "--editor", "edit://nowhere"], "neither one of vscode"),
    ],
)
def test_wrong_options_are_refused(mill: Path, options: list[str], message: str) -> None:
    refused = CliRunner().invoke(main, [str(mill), *options])
    assert refused.exit_code == 2
    assert message in " ".join(refused.stderr.split())
