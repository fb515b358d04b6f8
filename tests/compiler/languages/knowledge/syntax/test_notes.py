"""Notes: recognition, links, tags, tasks."""

from pathlib import Path

from compiler.languages.knowledge.facts import Relation, UnresolvedReference
from tests.compiler.languages.documents.sources import compiled
from tests.compiler.languages.knowledge.sources import (
    codes,
    entities,
    facts,
    linked,
    note,
    ready,
    relations,
    statuses,
    task,
)
from tests.compiler.tables import table


@table(
    "text",
    [
        "# Plain\n\nText.\n",
        "---\ntitle: Page\ncode: X\n---\n# Page\n",
        "# Shell\n\n```sh\nif [[ -f x ]]; then\n```\n\n`[[x]]`\n",
        "# Classes\n\n<run>grep '[[:space:]]' a | grep -v '[^[:alpha:]]'</run>\n",
        "# Boxes\n\n- [ ] one\n- [x] two\n",
        "## REQ-p00001: Title\n\n## Assertions\n\nA. It SHALL.\n",
        "# Diagram\n\n```mermaid\nflowchart TD\n  a --> b[[c]]\n```\n",
    ],
)
def test_note_is_not_plain_markdown(text: str) -> None:
    assert entities(linked({"README.md": text, "docs/guide.md": text, "spec/a.md": text})) == {}


@table(
    "files",
    [
        {"a.md": "---\ntags: [x]\n---\nText\n"},
        {"a.md": "---\naliases:\n  - b\n---\nText\n"},
        {"a.md": "See [[b]].\n"},
        {"notes/a.md": "Text\n"},
        {"a.md": "Text\n", ".obsidian/app.json": "{}"},
    ],
)
def test_note_is_recognized_by_content_or_folder(files: dict[str, str]) -> None:
    assert [one.kind for one in entities(linked(files)).values()] == ["note"]


@table("path", [".claude/commands/grind.md", ".cursor/rules/mill.md", ".codex/prompts/a/b.md", "docs/mill/SKILL.md"])
def test_note_is_no_page_for_an_agent(path: str) -> None:
    text = "---\ndescription: Grind\ntags: [mill, flour]\n---\nGrind as [[mill]] says.\n"
    assert entities(linked({path: text})) == {}
    assert len(entities(linked({f"of-{path.removeprefix(chr(46))}".replace("SKILL", "grain"): text}))) == 1


def test_note_of_a_vault_does_not_stand_in_a_hidden_folder() -> None:
    files = {".obsidian/app.json": "{}", "a.md": "Text\n", ".agents/b.md": "Text\n", "c/.d/e.md": "Text\n"}
    assert [one.entity for one in entities(linked(files)).values()] == ["a"]
    inside = {f".vault/{path}": text for path, text in files.items()}
    assert len(entities(linked(inside))) == 1


@table(
    ("path", "title", "boxes", "count"),
    [
        ("notes/mill-checklist.md", "Mill", "- [ ] oil\n- [ ] rope\n", 0),
        ("notes/Check-list of ropes.md", "Ropes", "1. [ ] oil\n", 0),
        ("notes/Check list.md", "Ropes", "- [ ] oil\n", 0),
        ("notes/a.md", "Checkliste für Seile", "- [ ] oil\n", 0),
        ("notes/mill-checklist.md", "Mill", "- [ ] oil\n- [x] rope\n", 2),
        ("notes/mill-checklist.md", "Mill", "- [ ] oil\n- [/] rope\n", 2),
        ("notes/checklisting.md", "Mill", "- [ ] oil\n", 1),
        ("notes/mill.md", "Mill", "- [ ] oil\n", 1),
    ],
)
def test_checklist_that_nobody_has_begun_is_no_list_of_tasks(path: str, title: str, boxes: str, count: int) -> None:
    found = entities(linked({path: f"# {title}\n\n{boxes}"})).values()
    assert [one.kind for one in found].count("task") == count
    assert [one.kind for one in found].count("note") == 1


