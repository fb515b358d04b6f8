"""Links that a site generator follows: to pages by the addresses of their front matter, to static files, and those
that only the generator can follow."""

from collections.abc import Mapping
from pathlib import Path

from tests.compiler.languages.documents.sources import compiled
from tests.compiler.tables import table

ROPES: dict[str, str | bytes] = {
    "docusaurus.config.js": "module.exports = {};\n",
    "docs/ropes/bowline.md": "---\nslug: king-of-knots\n---\n# Bowline\n\n## Steps\n",
    "docs/ropes/hitch.md": "---\nslug: /hitches\n---\n# Hitch\n\n## Half\n",
    "docs/ropes/index.mdx": "---\nslug: all\n---\n# Ropes\n",
    "docs/old/reef.md": "---\npermalink: /knots/reef/\naliases: [/reef.html, /flat-knot/]\n---\n# Reef\n",
    "docs/old/granny.md": "---\nredirect_from: /granny\n---\n# Granny\n",
    "static/img/rope.png": b"\x89PNG\xff",
    "static/files/chart.csv": "a,b\n",
}


def check(folder: Path, files: Mapping[str, str | bytes], page: str, text: str) -> tuple[list[str], list[str], int]:
    """The targets of the links of a page, the codes of its findings, and how many links were not checked."""
    snapshot = compiled(folder, {**files, page: f"# Page\n\n{text}\n"})
    links = snapshot.rows("SELECT target FROM link WHERE kind = 'links_to' AND file = ?", (page,))
    codes = [one.code for one in snapshot.diagnostics() if one.code.startswith("DOC")]
    [(unchecked,)] = snapshot.rows("SELECT unchecked_links FROM document WHERE id = ?", (page,))
    return [one for (one,) in links], codes, unchecked


@table(
    ("text", "target"),
    [
        ("[a](king-of-knots)", "f:docs/ropes/bowline.md"),
        ("[a](king-of-knots/#steps)", "f:docs/ropes/bowline.md#steps"),
        ("[a](../king-of-knots)", "f:docs/ropes/bowline.md"),  # of `docs/ropes/page/`
        ("[a](../ropes/king-of-knots)", "f:docs/ropes/bowline.md"),
        ("[a](../all)", "f:docs/ropes/index.mdx"),
        ("[a](/hitches#half)", "f:docs/ropes/hitch.md#half"),
        ("[a](/docs/hitches)", "f:docs/ropes/hitch.md"),
        ("[a](/docs/ropes/king-of-knots#steps)", "f:docs/ropes/bowline.md#steps"),
        ("[a](/marina/docs/ropes/king-of-knots)", "f:docs/ropes/bowline.md"),
        ("[a](/knots/reef)", "f:docs/old/reef.md"),
        ("[a](/reef.html)", "f:docs/old/reef.md"),
        ("[a](/flat-knot/)", "f:docs/old/reef.md"),
        ("[a](/granny)", "f:docs/old/granny.md"),
        ("[a](/docs/ropes/bowline)", "f:docs/ropes/bowline.md"),
        ("[a](hitch)", "f:docs/ropes/hitch.md"),
        ("[a](./hitch/)", "f:docs/ropes/hitch.md"),
    ],
)
def test_link_leads_to_the_page_that_states_its_address(tmp_path: Path, text: str, target: str) -> None:
    assert check(tmp_path, ROPES, "docs/ropes/page.md", text) == ([target], [], 0)


def test_address_that_two_pages_state_leads_to_neither(tmp_path: Path) -> None:
    twice = {**ROPES, "docs/other.md": "---\nslug: /hitches\n---\n# Other\n"}
    assert check(tmp_path, twice, "docs/ropes/page.md", "[a](/hitches)") == ([], [], 1)


@table(
    ("text", "codes", "unchecked"),
    [
        ("[a](king-of-knots#splices)", ["DOC202"], 0),
        ("[a](king-of-knots.md)", ["DOC201"], 0),
        ("[a](../gone/hitch.md)", ["DOC201"], 0),
        ("![a](img/none.png)", ["DOC201"], 0),
        ("[a](queen-of-knots)", [], 1),
        ("[a](/api/winch)", [], 1),
        ("[a](winch.html) [b](../winch)", [], 2),
        ("![a](/img/rope.png) ![b](/img/none.png)", [], 1),
        ("[a](https://example.org/winch) [b]({{ url }}) [c](#page)", [], 0),
    ],
)
def test_link_to_no_page_is_broken_or_not_checked(tmp_path: Path, text: str, codes: list[str], unchecked: int) -> None:
    _, found, count = check(tmp_path, ROPES, "docs/ropes/page.md", text)
    assert (found, count) == (codes, unchecked)


