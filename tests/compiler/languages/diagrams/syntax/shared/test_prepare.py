"""The steps before any grammar: front matter, directives, comments, type, source map."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiler.languages.diagrams.records import TextLocation
from compiler.languages.diagrams.settings import load_pairs
from compiler.languages.diagrams.syntax.shared.prepare import Prepared, prepare
from compiler.languages.diagrams.syntax.shared.text import decode, hide_entities, show_entities
from compiler.text.yaml import YamlError, load_yaml
from tests.compiler.tables import table


def read(text: str, location: TextLocation | None = None) -> Prepared:
    prepared, found = prepare(location or TextLocation("a.mmd"), text)
    assert not found, found
    return prepared


def check(text: str, code: str) -> None:
    assert read(text).code == code


def check_wrong(text: str, code: str, *place: int) -> None:
    _, found = prepare(TextLocation("a.mmd"), text)
    assert [(one.code, *one.span[1:3]) for one in found] == [(code, *place)]


@table("line_break", ["\n", "\r\n", "\r"])
def test_line_breaks_become_line_feeds(line_break: str) -> None:
    check(f"graph TD{line_break}A{line_break}", "graph TD\nA\n\n")


def test_tag_attributes_get_single_quotes() -> None:
    check('graph TD\nA[<img src="u" alt="v">]', "graph TD\nA[<img src='u' alt='v'>]\n")
    check('graph TD\nA["x" <b', 'graph TD\nA["x" <b\n')


def test_comment_lines_are_cut_with_blank_lines_before_them() -> None:
    check("graph TD\n\n  \n  %% gone\nA", "graph TD\nA\n")
    check("graph TD\nA %% stays\n", "graph TD\nA %% stays\n\n")


def test_comment_line_needs_text_after_percent_signs() -> None:
    check("graph TD\n  %%\nA", "graph TD\n  %%\nA\n")


def test_directives_are_cut_everywhere() -> None:
    prepared = read("%%{init: {'theme': 'dark', 'flowchart': {'curve': 'basis'}}}%%\ngraph TD\nA%%{wrap}%%B")
    assert prepared.code == "graph TD\nAB\n"
    assert prepared.config == {"theme": "dark", "flowchart": {"curve": "basis"}, "wrap": True}


def test_front_matter_gives_title_and_configuration() -> None:
    prepared = read("---\ntitle: A title\nconfig:\n  layout: elk\n  flowchart: {inheritDir: true}\n---\n\ngraph TD\nA")
    assert (prepared.title, prepared.code) == ("A title", "graph TD\nA\n")
    assert prepared.config == {"layout": "elk", "flowchart": {"inheritDir": True}}


def test_front_matter_may_be_indented_as_a_whole() -> None:
    prepared = read("  ---\n  title: T\n  config:\n    look: neo\n  ---\n  pie")
    assert (prepared.title, prepared.config) == ("T", {"look": "neo"})


def test_directives_override_front_matter_by_setting() -> None:
    front_matter = "---\nconfig:\n  look: classic\n  flowchart: {curve: basis}\n---\n"
    assert read(front_matter + "%%{init: {'flowchart': {'curve': 'step'}}}%%\npie").config == {
        "look": "classic",
        "flowchart": {"curve": "step"},
    }


def test_front_matter_values_are_not_guessed() -> None:
    assert read("---\ntitle: true\n---\ngraph TD").title == "true"
    assert read("---\ntitle: 2024-01-02\n---\ngraph TD").title == "2024-01-02"
    assert load_yaml("a: no\nb: 0x1F\nc: ~\nd: true") == {"a": "no", "b": "0x1F", "c": None, "d": True}


def test_bad_front_matter_is_reported_and_costs_only_itself() -> None:
    text = "---\ntitle: T\ntitle: T\n---\ngraph TD\nA"
    check_wrong(text, "MMD101", 3, 1)
    assert prepare(TextLocation("a"), text)[0].code == "graph TD\nA\n"


@table("text", ["---\ntitle: T\n---", "---\ntitle: T\n  ---\ngraph TD", "  ---\na: b\n---\ngraph TD"])
def test_front_matter_must_be_at_the_start_and_closed(text: str) -> None:
    check_wrong(text, "MMD102", 1, text.index("-") + 1)


@table("before", ["\n", "  ", "%% c\n", "%%{init: {}}%%\n"])
def test_late_front_matter_is_ignored_by_some_types(before: str) -> None:
    prepared, found = prepare(TextLocation("a.mmd"), f"{before}---\ntitle: T\n---\ngitGraph\ncommit")
    assert (prepared.diagram_type, prepared.code, prepared.title) == ("gitGraph", "gitGraph\ncommit\n", None)
    assert [(one.code, one.severity) for one in found] == [("MMD102", "warning")]
    check_wrong(
        f"{before}---\ntitle: T\n---\nmindmap", "MMD102", before.count("\n") + 1, len(before.split("\n")[-1]) + 1
    )


@table("text", ["FLOWCHART TD", "sequencediagram", "hello\ngraph TD"])
def test_unknown_type_is_reported(text: str) -> None:
    check_wrong(text, "MMD103", 1, 1)


def test_unknown_type_suggests_a_similar_header() -> None:
    _, found = prepare(TextLocation("a"), "flowchrt TD\nA")
    assert found[0].suggestion == "Did you mean `flowchart`?"


def test_empty_text_is_reported() -> None:
    check_wrong(" \n%% nothing\n", "MMD104", 1, 1)


def test_directive_that_is_not_json_is_a_warning() -> None:
    prepared, found = prepare(TextLocation("a.mmd"), "graph TD\n%%{init: {theme: dark}}%%\nA")
    assert [(one.code, one.severity, one.span.start_line) for one in found] == [("MMD105", "warning", 2)]
    assert prepared.code == "graph TD\n\nA\n"


def test_c4_word_in_another_diagram_is_an_error() -> None:
    check_wrong("graph TD\nA[C4Container]", "MMD106", 2, 3)


@table(
    ("header", "kind", "name"),
    [
        ("graph TD", "flowchart", "flowchart-v2"),
        ("flowchart-elk TD", "flowchart", "flowchart-elk"),
        ("stateDiagram-v2", "state", "stateDiagram"),
        ("classDiagram", "class", "class"),
        ("%%\nerDiagram", "er", "er"),
        ("requirementDiagram", "requirement", "requirement"),
        ("gantt", "gantt", "gantt"),
        ("C4Container", "c4", "c4"),
    ],
)
def test_type_is_detected_by_the_first_word(header: str, kind: str, name: str) -> None:
    prepared = read(header)
    assert (prepared.kind, prepared.diagram_type) == (kind, name)


def test_colour_style_loses_its_last_semicolon() -> None:
    check("graph TD\nstyle A fill:#f00;", "graph TD\nstyle A fill:#f00\n")
    check("graph TD\nclassDef c fill:#f00,stroke:#0f0;", "graph TD\nclassDef c fill:#f00,stroke:#0f0\n")
    assert "#" not in read("graph TD\nstyle A fill: #f00;").code


def test_blank_lines_after_a_brace_vanish_in_flowcharts() -> None:
    check("graph TD\nA{x}\n\n\nB", "graph TD\nA{x}\nB\n")


@table(
    ("text", "shown"),
    [
        ("#quot;a#quot; #9829; #35;1", '"a" ♥ #1'),
        ("&lt;b&gt; &amp; &nope; &amp", "<b> & &nope; &amp"),
        ("a<br>b<br/>c<BR />d<b>e</b>", "a\nb\nc\nd<b>e</b>"),
        ("# 5; #;", "# 5; #;"),
    ],
)
def test_entity_codes_are_decoded(text: str, shown: str) -> None:
    hidden = hide_entities(text)
    assert len(hidden) == len(text)
    assert show_entities(hidden) == text
    assert decode(hidden) == shown


@table(
    ("text", "value"),
    [
        (' shape: cyl, label: "D, B" ', {"shape": "cyl", "label": "D, B"}),
        ("\n shape: rect\n label: x: y\n", YamlError),
        ('\ta:\t"b\tc"', {"a": "b\tc"}),
        ("\n shape: rect\n w: 100\n", {"shape": "rect", "w": "100"}),
        ('"type":\'queue\', "n" : null', {"type": "queue", "n": None}),
        (" a: 1, a: 2", YamlError),
        (" a: [1, {b: c}] ", {"a": ["1", {"b": "c"}]}),
        (" a: !!python/object:x {} ", {"a": {}}),
        (" a: !x 1 ", YamlError),
        ("[" * 5000, YamlError),
        ("a: \x00", YamlError),
        ("", {}),
    ],
)
def test_pairs_in_braces_are_yaml(text: str, value: object) -> None:
    if value is YamlError:
        with pytest.raises(YamlError):
            load_pairs(text)
    else:
        assert load_pairs(text) == value


def test_aliases_cannot_stand_for_more_than_a_page() -> None:
    bomb = "a: &a [x, x, x, x, x, x, x, x]\n" + "".join(
        f"{name}: &{name} [{', '.join([f'*{before}'] * 8)}]\n"
        for before, name in zip("abcdefgh", "bcdefghi", strict=True)
    )
    with pytest.raises(YamlError, match="too many"):
        load_yaml(bomb)


def test_spans_lead_back_over_cut_ranges() -> None:
    text = "---\r\ntitle: T\r\n---\r\n%%{init: {}}%%\r\n%% c\r\n  graph TD\r\n  é%%{wrap}%%A --> B"
    prepared = read(text)
    at = prepared.code.index("A")
    assert prepared.span(at, at + 1) == ("a.mmd", 7, 15, 7, 16)
    # A range may span a directive that was cut out. An offset after the code maps to the end of the text.
    assert prepared.range(at - 1, at + 1) == [7, 3, 7, 16]
    assert prepared.range(len(prepared.code), len(prepared.code) + 5) == [7, 22, 7, 22]
    assert prepared.range(0, 1)[0] == 6


def test_spans_respect_the_location_of_the_text() -> None:
    prepared = read("graph TD\nA\nB", TextLocation("a.md", 10, (0, 4)))
    starts = [prepared.span(at, at + 1)[1:3] for at in (0, 9, 11)]
    assert starts == [(10, 1), (11, 5), (12, 1)]


PIECES = st.sampled_from(
    [
        "---\n",
        "title: T\n",
        "%%",
        "{init: ",
        "{'a': 1}",
        "}%%",
        "\n",
        " ",
        "graph TD",
        "A{x}",
        "é",
        "#quot;",
        "\r",
        "😀",
        ";",
    ]
)


@given(st.lists(PIECES, max_size=30).map("".join))
def test_any_text_is_prepared_with_a_place_for_every_character(text: str) -> None:
    prepared, found = prepare(TextLocation("a", 5), text)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    spans = [prepared.span(at, at + 1) for at in range(len(prepared.code))]
    for span in (*spans, *(one.span for one in found)):
        assert 5 <= span.start_line <= span.end_line < 5 + len(lines)
        assert 1 <= span.start_col <= len(lines[span.start_line - 5].encode()) + 1
    assert spans == sorted(spans)
    for character, span in zip(show_entities(prepared.code), spans, strict=True):
        line = lines[span.start_line - 5].encode()
        assert character == "\n" or line[span.start_col - 1 : span.end_col - 1].decode() == character
