"""Sequences: participants, messages, blocks, sections and links."""

from compiler.languages.diagrams.facts import Block, BlockSection, Diagram, DiagramNote, Message, Participant
from tests.compiler.languages.diagrams.compiling import compiled, links
from tests.compiler.tables import table

NESTED = """sequenceDiagram
A->>B: one
alt yes
  B->>A: two
  loop thrice
    A->>A: three
  end
else no
  B-->>A: four
end
par
  A-)B: five
and also
  opt
    B--)A: six
  end
end
A-->>B: seven
"""


def seq(text: str) -> str:
    return f"sequenceDiagram\n{text}"


def test_participant_id_is_its_name() -> None:
    text = seq("participant A as Alice B.\nbox red Us\nactor D-x\nend\nA->>Carl: hi")
    assert [(one.participant, one.name, one.label, one.type, one.box) for one in compiled(text).facts(Participant)] == [
        ("p:A", "A", "Alice B.", "participant", 0),
        ("p:D-x", "D-x", "D-x", "actor", 1),
        ("p:Carl", "Carl", "Carl", "participant", 0),
    ]


@table(
    ("arrow", "kind"),
    [
        ("->>", "sync"),
        ("->", "sync"),
        ("-->", "sync"),
        ("-x", "sync"),
        ("--x", "sync"),
        ("<<->>", "sync"),
        ("-)", "async"),
        ("--)", "async"),
        ("-->>", "return"),
        ("<<-->>", "return"),
        ("->>+", "sync"),
        ("-->>+", "return"),
    ],
)
def test_message_kind_follows_the_arrow(arrow: str, kind: str) -> None:
    (one,) = compiled(seq(f"A{arrow}B: x")).facts(Message)
    assert (one.message_kind, one.arrow) == (kind, arrow.removesuffix("+"))


def test_messages_are_counted_from_one() -> None:
    found = compiled(NESTED).facts(Message)
    assert [one.message for one in found] == [f"m:{number:04d}" for number in range(1, 8)]
    assert [one.order_key for one in found] == [1000 * number for number in range(1, 8)]
    assert [one.text for one in found] == ["one", "two", "three", "four", "five", "six", "seven"]
    assert (found[1].from_participant, found[1].to_participant, found[1].span.start_line) == ("p:B", "p:A", 4)


def test_message_sections_are_those_around_it() -> None:
    assert [one.sections for one in compiled(NESTED).facts(Message)] == [
        (),
        ("sec:0001:00",),
        ("sec:0001:00", "sec:0002:00"),
        ("sec:0001:01",),
        ("sec:0003:00",),
        ("sec:0003:01", "sec:0004:00"),
        (),
    ]


def test_blocks_are_counted_in_opening_order() -> None:
    assert [
        (one.block, one.block_kind, one.header, one.parent, one.parent_section) for one in compiled(NESTED).facts(Block)
    ] == [
        ("b:0001", "alt", "yes", "", ""),
        ("b:0002", "loop", "thrice", "b:0001", "sec:0001:00"),
        ("b:0003", "par", "", "", ""),
        ("b:0004", "opt", "", "b:0003", "sec:0003:01"),
    ]


def test_section_messages_include_nested_blocks() -> None:
    assert [
        (one.section, one.section_kind, one.header, ",".join(one.messages))
        for one in compiled(NESTED).facts(BlockSection)
    ] == [
        ("sec:0001:00", "main", "", "m:0002,m:0003"),
        ("sec:0001:01", "else", "no", "m:0004"),
        ("sec:0002:00", "main", "", "m:0003"),
        ("sec:0003:00", "main", "", "m:0005"),
        ("sec:0003:01", "and", "also", "m:0006"),
        ("sec:0004:00", "main", "", "m:0006"),
    ]


def test_notes_have_placement_and_position() -> None:
    text = seq("A->>B: x\nNote over A,B: both\nB->>A: y\nnote left of B: one")
    assert [(one.placement, one.about, one.text, one.after_message) for one in compiled(text).facts(DiagramNote)] == [
        ("over", ("p:A", "p:B"), "both", 1),
        ("left_of", ("p:B",), "one", 2),
    ]


def test_links_join_participants_messages_and_blocks() -> None:
    snapshot = compiled(seq("A->>B: x\nopt y\nB->>A: z\nend"))
    assert links(snapshot, "sends") == ["p:A > m:0001", "p:B > m:0002"]
    assert links(snapshot, "received_by") == ["m:0001 > p:B", "m:0002 > p:A"]
    assert links(snapshot, "next") == ["m:0001 > m:0002"]
    assert links(snapshot, "part_of") == [
        "p:A > d:d",
        "p:B > d:d",
        "m:0001 > d:d",
        "m:0002 > sec:0001:00",
        "b:0001 > d:d",
        "sec:0001:00 > b:0001",
    ]


def test_syntax_tree_has_refs_of_objects() -> None:
    (one,) = compiled(NESTED).facts(Diagram)
    assert [actor["ref"] for actor in one.ast["actors"]] == ["p:A", "p:B"]
    assert one.ast["messages"][2]["ref"] == "m:0003"
    assert [(block["id"], block["ref"]) for block in one.ast["blocks"]][:2] == [("b1", "b:0001"), ("b2", "b:0002")]
    assert [section["ref"] for section in one.ast["blocks"][0]["sections"]] == ["sec:0001:00", "sec:0001:01"]


def test_unclosed_blocks_keep_their_messages() -> None:
    snapshot = compiled(seq("loop x\nA->>B: y"))
    assert [one.sections for one in snapshot.facts(Message)] == [("sec:0001:00",)]


def test_deeply_nested_message_has_innermost_sections_only() -> None:
    depth = 300
    snapshot = compiled(seq("loop x\n" * depth + "A->>B: y\n" + "end\n" * depth))
    (one,) = snapshot.facts(Message)
    assert one.sections[-1] == f"sec:{depth:04d}:00"
    assert len(one.sections) == 20


def test_title_of_a_block_is_its_kind_and_header() -> None:
    snapshot = compiled("sequenceDiagram\n  alt it is open\n    A->>B: in\n  end\n  par\n    A->>B: on\n  end\n")
    assert [one.title for one in snapshot.facts(Block)] == ["alt it is open", "par"]