@table(
    ("heading", "boxes", "count"),
    [
        ("Checklist before sailing", "- [ ] oil\n\n### Deck\n\n- [ ] rope\n", 1),
        ("Checklist before sailing", "- [ ] oil\n\n### Deck\n\n- [x] rope\n", 3),
        ("Before sailing", "- [ ] oil\n\n### Deck\n\n- [ ] rope\n", 3),
    ],
)
def test_section_that_is_a_checklist_nobody_has_begun_holds_no_tasks(heading: str, boxes: str, count: int) -> None:
    text = f"# Mill\n\n## {heading}\n\n{boxes}\n## Work\n\n- [ ] grind\n"
    found = [one.name for one in entities(linked({"notes/mill.md": text})).values() if one.kind == "task"]
    assert (len(found), found[-1]) == (count, "grind")


@table(
    ("front", "count"),
    [
        ("layout: course", 0),
        ("sidebar_position: 3", 0),
        ('permalink: "/mills/oil/"', 0),
        ("slug: /mills/oil", 0),
        ("slug: oil", 1),
        ("status: open", 1),
    ],
)
def test_boxes_on_a_page_of_a_site_are_for_its_readers(front: str, count: int) -> None:
    text = f"---\ntags: [mill]\n{front}\n---\n# Oil\n\n- [ ] You know five oils\n"
    found = [one.kind for one in entities(linked({"site/oil.md": text})).values()]
    assert (found.count("note"), found.count("task")) == (1, count)
    vault = {".obsidian/app.json": "{}", "oil.md": text}
    assert [one.kind for one in entities(linked(vault)).values()].count("task") == 1


CONTENTS = "# Contents\n\n* [Mills](README.md)\n* [Oil](oil.md)\n* [Rope](rope/README.md)\n"


@table(
    ("contents", "boxes", "count"),
    [
        (CONTENTS, "- [ ] Look at the oil\n", 0),
        (CONTENTS, "- [ ] Look at the oil\n- [x] Look at the rope\n", 2),
        (CONTENTS.replace("oil.md", "other.md"), "- [ ] Look at the oil\n", 1),
        ("# Summary\n\nWe look at [oil](oil.md).\n", "- [ ] Look at the oil\n", 1),
    ],
)
def test_boxes_on_a_page_of_a_book_are_for_its_readers(contents: str, boxes: str, count: int) -> None:
    files = {"v/.obsidian/app.json": "{}", "v/SUMMARY.md": contents, "v/oil.md": f"# Oil\n\n{boxes}"}
    found = [one.kind for one in entities(linked(files)).values()]
    assert (found.count("note"), found.count("task")) == (2, count)


def test_note_links_resolve_by_path_name_and_alias() -> None:
    text = "[[B]] [[b|x]] [[b#H]] [t](sub/c.md#h) [[First]] `[[e]]`\n\n```\n[[e]]\n```\n"
    files = {
        "v/.obsidian/app.json": "{}",
        "v/a.md": f"---\nrelated: '[[d]]'\n---\n{text}",
        "v/b.md": "B\n",
        "v/sub/b.md": "B below\n",
        "v/sub/c.md": "C\n",
        "v/d.md": "---\naliases: [First]\n---\nD\n",
        "v/e.md": "E\n",
    }
    result = linked(files)
    assert relations(result) == {("v/a", "references", one) for one in ("v/b", "v/sub/c", "v/d")}
    assert codes(result) == []


def test_note_link_to_missing_note_is_reported() -> None:
    result = linked(
        {"notes/a.md": "[[nowhere]] [[Plan.canvas]] ![[picture.png]] [site](https://example.org) [[#own heading]]\n"}
    )
    assert (relations(result), codes(result)) == (set(), ["KNO303"])


