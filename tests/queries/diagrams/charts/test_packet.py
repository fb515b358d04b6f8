"""Packets as images: fields in rows of bits."""

from queries.diagrams.charts.packet import MAX_BITS, packet_model
from queries.diagrams.svg_rendering import diagram_svg
from queries.drawing.charts.packet import Field
from tests.compiler.languages.diagrams.compiling import compiled
from tests.queries.cases import each
from tests.queries.diagrams.svg_reader import parts, texts

HEADER = """packet-beta
    title Crate label
    0-15: "Orchard"
    16: "Ripe"
    +7: "Sort"
    24-39: "Weight"
"""


def test_packet_has_a_part_for_each_row_of_a_field() -> None:
    svg = diagram_svg(compiled(HEADER), "d")
    assert [one.title for one in parts(svg, "node")] == [
        *("Orchard: bits 0 to 15", "Ripe: bit 16", "Sort: bits 17 to 23"),
        *("Weight: bits 24 to 39", "Weight: bits 24 to 39"),
    ]
    assert [one.texts for one in parts(svg, "node")][:2] == [["Orchard", "0", "15"], ["Ripe", "16"]]
    assert [one.texts for one in parts(svg, "node")][3:] == [["Weight", "24", "31"], ["Weight", "32", "39"]]


def test_packet_has_as_many_bits_in_a_row_as_its_settings_say() -> None:
    head = "---\nconfig:\n  packet:\n    bitsPerRow: 8\n    showBits: false\n---\n"
    svg = diagram_svg(compiled(head + 'packet\n0-15: "Orchard"\n'), "d")
    assert [one.texts for one in parts(svg, "node")] == [["Orchard"], ["Orchard"]]


def test_packet_label_without_room_stands_below() -> None:
    svg = diagram_svg(compiled('packet\n0: "Acknowledgement by the buyer"\n1-31: "Rest"\n'), "d")
    assert parts(svg, "node")[0].texts[0].endswith("…")
    assert texts(svg)[-1] == "bit 0: Acknowledgement by the buyer"


@each(
    "source",
    [
        "packet\n",
        'packet\n1-7: "a"\n',
        'packet\n0-7: "a"\n9-10: "b"\n',
        'packet\n0-7: "a"\n6-10: "b"\n',
        "packet\n0-7: a\n",
        f'packet\n0-{MAX_BITS}: "a"\n',
        'packet\n+0: "a"\n',
    ],
)
def test_packet_that_is_not_understood_is_shown_as_its_text(source: str) -> None:
    assert packet_model(source) is None


def test_packet_fields_may_be_counted_from_the_one_before() -> None:
    model = packet_model("packet\n+8: 'a'\n+1: \"b\"\n")
    assert model and model.fields == (Field(0, 7, "a"), Field(8, 8, "b"))
