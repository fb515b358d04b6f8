"""Addresses of the internet that lead to pages of the source itself."""

from pathlib import Path

from tests.compiler.languages.documents.sources import compiled
from tests.compiler.tables import table

FORGE = "https://forge.example/harbour/boats"
PAGES: dict[str, str | bytes] = {
    "README.md": "# Boats\n",
    "docs/hull/keel.md": "# Keel\n\n## Depth\n",
    "docs/hull/deck.md": "# Deck\n",
    "docs/hull/index.md": "# Hull\n",
    "proof.md": f"[a]({FORGE}/blob/main/docs/hull/keel.md) [b]({FORGE}/blob/main/docs/hull/deck.md)\n",
}
SITE_PROOF = "".join(f"[{name}](https://boats.example/{name}) " for name in ("hull/keel", "hull/deck/", "sails/jib"))


def targets(folder: Path, text: str, **more: str) -> list[str]:
    """The targets of the links of a page."""
    files = {**PAGES, **{f"{name}.md": content for name, content in more.items()}, "page.md": f"# Page\n\n{text}\n"}
    snapshot = compiled(folder, files)
    assert [one.code for one in snapshot.diagnostics() if one.code.startswith("DOC")] == []
    rows = snapshot.rows("SELECT target FROM link WHERE kind = 'links_to' AND file = 'page.md' ORDER BY line")
    return [target for (target,) in rows]


@table(
    ("address", "target"),
    [
        (f"{FORGE}/blob/main/docs/hull/keel.md", ["f:docs/hull/keel.md"]),
        (f"{FORGE}/blob/main/docs/hull/keel.md#depth", ["f:docs/hull/keel.md#depth"]),
        (f"{FORGE}/blob/main/docs/hull/keel.md#gone", ["f:docs/hull/keel.md"]),
        (f"{FORGE}/blob/feature/sails/docs/hull/keel.md", ["f:docs/hull/keel.md"]),
        (f"{FORGE}/-/blob/v1.0/docs/hull/keel.md", ["f:docs/hull/keel.md"]),
        (f"{FORGE}/src/branch/main/docs/hull/keel.md", ["f:docs/hull/keel.md"]),
        (f"{FORGE}/blob/main/README.md", ["f:README.md"]),
        (f"{FORGE}/blob/main/docs/gone.md", []),
        ("https://forge.example/crew/boats/blob/main/docs/hull/deck.md", ["f:docs/hull/deck.md"]),  # where it was
        ("https://forge.example/harbour/cars/blob/main/README.md", []),
        ("https://forge.example/harbour/cars/blob/main/docs/hull/keel.md", []),
    ],
)
def test_address_of_the_own_repository_leads_to_its_file(tmp_path: Path, address: str, target: list[str]) -> None:
    assert targets(tmp_path, f"[a]({address})") == target


def test_repository_of_which_most_pages_are_not_here_is_another_one(tmp_path: Path) -> None:
    gone = " ".join(f"[a]({FORGE}/blob/main/docs/{number}.md)" for number in range(9))
    assert targets(tmp_path, f"[a]({FORGE}/blob/main/docs/hull/keel.md)", gone=gone) == []


@table(
    ("address", "target"),
    [
        ("https://boats.example/hull/keel", ["f:docs/hull/keel.md"]),
        ("https://www.boats.example/hull/keel.html#depth", ["f:docs/hull/keel.md#depth"]),
        ("https://boats.example/hull/", ["f:docs/hull/index.md"]),
        ("https://boats.example/hull/rudder", []),
        ("https://cars.example/hull/keel", []),
    ],
)
def test_address_of_the_own_site_leads_to_its_page(tmp_path: Path, address: str, target: list[str]) -> None:
    files = {"docs/sails/jib": "# Jib\n", "site": SITE_PROOF}
    assert targets(tmp_path, f"[a]({address})", **files) == target


def test_settings_of_a_site_state_its_host(tmp_path: Path) -> None:
    text = "[a](https://boats.example/hull/keel)"
    assert targets(tmp_path / "one", text) == []
    (tmp_path / "two").mkdir()
    (tmp_path / "two/mkdocs.yml").write_text("site_url: https://boats.example/\n")
    assert targets(tmp_path / "two", text) == ["f:docs/hull/keel.md"]


@table(
    ("address", "target"),
    [
        ("2.20/keel", ["f:docs/2.20/keel.md"]),
        ("2.8/keel", []),  # of a version that is not here
        ("sails/keel", []),  # but its name, nothing says that it is this page
        ("part-2-oars", ["f:docs/part-2-oars.md"]),
    ],
)
def test_address_of_the_own_site_leads_to_the_page_of_its_version(
    tmp_path: Path, address: str, target: list[str]
) -> None:
    (tmp_path / "mkdocs.yml").write_text("site_url: https://boats.example/\n")
    files = {f"docs/{name}": "# Keel\n" for name in ("2.20/keel", "2.20/oars", "2.1/rudder", "part-2-oars")}
    assert targets(tmp_path, f"[a](https://boats.example/{address})", **files) == target