def test_slug_of_starlight_is_a_whole_address(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "astro.config.mjs": "export default {};\n",
        "src/content/docs/deep/a.md": "---\nslug: guides/a\n---\n# A\n",
    }
    assert check(tmp_path, files, "src/content/docs/b.md", "[a](/guides/a/)")[0] == ["f:src/content/docs/deep/a.md"]


@table("settings", ["hugo.toml", "config/_default/hugo.toml", "mkdocs.yml", "_config.yml"])
def test_static_file_is_served_beside_the_pages(tmp_path: Path, settings: str) -> None:
    files: dict[str, str | bytes] = {settings: "", "static/knots/rope.png": b"\x89PNG\xff", "static/map.csv": "a\n"}
    page = "content/knots/page.md"
    assert check(tmp_path / "a", files, page, "![a](rope.png) [b](../map.csv)") == ([], [], 0)
    assert check(tmp_path / "b", files, page, "![a](ripe.png) [b](map.csv)")[1] == ["DOC201", "DOC201"]
    del files[settings]
    assert check(tmp_path / "c", files, page, "![a](rope.png)")[1] == ["DOC201"]


def test_page_is_looked_for_from_the_content_of_hugo(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"hugo.yaml": "", "content/en/ropes/splice.md": "# Splice\n"}
    page = "content/en/guides/deep/page.md"
    assert check(tmp_path / "a", files, page, "[a](ropes/splice.md)") == (["f:content/en/ropes/splice.md"], [], 0)
    assert check(tmp_path / "b", files, page, "[a](ropes/gone.md)")[1] == ["DOC201"]


def test_settings_of_a_site_may_stand_beside_its_pages(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"website/docusaurus.config.ts": "", "docs/ropes/splice.md": "# Splice\n"}
    assert check(tmp_path / "a", files, "docs/deep/page.md", "[a](ropes/splice.md)")[1] == []
    assert check(tmp_path / "b", files, "docs/deep/page.md", "[a](ropes/gone.md)")[1] == ["DOC201"]


def test_pages_that_a_plugin_of_mkdocs_makes_are_not_checked(tmp_path: Path) -> None:
    settings = "site_name: Boats\nplugins:\n  - search\n  - gen-files:\n      scripts: [make.py]\n"
    files: dict[str, str | bytes] = {"mkdocs.yml": settings, "docs/knots/bowline.md": "# Bowline\n"}
    assert check(tmp_path / "a", files, "docs/page.md", "[a](reference/winch.md)") == ([], [], 1)
    assert check(tmp_path / "b", files, "docs/page.md", "[a](knots/winch.md)")[1] == ["DOC201"]
    files["mkdocs.yml"] = "site_name: Boats\nplugins:\n  - search\n"
    assert check(tmp_path / "c", files, "docs/page.md", "[a](reference/winch.md)")[1] == ["DOC201"]


def test_component_that_links_to_nothing_is_counted_as_not_checked(tmp_path: Path) -> None:
    text = '<Link to="/gone.md">a</Link> <Card href="./gone.md" />\n\n<Link to="gone.md">\n  b\n</Link>'
    assert check(tmp_path, ROPES, "docs/page.mdx", text) == ([], [], 3)


def test_settings_that_come_later_belong_to_the_snapshot(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"static/rope.png": b"\x89PNG\xff", "content/page.md": "![a](rope.png)\n"}
    with compiled(tmp_path, files) as before, compiled(tmp_path, {"hugo.toml": ""}) as after:
        assert (len(before.diagnostics(code="DOC201")), len(after.diagnostics(code="DOC201"))) == (1, 0)
        assert before.id != after.id


def test_page_that_a_site_takes_in_links_to_the_pages_of_the_site(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "site/hugo.toml": "title = 'Knots'\n",
        "site/content/en/knots/overview.md": "# Overview\n",
        "site/content/en/tides/table.md": "# Table\n",
        "knots/bowline.md": "# Bowline\n\n[a](overview.md) [b](../tides/table.md) [c](gone.md)\n",
        "harbour/quay.md": "# Quay\n\n[a](../tides/table.md)\n",
    }
    snapshot = compiled(tmp_path, files)
    assert [(one.code, one.span.file) for one in snapshot.diagnostics()] == [
        ("DOC201", "harbour/quay.md"),
        ("DOC201", "knots/bowline.md"),
    ]


