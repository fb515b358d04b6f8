"""Texts of a source stay texts: 200 attacks, on every page, served and exported."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from compiler import open_workspace
from server.explorer.page import Page
from server.explorer.pages import PAGES
from server.explorer.site.asking import ask_of
from server.explorer.site.export import Exported
from tests.closing import closed_later
from tests.server.explorer.hostile_source import ATTACKS, KINDS, hostile_files
from tests.server.explorer.reading import client_of
from tests.server.explorer.safety import Checked

TOO_LONG = re.compile("x{20}|(b-){20}")
MAX_PAGES = 600
PARAMETERS = (
    "id",
    "q",
    "kind",
    "file",
    "cursor",
    "code",
    "severity",
    "step",
    "at",
    "root",
    "line",
    "goal",
    "depth",
    "from",
)
SEEN_ON_PAGES = {"overview", "object", "source", "kinds", "diagnostics", "diagram", "walkthrough", "files", "tasks"}


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("hostile")
    for name, text in hostile_files().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    yield folder


def test_there_are_two_hundred_attacks() -> None:
    assert len(ATTACKS) * KINDS >= 200


def test_no_attack_survives_on_any_page_of_the_static_site(hostile: Path) -> None:
    faults, made = {}, set()
    workspace = closed_later(open_workspace(hostile))
    exported = Exported(ask_of(workspace), lambda path, line: f"vscode://file/{path}:{line}", MAX_PAGES)
    for file in exported.files():
        if file.path.endswith(".html"):
            made.add(file.path.partition("/")[0])
            if found := Checked(file.content.decode()).faults:
                faults[file.path] = found[:3]
    assert faults == {}
    assert [
        file for file in exported.broken if not TOO_LONG.search(file)
    ] == []  # an id may be too long to be asked for
    assert made >= SEEN_ON_PAGES - {"overview"}


@pytest.fixture(scope="module")
def client(hostile: Path) -> Iterator[TestClient]:
    with open_workspace(hostile) as workspace:
        yield client_of(workspace)


def check_attack(client: TestClient, page: Page, names: tuple[str, ...], attack: str) -> None:
    answer = client.get(f"/explore{page.path}", params=dict.fromkeys(names, attack[:1_500]))
    assert answer.status_code < 500
    if answer.headers["content-type"].startswith("text/html"):
        assert Checked(answer.text).faults == [], (page.name, names, attack[:80])


def test_no_attack_survives_in_all_parameters_of_a_page(client: TestClient) -> None:
    """Each page gets a quarter of the attacks, and each attack goes to a quarter of the pages."""
    for at, page in enumerate(PAGES):
        for attack in ATTACKS[at % 4 :: 4]:
            check_attack(client, page, PARAMETERS, attack)


@pytest.mark.long("sends every attack to every page, in each parameter")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_attack_survives_in_a_parameter(client: TestClient, page: Page) -> None:
    for at, attack in enumerate(ATTACKS):
        for names in (("id",), (PARAMETERS[at % len(PARAMETERS)],), PARAMETERS):
            check_attack(client, page, names, attack)


def test_every_answer_has_a_policy_that_loads_nothing_from_elsewhere(client: TestClient) -> None:
    for path in (
        "/explore/",
        "/explore/object?id=none",
        "/explore/none",
        "/explore/static/style.css",
        "/explore/static/none",
    ):
        policy = client.get(path).headers["content-security-policy"]
        assert policy.startswith("default-src 'none'")
        assert "unsafe" not in policy


def test_static_file_of_any_name_that_is_none_is_told(client: TestClient) -> None:
    for name in (
        "none.css",
        "a" * 5_000 + ".css",
        "%00.css",
        "%2e%2e%2fapp.css",
        "\ud800.css".encode("utf-8", "surrogatepass"),
    ):
        written = name if isinstance(name, str) else "".join(f"%{byte:02X}" for byte in name)
        answer = client.get(f"/explore/static/{written}")
        assert answer.status_code == 404, written[:20]