@table(
    "text",
    [
        "[[A (b)#C]]",
        "![[A (1)#C|x]] [[#C]] [[A#C (d)#C]]",
        '[y](u(b)#C) [y](#C "a #C")',
        "https://x.org/(b)#C <https://x.org/?#C>",
        "[r]: /u(b)#C",
        "\\#C",
    ],
)
def test_anchor_of_a_link_is_no_tag(text: str) -> None:
    assert note(linked({"notes/a.md": f"---\ntags: x\n---\n{text}\n\nSee (#kept) #kept.\n"}), "notes/a").tags == (
        "x",
        "kept",
    )


def test_note_tags_come_from_frontmatter_and_text() -> None:
    text = "---\ntags: x, y/z\n---\n# Head #no\n\n#inline/tag #12 `#code` a#b [l](u#frag)\n\n```\n#fence\n```\n"
    assert note(linked({"notes/a.md": text}), "notes/a").tags == ("x", "y/z", "inline/tag")


def test_note_title_is_frontmatter_or_heading_or_file_name() -> None:
    files = {"notes/a.md": "---\ntitle: One\n---\n# Two\n", "notes/b.md": "# Two\n", "notes/c.md": "Text\n"}
    assert [one.name for one in entities(linked(files)).values()] == ["One", "Two", "c"]


def test_note_tasks_have_marks_dates_and_dependencies() -> None:
    text = (
        "# A\n\n- [ ] Call 📅 2026-05-10 ⏫ 🆔 abc\n- [/] Half\n- [-] Off\n- [ ] Then ⛔ abc\n- [x] Was ✅ 2026-01-05\n"
    )
    result = linked({"notes/a.md": text})
    assert statuses(result) == {
        "notes/a/abc": "todo",
        "notes/a#2": "in_progress",
        "notes/a#3": "done",
        "notes/a#4": "todo",
        "notes/a#5": "done",
    }
    found = task(result, "notes/a/abc")
    assert (found.name, found.properties["priority"], found.due_at) == ("Call", "high", "2026-05-10")
    assert ready(result) == ["notes/a/abc", "notes/a#2"]
    assert result.as_of == "2026-01-05T00:00:00Z"


def test_note_frontmatter_values_stay_text() -> None:
    text = "---\ntags: [yes, 1_000, 2024-01-15, '=']\ndate: 2026-01-05\ntype: no\n---\n"
    found = note(linked({"notes/a.md": text}), "notes/a")
    assert found.tags == ("yes", "1_000", "2024-01-15", "=")
    assert found.properties == {"note_type": "no"}


def test_note_in_vault_needs_no_sign() -> None:
    result = linked({".obsidian/app.json": "{}", "a.md": "Text\n", "b.md": "[[a]]\n"})
    assert list(entities(result)) == ["a", "b"]


def test_note_wikilink_begins_at_vault_and_link_at_folder() -> None:
    pages = {f"{folder}twin.md": "" for folder in ("", "a/", "a/b/")}
    result = linked(
        {".obsidian/app.json": "{}", "a/b/one.md": "[[twin]]\n", "a/b/two.md": "[x](twin.md) [[../twin]]\n"} | pages
    )
    assert relations(result) == {
        ("a/b/one", "references", "twin"),
        ("a/b/two", "references", "a/b/twin"),
        ("a/b/two", "references", "a/twin"),
    }


def test_note_name_is_compared_in_composed_form() -> None:
    result = linked({".obsidian/app.json": "{}", "cafe\u0301.md": "", "a.md": "[[Caf\u00e9]] [[CAFE\u0301]]\n"})
    assert (relations(result), codes(result)) == ({("a", "references", "cafe\u0301")}, [])


def test_note_task_tag_is_not_in_title() -> None:
    result = linked({".obsidian/app.json": "{}", "a.md": "- [ ] #task Call #bo\n- [ ] #tasks\n- [ ] #task\n"})
    assert [one.name for one in entities(result).values() if one.kind == "task"] == ["Call #bo", "#tasks", "#task"]
    assert task(result, "a#1").tags == ("task", "bo")