def test_address_of_a_site_may_keep_the_numbers_of_its_pages(tmp_path: Path) -> None:
    files = {
        "docs/next.config.mjs": 'import nextra from "nextra";\n',
        "docs/content/01-ropes/02-splice.md": "# Splice\n",
        "docs/content/index.mdx": "# Ropes\n\nSee [splice](/docs/01-ropes/02-splice).\n",
    }
    sql = "SELECT target FROM link WHERE kind = 'links_to'"
    assert compiled(tmp_path, files).rows(sql) == [("f:docs/content/01-ropes/02-splice.md",)]


MINTLIFY = """{
  "name": "Ropes",
  "redirects": [
    { "source": "/old", "destination": "/ropes/new#part" },
    {
      "source": "/gone/:slug*",
      "destination": "/ropes/:slug*"
    },
    { "source": "/lost", "destination": "https://example.org/x" },
    { "destination": "/ropes/new", "source": "/turned" }
  ]
}
"""
MKDOCS = """site_name: Ropes
plugins:
  - redirects:
      redirect_maps:
        'old.md': 'ropes/new.md'
        gone/new.md: ropes/new.md
nav: []
"""
DOCUSAURUS = """module.exports = {plugins: [['client-redirects', {redirects: [
  {to: '/ropes/new', from: ['/old']}, {from: '/gone/new', to: '/ropes/new'},
]}]]};
"""
SETTINGS = {"docs/docs.json": MINTLIFY, "mkdocs.yml": MKDOCS, "docusaurus.config.js": DOCUSAURUS}


@table(
    ("settings", "text", "target"),
    [
        ("docs/docs.json", "[a](/old)", "f:docs/ropes/new.md#part"),
        ("docs/docs.json", "[a](/gone/new#part)", "f:docs/ropes/new.md#part"),
        ("docs/docs.json", "[a](../old)", "f:docs/ropes/new.md#part"),
        ("docs/docs.json", "[a](/turned)", "f:docs/ropes/new.md"),
        ("mkdocs.yml", "[a](../old.md)", "f:docs/ropes/new.md"),
        ("mkdocs.yml", "[a](../gone/new.md#part)", "f:docs/ropes/new.md#part"),
        ("docusaurus.config.js", "[a](/old)", "f:docs/ropes/new.md"),
        ("docusaurus.config.js", "[a](/gone/new)", "f:docs/ropes/new.md"),
    ],
)
def test_link_to_an_address_that_is_gone_leads_where_its_site_sends_it(
    tmp_path: Path, settings: str, text: str, target: str
) -> None:
    files = {settings: SETTINGS[settings], "docs/ropes/new.md": "# New\n\n## Part\n"}
    assert check(tmp_path, files, "docs/ropes/page.md", text) == ([target], [], 0)


def test_link_that_its_site_sends_to_another_site_is_not_checked(tmp_path: Path) -> None:
    assert check(tmp_path, {"docs/docs.json": MINTLIFY}, "docs/page.md", "[a](/lost)") == ([], [], 1)


def test_page_of_mintlify_is_a_file_where_its_address_says(tmp_path: Path) -> None:
    text = "[a](/ropes/splice) [b](./ropes/hitch) [c](/ropes/new) [d](/api/made)"
    files = {"docs/docs.json": MINTLIFY, "docs/ropes/new.mdx": "# New\n"}
    there = "f:docs/ropes/new.mdx"
    assert check(tmp_path / "a", files, "docs/page.mdx", text)[1:] == (["DOC201", "DOC201"], 1)
    files["docs/docs.json"] = '{"openapi": "api.json"}'
    assert check(tmp_path / "b", files, "docs/page.mdx", text) == ([there], [], 3)


HARBOUR: dict[str, str | bytes] = {
    "README.md": "# How to build the site\n",
    "hugo.toml": 'baseURL = "/"\n',
    "content/en/ropes/knots.md": "# Knots\n",
}


