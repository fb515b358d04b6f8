"""Sequence diagrams without mistakes: text to tree."""

from typing import Any

from compiler.languages.diagrams.syntax.sequence.parse import parse
from tests.compiler.languages.diagrams.syntax.grammar_checks import parse_text, without_spans
from tests.compiler.tables import table


def tree_of(text: str) -> dict[str, Any]:
    """The tree of a text without mistakes. Without a header, `sequenceDiagram` is added."""
    whole = text if "sequenceDiagram" in text else f"sequenceDiagram\n{text}"
    tree, diagnostics = parse_text(parse, whole)
    assert [one for one in diagnostics if one.severity == "error"] == []
    return tree


def check(text: str, key: str, expected: Any) -> None:
    """Assert one list of the tree, without spans. For a missing key, `expected` is None."""
    assert without_spans(tree_of(text).get(key)) == expected


def actor(id_: str, **more: Any) -> dict[str, Any]:
    return {"id": id_, "description": id_, "type": "participant", **more}


def message(i: int, **more: Any) -> dict[str, Any]:
    return {"i": i, "from": "A", "to": "B", "text": "x", "arrow": "SOLID", "token": "->>", **more}


@table(
    ("arrow", "name"),
    [
        ("->>", "SOLID"),
        ("-->>", "DOTTED"),
        ("->", "SOLID_OPEN"),
        ("-->", "DOTTED_OPEN"),
        ("-x", "SOLID_CROSS"),
        ("--)", "DOTTED_POINT"),
        ("<<->>", "BIDIRECTIONAL_SOLID"),
        ("<<-->>", "BIDIRECTIONAL_DOTTED"),
        ("-|\\", "SOLID_TOP"),
        ("--|/", "SOLID_BOTTOM_DOTTED"),
        ("-\\\\", "STICK_TOP"),
        ("--//", "STICK_BOTTOM_DOTTED"),
        ("/|-", "SOLID_ARROW_TOP_REVERSE"),
        ("\\|--", "SOLID_ARROW_BOTTOM_REVERSE_DOTTED"),
        ("//-", "STICK_ARROW_TOP_REVERSE"),
        ("\\\\--", "STICK_ARROW_BOTTOM_REVERSE_DOTTED"),
    ],
)
def test_arrows_have_names_with_or_without_blanks(arrow: str, name: str) -> None:
    check(f"A{arrow}B: x", "messages", [message(0, arrow=name, token=arrow)])
    check(f"A {arrow} B :x", "messages", [message(0, arrow=name, token=arrow)])


def test_central_connections_are_read_at_either_end() -> None:
    check(
        "A->>()B: x\nA()->>B: x\nA ()->>() B: x",
        "messages",
        [message(0, central="to"), message(1, central="from"), message(2, central="both")],
    )


def test_plus_and_minus_activate_receiver_and_deactivate_sender() -> None:
    text = "A->>+B: x\nB->>-A: x\nactivate A\ndeactivate A"
    check(text, "messages", [message(0, activate=True), message(1, **{"from": "B", "to": "A"})])
    expected = [("activate", "B", 1), ("deactivate", "B", 2), ("activate", "A", 2), ("deactivate", "A", 2)]
    check(text, "activations", [{"op": op, "actor": who, "after_message": at} for op, who, at in expected])


@table(
    ("text", "said"),
    [
        ("A->>B: two: words", "two: words"),
        ("A->>B:", ""),
        ("A->>B: x %% y", "x %% y"),
        ("A->>B: one<br/>two", "one\ntwo"),
        ("A->>B: #35;1 #lt;br#gt; #9829;", "#1 <br> ♥"),
        ("A->>B: a;", "a"),
    ],
)
def test_message_text_is_decoded(text: str, said: str) -> None:
    check(text, "messages", [message(0, text=said)])


def test_wrap_comes_from_text_or_configuration() -> None:
    check("A->>B:wrap: x\nA->>B: nowrap: x", "messages", [message(0, wrap=True), message(1)])
    wrapped = "%%{wrap}%%\nsequenceDiagram\nA->>B: x\nA->>B:nowrap: x"
    check(wrapped, "messages", [message(0, wrap=True), message(1)])
    check(
        '%%{init: {"config": {"wrap": true}}}%%\nsequenceDiagram\nactor A',
        "actors",
        [actor("A", type="actor", wrap=True)],
    )


@table(
    ("line", "expected"),
    [
        ("participant Alice Smith", actor("Alice Smith")),
        ("ACTOR A", actor("A", type="actor")),
        ("participant A as B as C", actor("A", description="B as C")),
        ("actor User 1 as U", actor("User 1 as U", type="actor")),
        ('participant A@{ "type": "queue", "alias": "Q" }', actor("A", type="queue", description="Q")),
        ('participant A@{ "type": "a#35;b", "alias": "C #35;1" }', actor("A", type="a#b", description="C #1")),
        ('participant A@{ "alias": "Q" } as R', actor("A", description="R")),
        ("participant A@{\n type: database\n}", actor("A", type="database")),
    ],
)
def test_declaration_gives_type_and_alias(line: str, expected: dict[str, Any]) -> None:
    check(line, "actors", [expected])


def test_actors_are_in_order_of_first_mention() -> None:
    check(
        "B->>A: x\nparticipant A as First\nparticipant B\nNote over C: x",
        "actors",
        [actor("B"), actor("A", description="First"), actor("C")],
    )


@table("name", ["Alice-in-wonderland", "A.b/c", "f(1)", "Endpoint", "My End", '"q"', "é 😀", "a@b"])
def test_actor_ids_may_hold_punctuation(name: str) -> None:
    check(f"{name}->>{name}: x", "actors", [actor(name)])


