"""Links that are no markdown: shortcodes, tags, attributes, front matter, and what stands in admonitions of MkDocs."""

from pathlib import Path

from tests.compiler.languages.documents.sources import compiled
from tests.compiler.tables import table

HUGO: dict[str, str | bytes] = {
    "site/hugo.toml": 'baseURL = "https://harbour.example/"\n',
    "site/content/en/_index.md": "# Harbour\n",
    "site/content/en/boats/_index.md": "# Boats\n",
    "site/content/en/boats/keel.md": "# Keel\n\n## Depth\n",
    "site/content/en/sails/jib.md": "# Jib\n",
    "site/content/en/sails/sheet.md": "# Sheet\n",
    "site/content/en/ropes/sheet.md": "# Sheet\n",
    "site/content/de/boats/keel.md": "# Kiel\n",
}
DOCS: dict[str, str | bytes] = {"docs/knots.md": "# Knots\n\n## Splice\n", "docs/ropes/hemp.mdx": "# Hemp\n"}


def links(folder: Path, files: dict[str, str | bytes], page: str, text: str) -> list[str]:
    """The targets of the links of a page."""
    snapshot = compiled(folder, {**files, page: text})
    assert [one.code for one in snapshot.diagnostics() if one.code.startswith("DOC2")] == []
    rows = snapshot.rows("SELECT target FROM link WHERE kind = 'links_to' AND file = ? ORDER BY line, target", (page,))
    return [target.removeprefix("f:site/content/").removeprefix("f:docs/") for (target,) in rows]


@table(
    ("text", "targets"),
    [
        ('[a]({{< ref "keel.md" >}})', ["en/boats/keel.md"]),
        ("[a]({{< ref keel >}})", ["en/boats/keel.md"]),
        ("[a]({{<relref keel>}})", ["en/boats/keel.md"]),
        ('[a]({{% relref "keel.md#depth" %}})', ["en/boats/keel.md#depth"]),
        ('[a]({{< ref "/boats/keel" >}})', ["en/boats/keel.md"]),
        ('[a]({{< relref path="boats/keel.md" lang="en" >}})', ["en/boats/keel.md"]),
        ("[a]({{< ref boats.md >}})", ["en/boats/_index.md"]),
        ("[a]({{< ref jib >}})", ["en/sails/jib.md"]),
        ("[a]({{< ref sheet >}})", []),  # of two pages
        ('[a]({{< ref "ropes/sheet" >}})', ["en/ropes/sheet.md"]),
        ("[a]({{</* ref keel */>}})", []),
        ('{{< button text="Go" page="boats/keel.md" >}}', ["en/boats/keel.md"]),
        ('{{< card "boats/keel" >}}', ["en/boats/keel.md"]),
        ("{{< tabs Keel Jib >}}", []),
        ("https://harbour.example/sails/jib", ["en/sails/jib.md"]),
    ],
)
def test_shortcode_of_hugo_leads_to_a_page_of_the_content(tmp_path: Path, text: str, targets: list[str]) -> None:
    assert links(tmp_path, HUGO, "site/content/en/page.md", f"# Page\n\n{text}\n") == targets


@table(
    ("page", "text", "targets"),
    [
        ("page.md", '<a href="knots.md#splice">a</a>', ["knots.md#splice"]),
        ("page.md", '<!-- <a href="knots.md">a</a> -->', []),
        ("page.md", '`<a href="knots.md">`', []),
        ("page.md", '```html\n<a href="knots.md">a</a>\n```', []),
        ("page.mdx", '<Card title="Knots" href="/knots">a</Card>', ["knots.md"]),
        ("page.mdx", '<Card\n  title="Knots"\n  href="/knots"\n/>', ["knots.md"]),
        ("page.mdx", "<Note>\n  See [hemp](/ropes/hemp).\n</Note>", ["ropes/hemp.mdx"]),
        ("page.md", "!!! note\n\n    See [a](knots.md).\n", ["knots.md"]),
        ("page.md", '??? tip "T"\n    === "Tab"\n\n        See [a](knots.md).\n', ["knots.md"]),
        ("page.md", "Code:\n\n    See [a](knots.md).\n", []),
        ("page.md", '--8<-- "docs/knots.md"', ["knots.md"]),
        ("page.md", '--8<-- "gone.md"', []),
        ("page.md", "{% link docs/knots.md %}", ["knots.md"]),
        ("page.md", '{% content-ref url="knots.md" %}', ["knots.md"]),
        ("page.md", "<!--@include: ./knots.md-->", ["knots.md"]),
        ("page.md", "{{#include knots.md}}", ["knots.md"]),
    ],
)
def test_link_of_a_command_or_an_attribute(tmp_path: Path, page: str, text: str, targets: list[str]) -> None:
    assert links(tmp_path, DOCS, f"docs/{page}", f"# Page\n\n{text}\n") == targets


DOCUSAURUS: dict[str, str | bytes] = {
    "docusaurus.config.js": "module.exports = {};\n",
    "docs/01-start/02_rope-walk.mdx": "# Rope walk\n\n## Twist\n",
    "docs/01-start/03-hemp.md": "---\nid: flax\n---\n# Hemp\n",
    "docs/boats/keel.md": "# Keel\n",
    "docs/sails/keel.md": "# Keel\n",
}


@table(
    ("address", "targets"),
    [
        ("./start/rope-walk", ["01-start/02_rope-walk.mdx"]),
        ("/docs/start/rope-walk#twist", ["01-start/02_rope-walk.mdx#twist"]),
        ("/harbour/start/rope-walk", ["01-start/02_rope-walk.mdx"]),
        ("01-start/flax", ["01-start/03-hemp.md"]),
        ("/other/keel", []),
        ("/harbour/boats/keel", ["boats/keel.md"]),
    ],
)
def test_address_without_the_numbers_of_files(tmp_path: Path, address: str, targets: list[str]) -> None:
    assert links(tmp_path, DOCUSAURUS, "docs/page.md", f"# Page\n\n[a]({address})\n") == targets


@table(
    ("fields", "targets"),
    [
        ("related: knots.md", ["knots.md"]),
        ("related:\n  - knots.md#splice\n  - gone.md", ["knots.md#splice"]),
        ('up: "[[knots]]"', ["knots.md"]),
        ("related: [knots.md, ropes/hemp.mdx]", ["knots.md", "ropes/hemp.mdx"]),
        ("globs: '*.md'", []),
    ],
)
def test_link_of_the_front_matter(tmp_path: Path, fields: str, targets: list[str]) -> None:
    assert links(tmp_path, DOCS, "docs/page.md", f"---\n{fields}\n---\n# Page\n") == targets