@table(
    ("files", "page", "text", "found"),
    [
        (HARBOUR, "content/en/page.md", "[a](/)", ([], [], 1)),
        (HARBOUR, "content/en/page.md", "[a](/#news)", ([], [], 1)),
        (HARBOUR | {"content/en/_index.md": "---\nurl: /\n---\n# Home\n"}, "content/en/page.md", "[a](/)", None),
        (HARBOUR, "content/en/page.md", "[a](README.md)", (["f:content/en/README.md"], ["DOC201"], 0)),
        ({"README.md": "# A\n"}, "docs/page.md", "[a](/)", (["f:README.md"], [], 0)),
        ({"README.md": "# A\n", "_config.yml": ""}, "docs/page.md", "[a](/)", (["f:README.md"], [], 0)),
        ({"docs/.vitepress/config.ts": "", "docs/index.md": "# A\n"}, "docs/page.md", "[a](/)", None),
    ],
)
def test_root_of_a_site_is_no_readme_beside_its_settings(
    tmp_path: Path,
    files: dict[str, str | bytes],
    page: str,
    text: str,
    found: tuple[list[str], list[str], int] | None,
) -> None:
    home = next((path for path in files if path.endswith("index.md")), "")
    assert check(tmp_path, files, page, text) == (found or ([f"f:{home}"], [], 0))


def _post(title: str, more: str = "") -> str:
    return f"---\ntitle: {title}\ndate: 2026-02-03 10:00\n{more}---\n# {title}\n\n## Steps\n"


@table(
    ("settings", "page", "text", "address"),
    [
        (
            "hugo.yaml: permalinks:\n  log: /:section/:year/:month/:slug/\n",
            "content/log/a.md",
            "",
            "/log/2026/02/tie-a-bowline/",
        ),
        (
            "hugo.yaml: permalinks:\n  log: /:year/:day/:slug\n",
            "content/en/log/a/index.md",
            "slug: knot\n",
            "/2026/03/knot/",
        ),
        ('hugo.toml: [permalinks]\n  log = "/n/:contentbasename/"\n', "content/log/deep/a.md", "", "/n/a/"),
        ("_config.yml: title: Log\n", "_posts/2026-02-03-bowline.md", "", "/2026/02/03/bowline.html"),
        ("_config.yml: permalink: /log/:title/\n", "_posts/2026-02-03-bowline.md", "categories: [a]\n", "/log/bowline"),
        ("_config.yml: permalink: pretty\n", "_posts/2026-02-03-bowline.md", "", "/2026/02/03/bowline/#steps"),
    ],
)
def test_address_that_settings_make_of_the_date_of_a_page_is_followed(
    tmp_path: Path, settings: str, page: str, text: str, address: str
) -> None:
    name, _, said = settings.partition(": ")
    files = {name: said, page: _post("Tie a bowline", text)}
    anchor = "#steps" if "#" in address else ""
    assert check(tmp_path, files, "content/page.md", f"[a]({address})") == ([f"f:{page}{anchor}"], [], 0)


@table(
    ("settings", "page", "text", "address"),
    [
        ("hugo.yaml: permalinks:\n  log: /:year/:slug/\n", "content/news/a.md", "", "/2026/tie-a-bowline/"),
        ("hugo.yaml: permalinks:\n  log: /:weekday/:slug/\n", "content/log/a.md", "", "/tuesday/tie-a-bowline/"),
        ("_config.yml: title: Log\n", "_posts/2026-02-03-bowline.md", "category: a\n", "/2026/02/03/bowline.html"),
    ],
)
def test_address_with_a_part_that_is_not_known_is_not_checked(
    tmp_path: Path, settings: str, page: str, text: str, address: str
) -> None:
    name, _, said = settings.partition(": ")
    files = {name: said, page: _post("Tie a bowline", text)}
    assert check(tmp_path, files, "content/page.md", f"[a]({address})") == ([], [], 1)


@table(
    ("front", "template", "codes", "unchecked"),
    [
        ("type: crew", "layouts/crew/list.html", [], 1),
        ("layout: crew", "_layouts/crew.html", [], 1),
        ("type: crew", "layouts/docs/list.html", ["DOC202"], 0),
        ("type: docs", "layouts/docs/list.html", ["DOC202"], 0),
    ],
)
def test_anchor_that_a_template_of_its_own_may_make_is_not_checked(
    tmp_path: Path, front: str, template: str, codes: list[str], unchecked: int
) -> None:
    files = {"hugo.yaml": "title: Boats\n", "content/crew.md": f"---\n{front}\n---\n# Crew\n", template: "<h2 id=x>\n"}
    _, found, count = check(tmp_path, files, "content/page.md", "[a](crew.md#anne)")
    assert (found, count) == (codes, unchecked)


