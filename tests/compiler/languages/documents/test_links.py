"""Links of pages: where they lead, and which of them are findings."""

from pathlib import Path

from tests.compiler.languages.documents.sources import compiled
from tests.compiler.tables import table

PAGES: dict[str, str | bytes] = {
    "README.md": "# Boats\n\n## Getting on\n\nStep.\n",
    "docs/index.md": "# Docs\n",
    "docs/guides/knots.md": '# Knots\n\n## Bow & stern\n\n<a name="here"></a>Text.\n\n## 1. First\n',
    "docs/My Page.md": "# Mine\n",
    "docs/open.md": "# Open\n\n{% include x.md %}\n",
    "docs/pier.png": b"\x89PNG\xff",
    "src/winch.c": "int main;\n",
}


def check(folder: Path, text: str, page: str = "docs/page.md") -> tuple[list[str], list[str]]:
    """The targets of the links of a page, and the codes of its findings."""
    snapshot = compiled(folder, {**PAGES, page: f"# Page\n\n{text}\n"})
    links = snapshot.rows("SELECT target FROM link WHERE kind = 'links_to' AND file = ?", (page,))
    codes = [one.code for one in snapshot.diagnostics()]
    return [one for (one,) in links], [one for one in codes if one.startswith("DOC")]


@table(
    ("text", "target"),
    [
        ("[a](guides/knots.md)", "f:docs/guides/knots.md"),
        ("[a](../README.md#getting-on)", "f:README.md#getting-on"),
        ("[a](guides/knots.md#bow--stern)", "f:docs/guides/knots.md#bow--stern"),
        ("[a](guides/knots.md#bow-stern)", "f:docs/guides/knots.md#bow--stern"),
        ("[a](guides/knots.md#_1-first)", "f:docs/guides/knots.md#1-first"),
        ("[a](guides/knots.md#here)", "f:docs/guides/knots.md#bow--stern"),
        ("[a](guides/knots)", "f:docs/guides/knots.md"),
        ("[a](guides/knots/)", "f:docs/guides/knots.md"),
        ("[a](guides/knots.html)", "f:docs/guides/knots.md"),
        ("[a](../guides/knots/#here)", "f:docs/guides/knots.md#bow--stern"),
        ("[a](/guides/knots)", "f:docs/guides/knots.md"),
        ("[a](/docs/guides/knots.md)", "f:docs/guides/knots.md"),
        ("[a](My%20Page.md)", "f:docs/My Page.md"),
        ("[a](<My Page.md>)", "f:docs/My Page.md"),
        ("[a](guides/knots.md?raw=true)", "f:docs/guides/knots.md"),
        ("[a](./)", "f:docs/index.md"),
        ("[a][knots]\n\n[knots]: guides/knots.md", "f:docs/guides/knots.md"),
        ("[[knots]]", "f:docs/guides/knots.md"),
        ("[[k|the knots]]\n\n[k]: guides/knots.md 'Knots'", "f:docs/guides/knots.md"),
        ("[[k#1. First|one]]\n\n[K]: guides/knots.md", "f:docs/guides/knots.md#1-first"),
        ("[[guides/knots#Bow & stern|b]]", "f:docs/guides/knots.md#bow--stern"),
        ("[a](#page)", "f:docs/page.md#page"),
        ("Rope[^1].\n\n[^1]: [Knots](guides/knots.md)", "f:docs/guides/knots.md"),
        ("## Rope [^1]\n\n[a](#rope)", "f:docs/page.md#rope-1"),
        ("## Rope & wire\n\n[a](#rope-and-wire)", "f:docs/page.md#rope--wire"),
        ('## Rope <a id="r"></a>\n\n[a](#rope-a-idra)', "f:docs/page.md#rope-"),
    ],
)
def test_link_leads_to_the_page_or_section(tmp_path: Path, text: str, target: str) -> None:
    assert check(tmp_path, text) == ([target], [])


@table("vault", ["", "notes/"])
def test_link_in_a_vault_may_lead_from_its_root(tmp_path: Path, vault: str) -> None:
    files = {
        f"{vault}.obsidian/app.json": "{}",
        f"{vault}sea/tides.md": "# Tides\n",
        f"{vault}sea/moon.md": "[a](sea/tides.md) [b](sea/gone.md)\n",
    }
    snapshot = compiled(tmp_path, files)
    resolved = "SELECT target FROM link WHERE kind = 'links_to' AND NOT dangling"
    assert snapshot.rows(resolved) == [(f"f:{vault}sea/tides.md",)]
    assert len(snapshot.diagnostics(code="DOC201")) == 1