@table("bullet", ["-", "*", "+", "1.", "2)"])
def test_note_task_may_have_any_bullet(bullet: str) -> None:
    result = linked({"notes/a.md": f"# Day\n\n{bullet} [ ] Oil the press\n"})
    assert task(result, "notes/a#1").name == "Oil the press"


def test_note_link_of_markdown_is_no_wikilink() -> None:
    text = "[[1]](https://example.org) [[x]][ref] [[b]] [[1]](b.md)\n\n> quoted [[b]]\n\n[ref]: https://example.org\n"
    result = linked({"notes/a.md": text, "notes/b.md": "B\n"})
    assert codes(result) == []
    places = [one.span for one in facts(result, Relation)]
    assert [(one.start_line, one.start_col, one.end_col) for one in places] == [(1, 39, 44)]


def test_page_with_links_of_markdown_alone_is_no_note() -> None:
    assert entities(linked({"docs/a.md": "# A\n\nAs in [[1]](https://example.org).\n"})) == {}


def test_notes_that_share_a_title_are_a_finding() -> None:
    files = {
        "notes/kickoff.md": "# Kickoff\n",
        "notes/kickoff-march.md": "# kickoff\n",
        "notes/readme.md": "# Kickoff\n",
        "other/notes/kickoff.md": "# Kickoff\n",
    }
    (found,) = linked(files).diagnostics
    assert (found.code, found.span.file) == ("KNO205", "notes/kickoff-march.md")
    assert "means notes/kickoff" in found.message


def test_heading_that_many_notes_begin_with_is_a_title_only_if_a_link_takes_it_for_one() -> None:
    files = {f"notes/{one}.md": "# Set up\n" for one in ("art", "cap", "tabby")}
    assert codes(linked(files)) == []
    assert codes(linked(files | {"notes/index-of-all.md": "# All\n\nSee [[Set up]].\n"})) == ["KNO205", "KNO205"]


def test_heading_in_a_vault_of_obsidian_is_a_title_only_if_a_link_takes_it_for_one() -> None:
    files = {".obsidian/app.json": "{}", "art.md": "# Set up\n", "cap.md": "# Set up\n"}
    assert codes(linked(files)) == []
    assert codes(linked(files | {"all.md": "See [[Set up]].\n"})) == ["KNO205"]


@table(
    ("text", "title"),
    [
        ("#rope\n\n[[home]]\n\n# Moor\n", "Moor"),
        ("One.\n\nTwo.\n\nThree.\n\nFour.\n\n# Moor\n", "tie"),
        ("## Ropes\n\n# Moor\n", "tie"),
    ],
)
def test_section_far_below_is_no_title_of_a_note(text: str, title: str) -> None:
    files = {".obsidian/app.json": "{}", "tie.md": text, "home.md": "Home\n"}
    assert entities(linked(files))["tie"].name == title


def test_link_in_a_vault_means_the_note_whose_file_has_the_name() -> None:
    files = {".obsidian/app.json": "{}", "index/Rope.md": "All.\n", "knots/rope-knots.md": "# Rope\n"}
    assert codes(linked(files | {"all.md": "See [[Rope]].\n"})) == []


def test_link_that_a_new_vault_shows_is_no_finding() -> None:
    text = "Write something, [[make a link]], or try [it](https://help.obsidian.md/Plugins/Importer)!\n"
    assert codes(linked({".obsidian/app.json": "{}", "Welcome.md": text})) == []
    assert codes(linked({".obsidian/app.json": "{}", "Welcome.md": "See [[make a link]].\n"})) == ["KNO303"]


@table("text", ["[[toc]]", "[[TOC]]", "[[_TOC_]]"])
def test_page_with_a_table_of_contents_is_no_note(text: str) -> None:
    assert entities(linked({"docs/a.md": f"# A\n\n{text}\n"})) == {}