def test_baseurl_of_jekyll_is_the_root_of_the_site(tmp_path: Path) -> None:
    files = {"_config.yml": "title: Ropes\n", "docs/reef.md": "# Reef\n\n## Steps\n"}
    text = "[a]({{site.baseurl}}/docs/reef/#steps) [b]({{site.url}}{{site.baseurl}}/docs/reef) [c]({{site.title}}/x)"
    targets, codes, _ = check(tmp_path, files, "docs/page.md", text)
    assert (targets, codes) == (["f:docs/reef.md#steps", "f:docs/reef.md"], [])


@table(("address", "unchecked"), [("/editor", 0), ("/tools/", 0), ("/", 0), ("/editors", 1), ("/src/pages/editor", 1)])
def test_page_that_code_makes_is_there(tmp_path: Path, address: str, unchecked: int) -> None:
    code = {"src/pages/editor.tsx": "x", "src/pages/tools/index.js": "x", "src/pages/index.js": "x"}
    assert check(tmp_path, {**ROPES, **code}, "docs/page.md", f"[a]({address})") == ([], [], unchecked)


ADDRESSES: dict[str, tuple[str, list[str]]] = {
    # An address of Docusaurus without a version leads to the version that is shown first, not to that of the page.
    "boats/versioned_docs/version-1.9/page.md": ("[a](/ropes) [b](ropes.md)", ["1.10/ropes.md", "1.9/ropes.md"]),
    "fleet/versioned_docs/version-1.9/page.md": ("[a](/ropes)", ["fleet/docs/ropes.md"]),
    # A site in a folder has its pages there, and not at the root of the repository.
    "marina/page.md": ("[a](/seps/knots) [b](seps/bends.md)", ["marina/seps/knots.md", "marina/seps/bends.mdx"]),
    # Tables of TOML, which a shortcode shows, are no wikilinks.
    "hugo/content/page.md": ("[[cascade]]\n[cascade.target]\npath = '/x'\n\nSee [[cascade]].", ["content/cascade.md"]),
    "notes/page.md": ('<div><a href="Long Rope.md">x</a></div>', ["notes/Long Rope.md"]),
    # A folder with the name of a build, and pages.
    "hugo/content/methods/site/_index.md": ("[a](/cascade)", ["content/cascade.md"]),
    # A table may be wider than what is parsed at once.
    "notes/wide.md": ("| a |\n|---|\n" + f"| [[Long Rope]] {' ' * 60_000} |\n" * 2, ["notes/Long Rope.md"] * 2),
}
SITES: dict[str, str | bytes] = {
    "boats/docusaurus.config.js": "module.exports = {};\n",
    "fleet/docusaurus.config.js": "module.exports = { lastVersion: 'current' };\n",
    **{f"boats/versioned_docs/version-{version}/ropes.md": "# Ropes\n" for version in ("1.9", "1.10")},
    **{f"fleet/{folder}/ropes.md": "# Ropes\n" for folder in ("docs", "versioned_docs/version-1.9")},
    **{f"{folder}seps/knots.md": "# Knots\n" for folder in ("", "marina/")},
    "marina/docs.json": "{}\n",
    "marina/seps/bends.mdx": "# Bends\n",
    "hugo/hugo.toml": "title = 'x'\n",
    "hugo/content/cascade.md": "# Cascade\n",
    "notes/Long Rope.md": "# Rope\n",
}


def test_addresses_lead_where_their_site_serves_them(tmp_path: Path) -> None:
    pages = {page: f"# Page\n\n{text}\n" for page, (text, _) in ADDRESSES.items()}
    snapshot = compiled(tmp_path, {**SITES, **pages})
    for page, (_, targets) in ADDRESSES.items():
        links = snapshot.rows("SELECT target FROM link WHERE kind = 'links_to' AND file = ? ORDER BY line", (page,))
        assert [target[-len(wanted) :] for (target,), wanted in zip(links, targets, strict=True)] == targets, page


def test_headings_in_an_admonition_and_tabs_have_anchors(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"mkdocs.yml": "site_name: x\n"}
    text = '!!! note\n    ### In note\n\n=== "Linux"\n\n    Text.\n\n[a](#in-note) [b](#linux) [c](#gone)'
    expected = ["f:docs/page.md", "f:docs/page.md", "f:docs/page.md#gone"]
    assert check(tmp_path, files, "docs/page.md", text) == (expected, ["DOC202"], 0)