def test_link_to_a_block_leads_to_its_section(tmp_path: Path) -> None:
    block = "# Tides\n\n## Ebb\n\n- It falls for six hours. ^890ecf\n\nIt rises.\n\n^rise-1\n"
    for address in ("#^890ecf", "#^rise-1"):
        files = {"docs/tides.md": block, "docs/page.md": f"[a](tides.md{address}) [[tides{address}]]\n"}
        snapshot = compiled(tmp_path / address, files)
        targets = snapshot.rows("SELECT target FROM link WHERE kind = 'links_to' AND file = 'docs/page.md'")
        assert {one for (one,) in targets} == {"f:docs/tides.md#ebb"}
        assert not snapshot.diagnostics(code="DOC202")
    assert compiled(tmp_path, files | {"docs/page.md": "[a](tides.md#^gone)\n"}).diagnostics(code="DOC202")


@table(
    "page",
    [
        ".claude/commands/moor.md",
        "docs/AGENTS.md",
        ".claude/protocols/go.md",
        ".github/agents/x.agent.md",
        ".specify/memory/constitution.md",
    ],
)
def test_link_of_a_prompt_leads_from_the_root_too(tmp_path: Path, page: str) -> None:
    assert check(tmp_path, "[a](docs/guides/knots.md#here)", page) == (["f:docs/guides/knots.md#bow--stern"], [])
    assert check(tmp_path, "[a](docs/guides/gone.md)", page)[1] == ["DOC201"]
    assert check(tmp_path / "other", "[a](docs/guides/knots.md)", "docs/guides/page.md")[1] == ["DOC201"]


@table(
    ("text", "code"),
    [
        ("[a](knots.md)", "DOC201"),
        ("[a](guides/Knots.md)", "DOC201"),
        ("![a](pear.png)", "DOC201"),
        ("[a](../src/wench.c)", "DOC201"),
        ("[a][k]\n\n[k]: gone.md", "DOC201"),
        ("[a](guides/knots.md#splices)", "DOC202"),
        ("[a](#splices)", "DOC202"),
        ("Rope[^1].\n\n[^1]: [Knots](knots.md)", "DOC201"),
        ("[Chapter 5](#2-4)", "DOC202"),
        ("{% hint style='info' %}\n[a](#splices)\n{% endhint %}", "DOC202"),
    ],
)
def test_link_to_nothing_is_a_finding(tmp_path: Path, text: str, code: str) -> None:
    targets, codes = check(tmp_path, text)
    opens_page = "knots.md#" in text  # a link to a section that is gone opens its page
    assert codes == [code] and len(targets) == 1 + opens_page


@table(
    "text",
    [
        "![a](pier.png)",
        "[a](../src/winch.c#L10)",
        "[a](../src)",
        "[a](https://example.org/gone.md)",
        "[a](mailto:ana@example.org)",
        "[a](../../elsewhere/gone.md)",
        "[a](/reference/api)",
        "[a](../reference/api)",
        "[a](api.html)",
        "[a]({{ url }}/gone.md)",
        '[a]({{< ref "gone.md" >}})',
        "[a](path/to/file.md)",
        "[a](<title>.md)",
        "`[a](gone.md)`",
        "```md\n[a](gone.md)\n```",
        "<!-- [a](gone.md) -->",
        "[a](open.md#made-by-the-include)",
        "[a](#L12)",
        "[a](#config.rope)",
        "[a](#issuecomment-4558095925) [b](#discussion_r17) [c](#note_9)",
        "[a](../blob/main/src/gone.c#L10) ![b](../../raw/v1/gone.png)",
        "[[Not yet written]]",
        "[[1]](guides/knots.md#here)",
        "Ropes are spliced [5](#2-4) .",
        "{% include 'ropes.md' %}\n\n[a](#splices)",
    ],
)
def test_link_that_may_be_right_is_no_finding(tmp_path: Path, text: str) -> None:
    assert check(tmp_path, text)[1] == []