def test_notes_have_placement_and_actors() -> None:
    note = {"text": "x", "after_message": 0}
    check(
        "note left of A: x\nNOTE RIGHT OF A:x\nNote  over A , B: x",
        "notes",
        [
            {"i": 0, "placement": "left_of", "actors": ["A"], **note},
            {"i": 1, "placement": "right_of", "actors": ["A"], **note},
            {"i": 2, "placement": "over", "actors": ["A", "B"], **note},
        ],
    )


def test_blocks_nest_and_have_sections() -> None:
    text = "alt a\nA->>B: x\nloop\nA->>B: x\nend\nelse b # c\nNote over A: x\nend"
    alternatives = [
        {"keyword": "alt", "label": "a", "items": [["message", 0], ["block", "b2"]]},
        {"keyword": "else", "label": "b", "items": [["note", 0]]},
    ]
    loop = [{"keyword": "loop", "label": "", "items": [["message", 1]]}]
    check(
        text,
        "blocks",
        [
            {"id": "b1", "kind": "alt", "sections": alternatives},
            {"id": "b2", "kind": "loop", "parent": "b1", "parent_section": 0, "sections": loop},
        ],
    )
    check(text, "messages", [message(0, block="b1", section=0), message(1, block="b2", section=0)])
    events = "block b1, message 0, block b2, message 1, end b2, section b1, note 0, end b1"
    assert ", ".join(f"{kind} {what}" for kind, what in tree_of(text)["events"]) == events


@table(
    ("opening", "next_section"),
    [
        ("alt", "else"),
        ("par", "and"),
        ("par_over", "and"),
        ("critical", "option"),
        ("opt", ""),
        ("break", ""),
        ("rect", ""),
    ],
)
def test_block_kinds_have_their_own_dividers(opening: str, next_section: str) -> None:
    text = f"{opening} x\n{next_section}\n{next_section}\nend"
    keywords = [section["keyword"] for section in tree_of(text)["blocks"][0]["sections"]]
    assert keywords == [opening, *[next_section] * 2] if next_section else [opening]


def test_box_colour_must_be_a_css_colour() -> None:
    text = "box Aqua Two words\nparticipant A\nend\nbox Not aqua\nactor B\nend\nbox rgb(1, 2, 3)\nend"
    check(
        text,
        "boxes",
        [
            {"name": "Two words", "fill": "Aqua", "actors": ["A"]},
            {"name": "Not aqua", "fill": "transparent", "actors": ["B"]},
            {"fill": "rgb(1, 2, 3)", "actors": []},
        ],
    )
    check(text, "actors", [actor("A", box=1), actor("B", type="actor", box=2)])


def test_autonumber_has_start_step_and_end() -> None:
    check(
        "autonumber\nA->>B: x\nautonumber 10\nautonumber 1.5 .25\nautonumber off",
        "autonumber",
        [
            {"before_message": 0, "visible": True},
            {"before_message": 1, "start": 10, "step": 1, "visible": True},
            {"before_message": 1, "start": 1.5, "step": 0.25, "visible": True},
            {"before_message": 1},
        ],
    )


def test_actors_are_created_and_destroyed() -> None:
    text = "A->>B: x\ncreate actor C as Cee\nA->>C: x\ndestroy C\nC->>A: x\ndestroy A"
    check(text, "created", [{"actor": "C", "before_message": 1}])
    check(text, "destroyed", [{"actor": "C", "before_message": 2}, {"actor": "A", "before_message": 3}])


def test_links_and_properties_are_collected_by_actor() -> None:
    text = 'links A: {"a": "b"}\nlink A: Wiki @ https://w.example\nproperties A: {"k": 1}\ndetails A: id'
    check(text, "actors", [actor("A", links={"a": "b", "Wiki": "https://w.example"}, properties={"k": 1})])


def test_title_and_description_are_read() -> None:
    text = "---\ntitle: Front\n---\nsequenceDiagram\ntitle Back\naccTitle: a # b\naccDescr {\n one\n   two }"
    tree = tree_of(text)
    assert (tree["title"], tree["acc_title"], tree["acc_descr"]) == ("Back", "a # b", "one\ntwo")


@table(
    "text",
    ["sequenceDiagram;A->>B: x;", "sequenceDiagram\r\n  A ->>B: x\r\n", "sequenceDiagram\n%% c\n# c\nA->> \n B: x"],
)
def test_line_ends_and_comments_are_recognized(text: str) -> None:
    check(text, "messages", [message(0)])


def test_spans_are_those_of_the_source() -> None:
    text = "---\ntitle: T\n---\nsequenceDiagram\n  é->>B: x\n  loop y\n  participant B as b\n  end\n"
    tree = tree_of(text)
    assert [one["span"] for one in tree["actors"]] == [[5, 3, 5, 5], [7, 3, 7, 21]]
    assert [one["span"] for one in tree["messages"]] == [[5, 3, 5, 12]]
    assert [one["span"] for one in tree["blocks"]] == [[6, 3, 8, 6]]


def test_words_of_menus_are_names_before_an_arrow() -> None:
    check(
        "participant Link\nLink->>Details: x\nlinks ->>A: x",
        "actors",
        [actor("Link"), actor("Details"), actor("links"), actor("A")],
    )
    check("link A: Wiki @ https://a.example/", "actors", [actor("A", links={"Wiki": "https://a.example/"})])


def test_id_before_settings_may_have_dashes_and_a_blank_behind_it() -> None:
    text = 'participant my-db @{ "type": "database" }\nactor a=b@{ "type": "queue" } as Q'
    check(text, "actors", [actor("my-db", type="database"), actor("a=b", type="queue", description="Q")])