def test_slides_between_lines_of_hyphens_are_no_front_matter() -> None:
    text = "---\n\n![[Pasted image.png]]\n\nnotes:\n- [one\n\n---\n\nSee [[b]].\n"
    result = linked({".obsidian/app.json": "{}", "a.md": text, "b.md": "B\n"})
    assert codes(result) == []
    assert "Pasted image" in (entities(result)["a"].content or "")


def test_titles_with_a_date_are_those_of_a_log() -> None:
    files = {"notes/s1.md": "# Heron - 2026-05-04\n", "notes/s2.md": "# Heron - 2026-05-04\n"}
    assert codes(linked(files)) == []
    assert codes(linked(files | {"notes/all.md": "See [[Heron - 2026-05-04]].\n"})) == ["KNO205"]


def test_note_wikilink_to_a_page_that_is_no_note_is_no_finding() -> None:
    files = {"notes/a.md": "[[guide]] [[setup/Guide.md]] [[gone]]\n", "docs/setup/Guide.md": "# Guide\n"}
    result = linked(files)
    assert [one.text for one in facts(result, UnresolvedReference)] == ["gone"]
    assert codes(result) == ["KNO303"]


@table("heading", ["Acceptance criteria", "Definition of done", "Test plan"])
def test_note_boxes_that_say_what_is_to_be_checked_are_no_tasks(heading: str) -> None:
    text = f"# Ticket\n\n- [ ] Oil the press\n- [ ] AC1: no noise\n\n## {heading}\n\n- [ ] No noise\n"
    assert list(statuses(linked({"notes/ticket.md": text}))) == ["notes/ticket#1"]


def test_wikilink_may_name_a_page_that_is_no_note() -> None:
    pages = {"docs/Quay.md": "# Quay\n", "docs/ships/Boat.md": "# Boat\n"}
    note = "See [[Quay]], [[quay.md]], [[ships/Boat]] and [[other/Boat]].\n"
    result = linked({"docs/Pier.md": note} | pages)
    assert [one.message for one in result.diagnostics] == ["docs/Pier links to 'other/Boat', and there is none."]


def test_wikilink_that_stands_as_code_beside_is_shown() -> None:
    note = "- `[[Example]]` is shown as [[Example]]\n- [[Example]]\n"
    assert [one.span.start_line for one in linked({"notes/Pier.md": note}).diagnostics] == [2]


def test_wikilink_with_an_address_behind_is_a_miswritten_link() -> None:
    note = "See [[all]] (https://pier.example), [[all]]（https://pier.example） and [[Quay]] (new).\n"
    result = linked({"notes/Pier.md": note})
    assert [one.message for one in result.diagnostics] == ["notes/Pier links to 'Quay', and there is none."]


def test_wikilinks_of_which_most_name_nothing_are_of_another_place() -> None:
    note = "See [[wiki-tides]], [[wiki-moorings]] and [[wiki-ropes]].\n"
    assert codes(linked({"docs/Pier.md": note})) == []
    two = {"docs/Quay.md": "See [[Pier]].\n", "docs/Mole.md": "See [[Pier]] and [[Quay]].\n"}
    assert codes(linked({"docs/Pier.md": note, **two})) == ["KNO303"] * 3
    assert codes(linked({".obsidian/app.json": "{}", "docs/Pier.md": note})) == ["KNO303"] * 3


def test_wikilink_of_a_page_among_no_notes_is_of_another_place() -> None:
    page = {"docs/Pier.md": "See [[harbour-rules]].\n"}
    assert codes(linked(page)) == []
    assert codes(linked({**page, "notes/Quay.md": "See [[Mole]].\n", "notes/Mole.md": "# Mole\n"})) == []
    assert codes(linked({**page, "docs/Quay.md": "See [[Pier]].\n"})) == ["KNO303"]


