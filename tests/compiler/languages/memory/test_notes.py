"""Notes of basic-memory, and auto-memory."""

from compiler.languages.memory.facts import MemoryEntity, MemoryFact, MemoryRelation, MemorySession
from compiler.languages.memory.syntax.note_lines import note_lines
from tests.compiler.languages.memory.sources import facts_of, findings, linked
from tests.compiler.tables import table

NOTE = "---\ntitle: Pier\ntype: place\npermalink: places/pier\nmodified: 2026-04-02T08:00:00Z\n---\n\n"


@table(
    ("line", "category", "text", "tags", "context"),
    [
        ("- [fact] It is long", "fact", "It is long", (), ""),
        (
            "* [two words] It is long #quay #old#new",
            "two words",
            "It is long #quay #old#new",
            ("quay", "old", "new"),
            "",
        ),
        ("1. [fact] It (the pier) is long (page (2))", "fact", "It (the pier) is long (page", (), "2)"),
        ("- It is long #quay (seen)", "", "It is long #quay", ("quay",), "seen"),
        ("- [fact] It is\n  long", "fact", "It is long", (), ""),
        ("- [a] It is long", "a", "It is long", (), ""),
        ("- [2026] It is long", "2026", "It is long", (), ""),
    ],
)
def test_note_line_is_an_observation(line: str, category: str, text: str, tags: tuple[str, ...], context: str) -> None:
    [one] = note_lines(line)
    found = one.content
    assert (found.category, found.text, found.tags, found.context) == (category, text, tags, context)


@table(
    ("line", "relation", "target", "context"),
    [
        ("- part_of [[Harbour]]", "part_of", "Harbour", ""),
        ('- "built by" [[The Guild|them]] (1890 (or so))', "built by", "The Guild", "1890 (or so)"),
        ("- 'lit by'[[Lamp#north]]", "lit by", "Lamp", ""),
    ],
)
def test_note_line_is_a_relation(line: str, relation: str, target: str, context: str) -> None:
    [one] = note_lines(line)
    assert (one.content.relation, one.content.target, one.content.context) == (relation, target, context)


@table("line", ["- see also [[A]]", "- part_of [[A]] and more", "Prose with [[A]].", "- [fact] of [[A]]"])
def test_note_line_has_plain_links(line: str) -> None:
    [one] = note_lines(line)
    assert (one.content.relation, one.content.links) == ("", ("A",))


@table(
    "line",
    [
        "- [ ] do it",
        "- [x] done",
        "- [-] dropped",
        "- [/] half done",
        "- [00:01:12] spoken",
        "- [a link](a.md)",
        "> [!info] a call-out",
        "```\n- [fact] in code\n```",
        "- see #42",
        "prose #tag",
    ],
)
def test_note_line_is_no_observation(line: str) -> None:
    assert facts_of(linked({"pier.md": f"{NOTE}- [fact] Sure\n\n{line}\n"}), MemoryFact)[1:] == []


def test_note_is_an_entity_with_facts_and_relations() -> None:
    result = linked({"pier.md": f"{NOTE}- [fact] It is long #quay (page 2)\n- part_of [[Harbour]]\n"})
    [one] = facts_of(result, MemoryFact)
    assert (one.subject, one.text, one.category, one.note_context) == ("Pier", "It is long #quay", "fact", "page 2")
    assert (one.at, one.span.start_line, one.branch) == ("2026-04-02T08:00:00Z", 8, "main")
    entities = {one.record_id: one for one in facts_of(result, MemoryEntity)}
    assert (entities["Pier"].entity_type, entities["Pier"].facts) == ("place", 1)
    assert not entities["Harbour"].is_declared


def test_note_link_by_alias_leads_to_the_title() -> None:
    other = "---\ntitle: Lamp\npermalink: lamp\n---\n- on [[places/pier]]\n- near [[pier]]\n"
    result = linked({"pier.md": f"{NOTE}- [fact] Long\n", "x.md": other})
    assert [one.target for one in facts_of(result, MemoryRelation)] == ["Pier", "Pier"]


@table(
    "text",
    [
        "# Title\n\n- [idea] something\n",
        "---\ntags: [a]\n---\n- [x] done\n- see [[Other]]\n",
        "---\ntype: meeting\n---\n- with [[Ann]]\n",
        "---\ntype: note\n---\n- [Classes by the sea] - a course\n- [[Pier]]\n",
        "---\ntype: note\n---\n- [Pier] is long\n\n[Pier]: https://pier.example\n",
        "---\npermalink: /about/\n---\nA page.\n",
        "---\nname: x\ndescription: y\nmodel: z\n---\nA skill.\n",
        "---\nid: 1\nstatus: open\n---\n- [ ] T001 do\n",
    ],
)
def test_detect_ignores_other_markdown(text: str) -> None:
    assert linked({"a.md": text}).facts == []


@table("front", ["permalink: pier\ntype: note", "type: note"])
def test_detect_wants_one_word_as_a_category_where_only_a_type_tells(front: str) -> None:
    def facts(category: str) -> int:
        return len(facts_of(linked({"a.md": f"---\n{front}\n---\n- [{category}] It is long\n"}), MemoryFact))

    assert (facts("length"), facts("length of it")) == (1, 1 if "permalink" in front else 0)