def test_links_of_templates_are_no_findings(tmp_path: Path) -> None:
    assert check(tmp_path, "[a](0001-gone.md)", "docs/adr-template.md")[1] == []


def test_finding_suggests_the_only_file_of_that_name(tmp_path: Path) -> None:
    snapshot = compiled(tmp_path, {**PAGES, "docs/page.md": "[a](knots.md)\n"})
    assert [one.suggestion for one in snapshot.diagnostics()] == ["Did you mean 'guides/knots.md'?"]


def test_address_of_mail_without_a_scheme_is_told_what_it_needs(tmp_path: Path) -> None:
    names = ("wren", "oda", "finch", "lark", "rook")
    files = {f"rfcs/{name}.md": f"Author: [{name}]({name}+boats@quay.org)\n" for name in names}
    snapshot = compiled(tmp_path, {**files, "rfcs/owl@home.md": "# Owl\n", "a.md": "[Owl](rfcs/owl@home.md)\n"})
    found = [(one.code, one.suggestion) for one in snapshot.diagnostics()]
    assert sorted(found) == sorted(("DOC201", f"Did you mean 'mailto:{name}+boats@quay.org'?") for name in names)
    assert not snapshot.rows("SELECT 1 FROM verdict WHERE verdict = 'broken_ground'")


def test_host_without_a_scheme_is_told_what_it_needs(tmp_path: Path) -> None:
    text = "[a](quay.io) [b](quay.dev/boats.md) [c](gone.org) [d](boats/quay.io)\n"
    snapshot = compiled(tmp_path, {"a.md": text, "b.org": "* Boats\n"})
    suggested = [one.suggestion for one in snapshot.diagnostics() if one.code == "DOC201"]
    assert suggested == ["Did you mean 'https://quay.io'?", "Did you mean 'https://quay.dev/boats.md'?", None, None]


def test_link_stands_in_its_section_at_its_place(tmp_path: Path) -> None:
    snapshot = compiled(tmp_path, {"a.md": "# A\n\n## Bé\n\n- é [b](b.md)\n", "b.md": "# B\n"})
    [link] = [one for one in snapshot.links() if one.kind == "links_to"]
    assert (link.source, link.target) == ("f:a.md#bé", "f:b.md")
    assert snapshot.rows("SELECT start_line, start_col, end_col FROM link_full WHERE kind = 'links_to'") == [(5, 6, 15)]


def test_existence_of_what_is_not_read_belongs_to_the_snapshot(tmp_path: Path) -> None:
    page = "![a](pier.png)\n"
    with compiled(tmp_path / "one", {"a.md": page, "pier.png": b"\xff"}) as there:
        found = there.id, [one.code for one in there.diagnostics()]
    with compiled(tmp_path / "two", {"a.md": page}) as gone:
        assert gone.id != found[0] and found[1] == []
        assert [one.code for one in gone.diagnostics()] == ["DOC201"]


def test_link_to_what_git_ignores_is_no_finding(tmp_path: Path) -> None:
    sources = {".gitignore": "*.dot.png\n/docs/api/\n!kept.dot.png\n"}
    text = "![a](hull.dot.png) [b](api/index.md) [c](../api/index.md) ![d](kept.dot.png)"
    snapshot = compiled(tmp_path, {**PAGES, **sources, "docs/page.md": text})
    found = [one.message for one in snapshot.diagnostics()]
    assert [message.split("'")[1] for message in found] == ["api/index.md", "docs/kept.dot.png"]