@table("name", ["page", "links", "Note Title", "other-note", "wikilinks"])
def test_word_for_any_note_is_no_link(name: str) -> None:
    assert codes(linked({"notes/Pier.md": f"- Links in wiki style [[{name}]]\n- Backlinks\n"})) == []
    assert codes(linked({"notes/Pier.md": f"- See [[{name} of tides]]\n"})) == ["KNO303"]
    note = f"- See [[{name}]]\n"
    assert relations(linked({"notes/Pier.md": note, f"notes/{name}.md": "# Any\n"})) != set()


def test_table_of_toml_is_no_wikilink() -> None:
    assert codes(linked({"notes/Pier.md": "[tool.rope]\n[[tool.rope.overrides]]\nstrict = true\n"})) == []
    assert codes(linked({"notes/Pier.md": "[[tool.rope.overrides]]\nare strict\n"})) == ["KNO303"]


def test_what_an_agent_remembers_is_no_wikilink() -> None:
    assert codes(linked({"notes/Pier.md": "Check the ropes [[memory:7942215]], see [[Quay]].\n"})) == ["KNO303"]


def test_links_of_a_vault_to_many_unwritten_notes_are_one_finding() -> None:
    vault = {".obsidian/app.json": "{}", "Lighthouse.md": "# Lighthouse\n"}
    plans = "[[Cranes]] [[Moorings]] [[Pilotage]] [[Quarantine]]"
    assert codes(linked({**vault, "Pier.md": f"{plans}\n"})) == ["KNO303"] * 4
    [all_of_them] = linked({**vault, "Pier.md": f"{plans} [[Customs]]\n", "Quay.md": "[[cranes]]\n"}).diagnostics
    assert (all_of_them.code, all_of_them.span.file) == ("KNO308", "Pier.md")
    assert all_of_them.message.startswith("6 links of this vault lead to 5 notes")
    assert [one.message for one in all_of_them.related] == [
        "Pier links to 'Moorings', and there is none.",
        "Pier links to 'Pilotage', and there is none.",
    ]


def test_slip_in_a_vault_with_many_unwritten_notes_is_a_finding() -> None:
    vault = {".obsidian/app.json": "{}", "sea/Lighthouse.md": "# Lighthouse\n"}
    plans = "[[Cranes]] [[Moorings]] [[Pilotage]] [[Quarantine]] [[Customs]]"
    found = linked({**vault, "Pier.md": f"{plans} [[Lighthuose]]\n"}).diagnostics
    assert sorted((one.code, one.suggestion) for one in found) == [
        ("KNO303", "Did you mean 'Lighthouse'?"),
        ("KNO308", None),
    ]


def test_wikilink_of_quartz_to_the_page_of_a_tag_is_no_missing_note(tmp_path: Path) -> None:
    vault = {".obsidian/app.json": "{}", "Pier.md": "See [[tags/rope|Ropes]] and [[Quay]].\n"}
    assert len(compiled(tmp_path, vault).diagnostics(code="KNO303")) == 2
    [left] = compiled(tmp_path, {"quartz.config.ts": ""}).diagnostics(code="KNO303")
    assert left.message == "Pier links to 'Quay', and there is none."


def test_name_of_the_note_itself_is_no_slip_for_a_note_that_is_not_written() -> None:
    files = {".obsidian/app.json": "{}", "IANA.md": "# IANA\n\nIts function is with [[ICANN]].\n"}
    (finding,) = linked(files).diagnostics
    assert (finding.code, finding.suggestion) == ("KNO303", None)


def test_global_filter_of_tasks_leaves_other_boxes_out() -> None:
    files = {
        ".obsidian/app.json": "{}",
        ".obsidian/plugins/obsidian-tasks-plugin/data.json": '{"globalFilter": "#task"}',
        "day.md": "- [ ] #task Dig\n- [ ] Milk\n- [x] #task Fence\n",
    }
    assert ready(linked(files)) == ["day#1"]
    del files[".obsidian/plugins/obsidian-tasks-plugin/data.json"]
    assert ready(linked(files)) == ["day#1", "day#2"]
