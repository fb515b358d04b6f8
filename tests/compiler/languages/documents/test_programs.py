"""Links and anchors that depend on the program that serves a page, as its settings files tell. Each shape has a link
that is right there, and one that is broken all the same."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from tests.compiler.languages.documents.sources import compiled
from tests.compiler.tables import table


class Shape(NamedTuple):
    """A tree, the page with the links, what is right in it, and what is broken."""

    files: Mapping[str, str | bytes]
    page: str
    right: str
    broken: str


def findings(folder: Path, shape: Shape, text: str) -> list[str]:
    """The codes of the findings about a page with a text."""
    before = "" if shape.page in shape.files else "# Page\n\n"
    snapshot = compiled(folder, {**shape.files, shape.page: f"{before}{text}\n"})
    return [one.code for one in snapshot.diagnostics() if one.code.startswith("DOC")]


SHAPES = {
    "translation of Docusaurus": Shape(
        {
            "docusaurus.config.js": "",
            "docs/mooring.md": "# Mooring\n\n## Steps\n",
            "blog/fair.md": "# Fair\n",
            "versioned_docs/version-2/knots.md": "# Knots\n",
        },
        "i18n/de/docusaurus-plugin-content-docs/current/index.md",
        "[a](mooring.md#steps)",
        "[a](anchoring.md)",
    ),
    "older translation of Docusaurus": Shape(
        {"docusaurus.config.js": "", "versioned_docs/version-2/knots.md": "# Knots\n"},
        "i18n/de/docusaurus-plugin-content-docs/version-2/index.md",
        "[a](knots.md)",
        "[a](knots.md#gone)",
    ),
    "pages that a plugin of Docusaurus makes": Shape(
        {"website/docusaurus.config.js": "plugins: ['docusaurus-plugin-typedoc']", "website/docs/b.md": "# B\n"},
        "website/docs/index.md",
        "[a](api/classes/Winch.md)",
        "[a](winch.md)",
    ),
    "page that takes in a page": Shape(
        {"docs/_knots.mdx": "## Bowline\n"},
        "docs/index.md",
        "import Knots from './_knots.mdx'\n\n<Knots />\n\n[a](#bowline)",
        "import Knots from 'knots'\n\n<Knots />\n\n[a](#bowline)",
    ),
    "pages that VitePress moves": Shape(
        {"docs/.vitepress/config.ts": "rewrites: { 'src/:page': ':page' }", "docs/src/knots.md": "# Knots\n"},
        "docs/index.md",
        "[a](knots.md)",
        "[a](src/knots.md#gone)",
    ),
    "one file for many pages": Shape(
        {"docs/.vitepress/config.ts": "", "docs/ropes/[name].md": "# Rope\n"},
        "docs/index.md",
        "[a](ropes/hemp.md)",
        "[a](knots/hemp.md)",
    ),
    "anchors of MkDocs": Shape(
        {"mkdocs.yml": ""}, "docs/index.md", "## Узлы\n\n## Tie 结\n\n[a](#_1) [b](#tie)", "## Узлы\n\n[a](#knots)"
    ),
    "heading of a template": Shape(
        {}, "docs/index.md", "## {{ name }}\n\n[a](#bowline)", "## `{{ }}`\n\n[a](#bowline)"
    ),
    "labels of MyST": Shape(
        {"docs/conf.py": "extensions = ['myst_parser']\n", "docs/knots.md": "# Knots\n\n(bowline)=\n\nText.\n"},
        "docs/index.md",
        "```{figure} rope.png\n:name: fig-rope\n```\n\n[a](#bowline) [b](#fig-rope) [c](#id3)",
        "[a](#reef)",
    ),
    "pages of an extension of Sphinx": Shape(
        {"docs/conf.py": "extensions = ['autoapi.extension']\n"},
        "docs/index.md",
        "[a](autoapi/winch/index.rst)",
        "[a](winch.rst)",
    ),
    "anchors of kramdown": Shape(
        {"_config.yml": ""}, "index.md", "## 2. Knots\n\n[a](#knots)", "## 2. Knots\n\n[a](#not)"
    ),
    "images of a post": Shape({"_config.yml": ""}, "_posts/2026-01-01-fair.md", "![a](../img/b.png)", "[a](../b.md)"),
    "chunk of Quarto": Shape(
        {"_quarto.yml": "project:\n  type: book\n", "tides.qmd": "# Tides {#sec-tides}\n"},
        "index.qmd",
        "```{r}\n#| label: fig-ebb\nplot(1)\n```\n\n[a](#fig-ebb) [b](#sec-tides)",
        "[a](#sec-moon)",
    ),
    "note by the end of its path": Shape(
        {".obsidian/app.json": "{}", "sea/tides/Moon.md": "# Moon\n"},
        "harbour/Pier.md",
        "[a](tides/Moon.md)",
        "[a](./tides/Moon.md)",
    ),
    "wiki of Azure DevOps": Shape(
        {"Low%2Dtide.md": "# Low\n"}, "Home.md", "[a](./Low%2Dtide.md)", "[a](High%2Dtide.md)"
    ),
    "README on Bitbucket": Shape(
        {}, "README.md", "## Tie it\n\n[a](#markdown-header-tie-it)", "## Tie it\n\n[a](#markdown-header-cut-it)"
    ),
    "README on GitHub": Shape({}, "README.md", "[a](#readme) [b](#start-of-content)", "[a](#start)"),
    "names of code in Doxygen": Shape({"Doxyfile": ""}, "docs/index.md", "[a](#RopeKnot) [b](#tie_rope)", "[a](#rope)"),
    "pages of DocFX": Shape({"docfx.json": "{}"}, "articles/index.md", "[a](../api/index.md)", "[a](winch.md)"),
    "paths of docsify": Shape(
        {"docs/_sidebar.md": "", "docs/guide/knots.md": "# Knots\n"},
        "docs/guide/index.md",
        "[a](guide/knots.md)",
        "[a](guide/ropes.md)",
    ),
    "pages of ExDoc in one folder": Shape(
        {"mix.exs": "docs: [extras: extras()]", "guides/ropes/splice.md": "# Splice\n"},
        "README.md",
        "[a](splice.md)",
        "[a](knot.md)",
    ),
    "images of DocC": Shape(
        {"Rope.docc/Images/bowline@2x.png": b"\x89"}, "Rope.docc/Rope.md", "![a](bowline.png)", "[a](gone.md)"
    ),
    "submodule": Shape(
        {".gitmodules": '[submodule "r"]\n\tpath = ext/rope\n'}, "README.md", "[a](ext/rope/docs/a.md)", "[a](ext/a.md)"
    ),
    "code that is not marked": Shape(
        {}, "README.md", "Call xs.map[Int](_.size); $g[n](k.T)$ holds.", "See [it](_.size)."
    ),
    "part of a page": Shape({"docs/part.md": ""}, "docs/part.md", "See [a](#knots).", "## Ropes\n\nSee [a](#knots)."),
    "heading with an emoji": Shape({}, "README.md", "## :anchor: Moor\n\n[a](#moor)", "## :anchor: Moor\n\n[a](#sail)"),
    "name without a stem": Shape({}, "docs/a.md", "[a](.md)", "[a](a/b.md)"),
}


@table("name", SHAPES)
def test_link_that_a_program_follows_is_no_finding(tmp_path: Path, name: str) -> None:
    assert findings(tmp_path, SHAPES[name], SHAPES[name].right) == []


@table("name", SHAPES)
def test_link_that_no_program_follows_is_a_finding(tmp_path: Path, name: str) -> None:
    assert len(findings(tmp_path, SHAPES[name], SHAPES[name].broken)) == 1


def test_pages_of_a_generated_client_have_no_findings(tmp_path: Path) -> None:
    page = {"client/docs/Rope.md": "# Rope\n\n[a](Date.md) [b](#models)\n"}
    assert not compiled(tmp_path / "a", {"client/.openapi-generator/FILES": "", **page}).diagnostics()
    assert len(compiled(tmp_path / "b", page).diagnostics()) == 2


def test_labels_of_other_pages_hold_where_several_pages_cite_them(tmp_path: Path) -> None:
    book = {"knots.md": "# Knots {#sec-knots}\n", **{f"{one}.md": f"# {one}\n\n[x](#sec-knots)\n" for one in "abc"}}
    snapshot = compiled(tmp_path / "book", book)
    assert not snapshot.diagnostics()
    targets = snapshot.rows("SELECT DISTINCT target FROM link WHERE kind = 'links_to'")
    assert targets == [("f:knots.md#sec-knots",)]
    pair = {path: text for path, text in book.items() if path != "c.md"}
    assert [one.code for one in compiled(tmp_path / "pair", pair).diagnostics()] == ["DOC202"] * 2