@table(
    "front",
    [
        "type: project\noriginSessionId: s-1\n",
        "metadata:\n  node_type: memory\n  type: project\n  originSessionId: s-1\n",
    ],
)
def test_auto_memory_file_of_both_generations_is_one_fact(front: str) -> None:
    head = f"name: lamp\ndescription: The lamp is green\n{front}"
    result = linked({"m/project_lamp.md": f"---\n{head}---\n\nSince March.\n"})
    [one] = facts_of(result, MemoryFact)
    assert (one.record_id, one.text, one.category, one.session) == ("lamp", "The lamp is green", "project", "s-1")
    assert (one.document, one.body) == ("Since March.", "The lamp is green")
    assert [one.is_declared for one in facts_of(result, MemorySession)] == [False]


def test_auto_memory_files_of_one_name_are_two_facts() -> None:
    text = "---\nname: lamp\ndescription: {}\ntype: project\n---\n"
    result = linked({"a/lamp.md": text.format("green"), "b/lamp.md": text.format("red")})
    assert sorted(one.text for one in facts_of(result, MemoryFact)) == ["green", "red"]
    assert findings(result) == []


def test_auto_memory_index_describes_files_and_has_facts() -> None:
    lamp = "---\nname: lamp\ndescription: green\ntype: project\n---\n"
    index = "# Memory\n- [Lamp](lamp.md) - on the pier\n- [Gone](gone.md)\n\n## Habits\n- Ask first\n"
    result = linked({"m/MEMORY.md": index, "m/lamp.md": lamp})
    found = {one.text: one for one in facts_of(result, MemoryFact)}
    assert found["green"].neighbours == "Lamp\non the pier"
    assert found["Ask first"].note_context == "Habits"
    assert findings(result) == ["MEM308 m/MEMORY.md:3"]


def test_auto_memory_frontmatter_that_is_no_yaml_is_read_line_by_line() -> None:
    broken = "---\nname: lamp\ndescription: green: always\nmetadata:\n  type: project\n---\n"
    result = linked({"lamp.md": broken})
    [one] = facts_of(result, MemoryFact)
    assert (one.text, one.category) == ("green: always", "project")
    assert findings(result) == ["MEM108 lamp.md:3"]


def test_detect_page_about_memory_is_no_index() -> None:
    assert linked({"docs/memory.md": "# Memory\n\n- The heap grows\n"}).facts == []


def test_auto_memory_index_ignores_task_boxes_and_code() -> None:
    index = "# Keep\n\n- [ ] paint\n- [x] mend\n```\n- echo\n```\n1. The lamp is green\n- ```x``` is code\n"
    texts = [one.text for one in facts_of(linked({"m/MEMORY.md": index}), MemoryFact)]
    assert texts == ["The lamp is green", "```x``` is code"]


def test_auto_memory_links_by_two_aliases_are_one_relation() -> None:
    lamp = "---\nname: lamp\ndescription: It is green\ntype: project\n---\nSee [[pier]] and [[long-pier]].\n"
    pier = "---\nname: pier\ndescription: It is long\ntype: project\n---\n"
    result = linked({"m/lamp.md": lamp, "m/long-pier.md": pier})
    assert [(one.source, one.target) for one in facts_of(result, MemoryRelation)] == [("lamp", "pier")]


def test_auto_memory_without_description_has_its_name_as_text() -> None:
    note = "---\nname: lamp\ndescription:\ntype: project\n---\nIt is green.\n"
    [one] = facts_of(linked({"m/lamp.md": note}), MemoryFact)
    assert (one.text, one.document) == ("lamp", "It is green.")


@table(
    "front",
    [
        "permalink: quay",
        "permalink: quay\naliases: [kai]",
        "title: Quay\npermalink: /quay/",
        "title: Quay\npermalink: '/quay/'",
        'title: Quay\npermalink: "/quay/"',
    ],
)
def test_page_of_a_site_is_no_note_of_basic_memory(front: str) -> None:
    assert linked({"quay.md": f"---\n{front}\n---\n\n- Moor at the [[Pier]]\n"}).facts == []


def test_permalink_of_basic_memory_may_stand_in_quotes() -> None:
    assert linked({"quay.md": "---\npermalink: 'quay'\n---\n\n- [fact] It is long\n"}).facts != []


@table(("written", "expected"), [("20260402080000", []), ("2026-04-02 08:00:00", ["MEM202"])])
def test_time_of_a_note_without_signs_needs_no_zone(written: str, expected: list[str]) -> None:
    text = NOTE.replace("2026-04-02T08:00:00Z", written) + "- [fact] It is long\n"
    assert [one.split()[0] for one in findings(linked({"places/pier.md": text}))] == expected


@table(
    "front",
    [
        'namespace: quay.org\nfull_name: "Quay"\ntype: reference\ndescription: Papers\n',
        "name: Quay\ntype: reference\npatterns:\n  - description: Papers\n",
    ],
)
def test_page_whose_parts_have_a_name_or_a_description_is_no_auto_memory(front: str) -> None:
    assert facts_of(linked({"registry/quay.md": f"---\n{front}---\n\n# Quay\n"}), MemoryEntity) == []