def test_what_git_ignores_belongs_to_the_snapshot(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {".gitignore": "*.dot.png\n", "page.md": "![a](hull.dot.png)\n"}
    ignored = compiled(tmp_path, files)
    named = compiled(tmp_path, {**files, ".gitignore": "*.svg\n"})
    assert (len(ignored.diagnostics()), len(named.diagnostics())) == (0, 1)
    assert ignored.meta["id"] != named.meta["id"]


def test_page_that_is_not_translated_is_no_finding(tmp_path: Path) -> None:
    pages = {"docs/en/docs/news.md": "# News\n", "docs/ci/news.md": "# No language\n"}
    compiled(tmp_path, {**PAGES, **pages})
    assert check(tmp_path, "[a](news.md)", "docs/de/docs/help.md")[1] == []
    assert check(tmp_path, "[a](news.md)", "docs/pt-br/docs/help.md")[1] == []
    assert check(tmp_path, "[a](news.md)", "docs/db/help.md")[1] == ["DOC201"]


def test_page_may_have_its_language_in_its_name(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "pages/a.en-US.mdx": "[b](../pages/deep/b.mdx) [c](deep/c.mdx)\n",
        "pages/deep/b.en-US.mdx": "# B\n",
        "pages/deep/c.old.mdx": "# C\n",
    }
    assert [one.message for one in compiled(tmp_path, files).diagnostics()] == [
        "The link leads to 'pages/deep/c.mdx', and there is no such file."
    ]


def test_page_that_no_language_has_is_a_finding(tmp_path: Path) -> None:
    compiled(tmp_path, {**PAGES, "docs/en/news.md": "# News\n"})
    assert check(tmp_path, "[a](old.md)", "docs/de/help.md")[1] == ["DOC201"]


def test_link_to_code_may_be_written_from_the_root(tmp_path: Path) -> None:
    assert check(tmp_path, "[a](src/winch.c#L3)") == ([], [])  # code is no object
    assert check(tmp_path, "![a](docs/pier.png)", "specs/001/tasks.md")[1] == []
    assert check(tmp_path, "[a](src/wench.c)", "specs/001/tasks.md")[1] == ["DOC201"]
    assert check(tmp_path, "[a](docs/index.md)", "specs/001/tasks.md")[1] == ["DOC201"]


def test_link_to_a_line_of_a_page_may_be_written_from_the_root(tmp_path: Path) -> None:
    assert check(tmp_path, "[a](docs/index.md:7)", "specs/001/tasks.md")[1] == []
    assert check(tmp_path, "[a](docs/gone.md:7)", "specs/001/tasks.md")[1] == ["DOC201"]


@table("prompt", [".cursor/rules/knots.md", "app/.clinerules/knots.md", "AGENTS.md"])
def test_prompt_names_pages_below_a_hidden_folder_from_the_root(tmp_path: Path, prompt: str) -> None:
    assert check(tmp_path, "Example: [prisma](.cursor/rules/gone.md)", prompt)[1] == []
    assert check(tmp_path, "[a](references/gone.md)", prompt)[1] == ["DOC201"]


def test_page_that_is_no_prompt_names_a_hidden_folder_from_its_own(tmp_path: Path) -> None:
    assert check(tmp_path, "[a](.cursor/rules/gone.md)")[1] == ["DOC201"]


def test_link_in_a_vault_may_be_the_name_of_a_file(tmp_path: Path) -> None:
    notes: dict[str, str | bytes] = {".obsidian/app.json": "{}", "notes/sea/tide.md": "# Tide\n"}
    compiled(tmp_path, {**notes, "attachments/map.png": b"\x89PNG\xff"})
    assert check(tmp_path, "[a](tide.md) ![b](map.png#icon)", "notes/log.md") == (["f:notes/sea/tide.md"], [])
    assert check(tmp_path, "[a](ebb.md) ![b](mop.png)", "notes/log.md")[1] == ["DOC201", "DOC201"]


def test_wikilinks_on_many_pages_make_a_vault(tmp_path: Path) -> None:
    compiled(tmp_path, {"notes/sea/tide.md": "# Tide\n", "notes/moon.md": "[[tide]]\n"})
    assert check(tmp_path, "[a](tide.md)", "notes/log.md") == (["f:notes/sea/tide.md"], [])


def test_link_that_its_paragraph_shows_as_code_is_no_link(tmp_path: Path) -> None:
    assert check(tmp_path, "`[a](tide.md#low)` is shown as [a](tide.md#low)") == ([], [])
    assert check(tmp_path, "`[a](ebb.md)` is shown as [a](tide.md)")[1] == ["DOC201"]


@table("address", ["0005-example.md", "Example.md", "images/my_example.png"])
def test_link_to_an_example_is_no_finding(tmp_path: Path, address: str) -> None:
    assert check(tmp_path, f"[a]({address})")[1] == []


def test_anchor_without_its_strokes_is_found(tmp_path: Path) -> None:
    assert check(tmp_path, "## Dự án đã tồn tại\n\n[a](#du-an-da-ton-tai)")[1] == []


def test_page_of_docusaurus_is_looked_for_from_its_content_too(tmp_path: Path) -> None:
    site: dict[str, str | bytes] = {
        "www/docusaurus.config.js": "module.exports = {};\n",
        "www/docs/ropes/splice.md": "# Splice\n",
        "www/.gitignore": "docs/api\n",
        "www/docs/guides/deep/a.mdx": "[a](ropes/splice.md#splice) [b](api/winch.api.mdx)\n",
    }
    snapshot = compiled(tmp_path / "a", site)
    assert snapshot.rows("SELECT target FROM link WHERE kind = 'links_to'") == [("f:www/docs/ropes/splice.md#splice",)]
    assert not snapshot.diagnostics(code="DOC201")
    gone: dict[str, str | bytes] = {"www/docs/guides/deep/a.mdx": "[a](ropes/gone.md) [b](./ropes/splice.md)\n"}
    assert len(compiled(tmp_path / "b", {**site, **gone}).diagnostics(code="DOC201")) == 2
    del site["www/docusaurus.config.js"]
    assert len(compiled(tmp_path / "c", site).diagnostics(code="DOC201")) == 2


def test_anchor_in_a_page_that_others_take_in_may_be_theirs(tmp_path: Path) -> None:
    assert check(tmp_path, "[a](#winch)", "docs/_ropes.mdx")[1] == []
    assert check(tmp_path / "other", "[a](#winch)", "docs/ropes.mdx")[1] == ["DOC202"]
    assert check(tmp_path / "index", "[a](#winch)", "docs/_index.md")[1] == ["DOC202"]


def test_link_in_a_sample_of_markdown_behind_an_inner_fence_is_shown(tmp_path: Path) -> None:
    sample = "```markdown\n# Log\n\n```mermaid\ngraph TD\n```\n\nSee [a](gone.md).\n```\n"
    assert check(tmp_path, sample) == ([], [])
    assert check(tmp_path / "b", f"See [a](gone.md).\n\n{sample}")[1] == ["DOC201"]
    assert check(tmp_path / "e", f"{sample}\nSee it.\n\n{sample}") == ([], [])
    assert check(tmp_path / "c", "```markdown\n# Log\n```\n\nSee [a](gone.md).\n\n```\nx\n```\n")[1] == ["DOC201"]
    assert check(tmp_path / "d", "````markdown\n```sh\n````\n\n[a](gone.md)\n\n```\nx\n```\n")[1] == ["DOC201"]


def test_script_that_closes_itself_hides_no_headings(tmp_path: Path) -> None:
    text = '<script src="/links.js" defer />\n\n## Rope\n\n[a](#rope) [b](#chain)'
    assert check(tmp_path, text) == (["f:docs/page.md#rope", "f:docs/page.md#chain"], ["DOC202"])


SITE: dict[str, str | bytes] = {
    "docusaurus.config.js": "module.exports = {};\n",
    "docs/knots/bowline.mdx": "# Bowline\n\n## Steps\n",
    "docs/piers/gear.md": "# Gear\n\n## Ropes\n",
    "docs/piers/index.md": "# Piers\n\n## Tides\n",
    "docs/index.md": "# Docs\n",
    "docs/piers/img/map.svg": "<svg/>",
    "docs/en/piers/index.md": "# Piers\n",
    "docs/en/piers/img/chart.svg": "<svg/>",
    "docs/prices.csv.erb": "<%= prices %>",
    "src/assets/images/rope.png": b"\x89PNG\xff",
    "README.md": "# Boats\n",
}


@table(
    ("page", "text"),
    [
        ("docs/piers/gear.md", "[a](knots/bowline.mdx/#steps)"),  # Docusaurus takes the slash
        ("docs/piers/more.md", "[a](../#tides)"),  # of `docs/piers/more/`, or of `docs/piers/`
        ("docs/piers/more.md", "![a](../img/map.svg)"),  # of `docs/piers/more/`
        ("docs/de/piers/more.md", "![a](../img/chart.svg)"),  # shown in the place of a translation
        ("docs/page.md", "[a](prices.csv)"),
        ("docs/page.md", "![a](assets/images/rope.png)"),
        ("docs/page.md", "[a](/#tides)"),
        ("docs/page.md", "[a](piers/gear.md#header)"),
        ("docs/_includes/export.md", "[a](#ropes)"),
        ("docs/partials/export.md", "[a](#ropes)"),
        ("docs/snippets/export.md", "[a](prices.md)"),  # from the folder of the page that takes it in
        ("docs/de/piers/more.md", "![a](../piers/img/map.svg)"),  # of all languages
    ],
)
def test_what_a_site_may_serve_is_no_finding(tmp_path: Path, page: str, text: str) -> None:
    snapshot = compiled(tmp_path, {**SITE, page: f"# Page\n\n{text}\n"})
    assert [one.message for one in snapshot.diagnostics() if one.code.startswith("DOC")] == []


@table(
    ("page", "text"),
    [
        ("docs/piers/more.md", "[a](../#reefs)"),
        ("docs/piers/more.md", "![a](../img/none.svg)"),
        ("docs/page.md", "![a](assets/images/none.png)"),
        ("docs/page.md", "[a](#header)"),
        ("docs/page.md", "[a](prices.tsv)"),
        ("docs/included/export.md", "[a](#ropes)"),
    ],
)
def test_what_no_site_serves_is_a_finding(tmp_path: Path, page: str, text: str) -> None:
    snapshot = compiled(tmp_path, {**SITE, page: f"# Page\n\n{text}\n"})
    assert [one.code for one in snapshot.diagnostics() if one.code.startswith("DOC")] != []


def test_link_in_the_words_that_a_prompt_dictates_is_no_link(tmp_path: Path) -> None:
    text = 'If it is there, write "Please read [the rules](RULES.md) first".'
    assert check(tmp_path, text, ".claude/agents/writer.md") == ([], [])
    assert check(tmp_path / "a", f"{text} See [a](gone.md).", ".claude/agents/writer.md")[1] == ["DOC201"]
    assert check(tmp_path / "b", text, "docs/writer.md")[1] == ["DOC201"]


def test_page_that_is_no_utf8_for_tests_is_no_finding(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"tests/pages/latin.md": b"# Caf\xe9\n", "src/fixtures/latin.md": b"# Caf\xe9\n"}
    assert not compiled(tmp_path / "a", files).diagnostics(code="DOC101")
    files["docs/latin.md"] = b"# Caf\xe9\n"
    assert [one.span.file for one in compiled(tmp_path / "b", files).diagnostics(code="DOC101")] == ["docs/latin.md"]


def found(folder: Path, pages: dict[str, str] | dict[str, str | bytes]) -> list[tuple[str, str, int]]:
    """The findings of links: code, file, line."""
    return [(one.code, one.span.file, one.span.start_line) for one in compiled(folder, pages).diagnostics()]


def test_links_of_a_form_that_leads_nowhere_are_one_remark_and_not_checked(tmp_path: Path) -> None:
    names = ("bowline", "hitch", "splice", "whipping")
    pages: dict[str, str | bytes] = {f"docs/{one}.md": f"# {one}\n\n![](pics/{one}.png)\n" for one in names}
    snapshot = compiled(tmp_path / "all", pages)
    (finding,) = snapshot.diagnostics()
    assert (finding.code, finding.severity, finding.span.file) == ("DOC203", "info", "docs/bowline.md")
    assert "4 links of the form 'pics/…' on 4 pages" in finding.message
    assert [one.span.file for one in finding.related] == ["docs/hitch.md", "docs/splice.md"]
    assert snapshot.rows("SELECT sum(unchecked_links) FROM document") == [(4,)]
    assert snapshot.rows("SELECT count(*) FROM link WHERE dangling") == [(0,)]  # what is not checked is not broken
    assert snapshot.rows("SELECT count(*) FROM unread") == [(0,)]
    pages["docs/pics/hitch.png"] = b"\xff"
    assert [one.code for one in compiled(tmp_path / "some", pages).diagnostics()] == ["DOC201"] * 3


def test_pages_that_are_not_there_are_findings_unless_a_whole_folder_leads_nowhere(tmp_path: Path) -> None:
    listed = "# Plan\n\n" + "".join(f"[{one}](chapter{one}.md)\n" for one in range(9))
    assert found(tmp_path / "page", {"docs/plan.md": listed}) == [
        ("DOC201", "docs/plan.md", 3 + one) for one in range(9)
    ]
    copies = {
        f"copy/p{one}.md": f"# {one}\n\n[a](winch-{one}.md) [b](../harbour/{one}.md) [c](tides/{one}.md)\n"
        for one in range(3)
    }
    assert found(tmp_path / "copy", copies | {"docs/a.md": "# A\n"}) == [("DOC203", "copy/p0.md", 3)]


def test_anchors_of_an_export_are_one_remark_beside_those_that_are_wrong(tmp_path: Path) -> None:
    text = "# Knots\n\n" + " ".join(f"[Source {one}](#{one}-{one + 1})" for one in range(4))
    pages = {"docs/a.md": f"{text}\n\n## Bends\n\n[b](#bends) [c](#hitches)\n"}
    assert found(tmp_path, pages) == [("DOC203", "docs/a.md", 3), ("DOC202", "docs/a.md", 7)]


def test_link_that_is_nearly_right_is_of_no_form_that_is_not_understood(tmp_path: Path) -> None:
    names = ("bowline", "hitch", "splice", "whipping")
    pages = {f"docs/{one}.yaml": "a: 1\n" for one in names}
    listed = "# Knots\n\n" + " ".join(f"[{one}](/{one}s.yaml)" for one in names)
    assert [one[0] for one in found(tmp_path, pages | {"docs/a.md": listed})] in ([], ["DOC203"])


def test_anchors_that_a_program_left_out_of_a_page_that_it_made_are_one_remark(tmp_path: Path) -> None:
    types = "".join(f"## Type{one}\n\nOf [a](#type{(one + 1) % 120}).\n\n" for one in range(120))
    gone = " ".join(f"[Gone](#{one}-tree)" for one in ("oak", "elm", "ash", "fir", "yew", "box"))
    assert found(tmp_path / "made", {"api.md": f"# API\n\n{gone}\n\n{types}"}) == [("DOC203", "api.md", 3)]
    few = "".join(f"## Type{one}\n\nOf [a](#type{(one + 1) % 70}).\n\n" for one in range(70))
    assert found(tmp_path / "few", {"api.md": f"# API\n\n{gone}\n\n{few}"}) == [("DOC202", "api.md", 3)] * 6


@table(
    ("page", "expected"),
    [
        ("docs/plans/quay.md", ["DOC203"]),
        ("specs/001-quay/plan.md", ["DOC203"]),
        ("docs/planks/quay.md", ["DOC201"] * 4),
    ],
)
def test_files_that_a_plan_wants_to_make_are_one_remark(tmp_path: Path, page: str, expected: list[str]) -> None:
    there: dict[str, str | bytes] = {f"src/{one}.rs": "fn main() {}\n" for one in ("gate", "lamp", "sluice")}
    named = ("gate", "lamp", "sluice", "bollard", "fender", "capstan", "windlass")
    text = "# Quay\n\n" + " ".join(f"[{one}](../../src/{one}.rs)" for one in named)
    assert [one[0] for one in found(tmp_path, {**there, page: text})] == expected


def test_links_of_a_skill_into_a_folder_that_was_not_copied_are_one_remark(tmp_path: Path) -> None:
    skill = "# Knots\n\nSee [hitches](references/hitches.md) and [bends](./references/bends.md).\n"
    copied = {".claude/skills/knots/SKILL.md": skill}
    assert found(tmp_path / "copied", copied) == [("DOC203", ".claude/skills/knots/SKILL.md", 3)]
    whole = copied | {f".claude/skills/knots/references/{one}.md": f"# {one}\n" for one in ("hitches", "loops")}
    assert [one[0] for one in found(tmp_path / "whole", whole)] == ["DOC201"]
    page = {"docs/knots.md": skill}
    assert [one[0] for one in found(tmp_path / "page", page)] == ["DOC201", "DOC201"]


@table(
    ("text", "unchecked"),
    [
        ("[a](../LICENSE)", 0),
        ("[a](../src/)", 0),
        ("[a](../NOTICE)", 1),
        ("{% include x.md %}\n\n[a](#made-by-the-include)", 2),  # the page that is taken in, too
        ("[a](open.md#made-by-the-include)", 1),
        ("[a](open.md#open)", 0),
    ],
)
def test_link_counts_as_not_checked_unless_its_file_and_anchor_are_there(
    tmp_path: Path, text: str, unchecked: int
) -> None:
    files = {**PAGES, "LICENSE": "Free.\n", "docs/page.md": f"# Page\n\n{text}\n"}
    snapshot = compiled(tmp_path, files)
    assert snapshot.rows("SELECT unchecked_links FROM document WHERE id = 'docs/page.md'") == [(unchecked,)]
    assert not [one for one in snapshot.diagnostics() if one.code.startswith("DOC")]


@table("name", ["hitch", "Half Hitch", "ropes/hitch", "the bend"])
def test_page_of_logseq_has_the_names_of_its_properties(tmp_path: Path, name: str) -> None:
    files = {
        "pages/ropes___hitch.md": (
            "icon:: x\ntitle:: Hitch\nalias:: [[half hitch]], the bend\n\n- Tie it.\n- alias:: late\n"
        ),
        "pages/a.md": f"- [[{name}]] and [[late]] and [[knots/hitch]]\n",
    }
    rows = compiled(tmp_path, files).rows("SELECT target FROM link WHERE kind = 'links_to' AND file = 'pages/a.md'")
    assert rows == [("f:pages/ropes___hitch.md",)]


def test_link_to_what_is_there_and_no_object_is_no_doubt(tmp_path: Path) -> None:
    page = "# Page\n\n[a](../LICENSE)\n\n[b](../src/)\n\n[c](../NOTICE)\n"
    snapshot = compiled(tmp_path, {**PAGES, "LICENSE": "Free.\n", "docs/page.md": page})
    found = snapshot.rows("SELECT looks_like, line, text FROM unread WHERE file = 'docs/page.md'")
    assert found == [("link", 7, "](../NOTICE)")]


@table(
    ("page", "text", "codes"),
    [
        ("docs/page.md", '<img src="mast.png" width="9">', ["DOC201"]),
        ("docs/page.md", '<p><a href="mast.md">Mast</a></p>', ["DOC201"]),
        ("docs/page.md", '<div align="center">\n  <img alt="a" src="../mast.png">\n</div>', ["DOC201"]),
        ("docs/page.md", '<img src="pier.png">, <a href="guides/knots.md">knots</a>', []),
        (
            "docs/page.md",
            '`<img src="mast.png">` <img src="https://boats.example/mast.png"> <img src="{mast}.png">',
            [],
        ),
        ("docs/page.md", '<Image src="mast.png" />', []),
        ("docs/page.mdx", '<img src="mast.png" />', []),
        ("site/docs/page.md", '<img src="mast.png">', []),
    ],
)
def test_path_in_a_tag_of_html_is_checked_where_no_site_may_serve_it(
    tmp_path: Path, page: str, text: str, codes: list[str]
) -> None:
    snapshot = compiled(tmp_path, {**PAGES, "site/mkdocs.yml": "site_name: Boats\n", page: f"# Page\n\n{text}\n"})
    assert [one.code for one in snapshot.diagnostics() if one.span.file == page] == codes


def test_link_on_a_page_that_tests_read_is_no_doubt(tmp_path: Path) -> None:
    text = "# Page\n\n[a](/url) and [b](/uri)\n"
    names = ("src/tests/specs/links.md", "src/tests/README.md", "docs/links.md")
    pages: dict[str, str | bytes] = dict.fromkeys(names, text)
    rows = compiled(tmp_path, pages).rows("SELECT file FROM unread WHERE looks_like = 'link' ORDER BY file")
    assert rows == [("docs/links.md",), ("src/tests/README.md",)]


@table(
    ("page", "text", "codes"),
    [
        ("README.md", "[a](docs/rigging)", ["DOC201"]),
        ("README.md", "[a](src/rigging/)", ["DOC201"]),
        ("docs/page.md", "[a](../src/rigging/)", ["DOC201"]),
        ("docs/page.md", "[a](rigging)", []),  # who shows the page is not known
        ("docs/page.md", "[a](../src/)", []),
        ("site/docs/README.md", "[a](rigging)", []),
    ],
)
def test_path_without_a_suffix_is_checked_where_no_page_can_be_served(
    tmp_path: Path, page: str, text: str, codes: list[str]
) -> None:
    snapshot = compiled(tmp_path, {**PAGES, "site/mkdocs.yml": "site_name: Boats\n", page: f"# Page\n\n{text}\n"})
    assert [one.code for one in snapshot.diagnostics() if one.span.file == page] == codes
