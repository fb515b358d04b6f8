"""State diagrams: text to tree and diagnostics."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from compiler.languages.diagrams.syntax.state.parse import parse
from tests.compiler.languages.diagrams.syntax.grammar_checks import Tree, assert_spans_inside, parse_text, without_spans
from tests.compiler.tables import table


def check(body: str, **expected: Any) -> None:
    tree, found = parse_text(parse, f"stateDiagram-v2\n{body}")
    assert not [one for one in found if one.severity == "error"], found
    assert without_spans(tree) == {"direction": "TB", "states": [], "transitions": [], "notes": [], **expected}


def check_wrong(body: str, *messages: str) -> Tree:
    tree, found = parse_text(parse, f"stateDiagram-v2\n{body}")
    assert [one.message for one in found] == list(messages)
    plain: Tree = without_spans(tree)
    return plain


def state(own: str, label: str | None = None, shape: str = "rect", **more: Any) -> dict[str, Any]:
    return {"id": own, "label": own if label is None else label, "shape": shape, **more}


def group(own: str, label: str | None = None, shape: str = "roundedWithTitle", **more: Any) -> dict[str, Any]:
    return state(own, label, shape, is_group=True, dir="TB", **more)


def arrow(source: str, target: str, label: str = "") -> dict[str, str]:
    return {"from": source, "to": target, "label": label}


def test_transition_has_a_label() -> None:
    check("A --> B : go: now", states=[state("A"), state("B")], transitions=[arrow("A", "B", "go: now")])


def test_label_ends_at_a_semicolon() -> None:
    expected = [state("A"), state("B"), state(";"), state("x")]
    check("A --> B : go ; x", states=expected, transitions=[arrow("A", "B", "go")])


def test_start_and_end_belong_to_their_scope() -> None:
    states = [
        state("root_start", shape="stateStart"),
        group("A"),
        state("A_start", shape="stateStart", parent="A"),
        state("b", parent="A"),
        state("A_end", shape="stateEnd", parent="A"),
    ]
    arrows = [arrow("root_start", "A"), arrow("A_start", "b"), arrow("b", "A_end")]
    check("[*] --> A\nstate A {\n[*] --> b\nb --> [*]\n}", states=states, transitions=arrows)


def test_first_description_is_the_label() -> None:
    check(
        'state "one" as A\nA : two\nA: three\nB : only',
        states=[state("A", "one", "rectWithTitle", descriptions=["two", "three"]), state("B", "only")],
    )


def test_second_description_may_follow_the_id() -> None:
    check('state "one" as A : two', states=[state("A", "one", "rectWithTitle", descriptions=[" two"])])


@table("kind", ["fork", "join", "choice"])
def test_special_states_have_their_own_shapes(kind: str) -> None:
    check(f"state x <<{kind}>>\nstate y [[{kind}]]", states=[state("x", shape=kind), state("y", shape=kind)])


def test_special_state_mentioned_before_is_plain() -> None:
    check("x --> y\nstate x <<fork>>", states=[state("x"), state("y")], transitions=[arrow("x", "y")])


def test_state_without_body_or_description_has_no_effect() -> None:
    check("state A\nstate B : x")


def test_brace_may_follow_on_the_next_line() -> None:
    check("state A\n{\nb\n}", states=[group("A"), state("b", parent="A")])


def test_regions_become_states_of_the_composite_state() -> None:
    states = [
        group("A"),
        group("divider-id-1", "", "divider", parent="A"),
        state("b", parent="divider-id-1"),
        group("divider-last-1", "", "divider", parent="A"),
        state("c", parent="divider-last-1"),
    ]
    check("state A {\nb\n--\nc\n}", states=states)


def test_region_that_nothing_follows_divides_nothing() -> None:
    states = [group("A"), state("b", parent="A"), state("divider-id-1", "", "divider", parent="A")]
    check("state A {\nb\n--\n}", states=states)


def test_notes_refer_to_states() -> None:
    notes = [
        {"state": "A", "position": "right of", "text": "short"},
        {"state": "B", "position": "left of", "text": "two\n  lines"},
    ]
    check(
        'note right of A : short\nnote left of B\n  two\n  lines\nend note\nnote "floats" as N',
        states=[{"id": "A", "label": "A"}, {"id": "B", "label": "B"}],
        notes=notes,
    )


def test_composite_state_has_its_own_direction() -> None:
    check(
        "direction LR\nstate A {\ndirection BT\nb\n}",
        direction="LR",
        states=[group("A") | {"dir": "BT"}, state("b", parent="A")],
    )


def test_classes_and_styles_count_outside_of_composite_states() -> None:
    body = "A:::one --> B\nC:::lost\nclass A, B two\nstyle B fill:#f00,color:red;\nclassDef one a:b;,c:d\n"
    states = [
        state("A", classes=["one", "two"]),
        state("B", classes=["two"], styles=["fill:#f00", "color:red"]),
        state("C"),
    ]
    defs = [{"id": "one", "styles": ["a:b", "c:d"]}]
    check(body, states=states, transitions=[arrow("A", "B")], class_defs=defs)


def test_comments_settings_and_keywords_are_case_insensitive() -> None:
    tree, found = parse_text(
        parse,
        "---\ntitle: T\n---\nstateDiagram\nACCTITLE: t\naccDescr: d\nscale 350 width\nHide Empty Description\n"
        "A --> B %% c\n# c\nSTATE x <<FORK>>\n",
    )
    assert not found
    assert (tree["title"], tree["acc_title"], tree["acc_descr"]) == ("T", "t", "d")
    assert [one["shape"] for one in tree["states"]] == ["rect", "rect", "fork"]


def test_ids_may_hold_anything_but_dashes() -> None:
    check('é;"x", (1)', states=[state('é;"x",'), state("(1)")])


def test_clicks_are_links() -> None:
    check(
        'A --> B\nclick A "u" "tip"\nclick B href "v"\n',
        states=[state("A"), state("B")],
        transitions=[arrow("A", "B")],
        links=[{"id": "A", "url": "u", "tooltip": "tip"}, {"id": "B", "url": "v"}],
    )


def test_spans_prefer_declarations_to_mentions() -> None:
    tree, _ = parse_text(parse, "stateDiagram-v2\n  Ä --> B : x\n  state B {\n  c\n  }\nÄ : d\n")
    assert [one["span"] for one in tree["states"]] == [[6, 1, 6, 7], [3, 9, 5, 4], [4, 3, 4, 4]]
    assert tree["transitions"][0]["span"] == [2, 3, 2, 15]


def test_dash_ends_an_id() -> None:
    _, found = parse_text(parse, "stateDiagram-v2\na-b --> c\nd --> e\n")
    assert [one.message for one in found] == ["Expected a statement, found `-`."]
    assert found[0].suggestion == 'An id ends at `-`: write `a_b`, or `state "a-b" as ab`.'


def test_mistake_in_a_body_costs_its_line_only() -> None:
    tree = check_wrong("state A {\nb\nc -> d\ne\n}\nf\n", "Expected a statement, found `-`.")
    assert [(one["id"], one.get("parent")) for one in tree["states"]] == [
        ("A", None),
        ("b", "A"),
        ("c", "A"),
        ("e", "A"),
        ("f", None),
    ]


def test_unclosed_bodies_are_closed_at_the_end() -> None:
    tree = check_wrong("state A {\nstate B {\nc --> d\n", "Expected a statement or `}`, found the end of the text.")
    assert [one["id"] for one in tree["states"]] == ["A", "B", "c", "d"]


@table("open_", ["note left of A\nnever ends", 'state "never ends'])
def test_unclosed_texts_cost_their_line_only(open_: str) -> None:
    tree, found = parse_text(parse, f"stateDiagram-v2\nB --> C\n{open_}\nD --> E\n")
    assert len(found) == 1
    assert {one["from"] for one in tree["transitions"]} >= {"B", "D"}


def test_composite_state_has_one_description() -> None:
    check_wrong(
        'state "one" as A {\nb\n}\nA : two\n',
        "The composite state `A` has 2 descriptions; a state with a body can have only one, its title.",
    )


def test_states_may_be_nested_very_deep() -> None:
    depth = 3000
    body = "".join(f"state s{number} {{\n" for number in range(depth)) + "a --> b\n" + "}\n" * depth
    tree, found = parse_text(parse, f"stateDiagram-v2\n{body}")
    assert not found
    assert len(tree["states"]) == depth + 2


PIECES = [
    "A", "B ", "[*]", "-->", "--", "-", ":", " : x", ":::c", "state ", "state A {\n", '"x"', '"', " as ", "<<fork>>",
    "{", "}\n", "\n", "note left of A", "end note", "right of ", "direction LR", "classDef c a:b", "class A c",
    "style A a:b", "click A ", "scale 3 width", "accTitle: ", "accDescr {", "%%", "#", "#q;", "é", "default",
    "\u2028",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=14).map("".join))
def test_any_text_is_parsed_with_spans_inside_it(body: str) -> None:
    text = f"stateDiagram-v2\n{body}"
    assert_spans_inside(text, *parse_text(parse, text))


def test_state_with_a_body_has_one_word() -> None:
    tree, (found,) = parse_text(parse, "stateDiagram-v2\nstate many words {\na\n}\nb\n")
    assert found.message == "Expected a statement or the end of the text, found `many words`."
    assert found.suggestion is not None and '`state "Many words" as many {`' in found.suggestion
    assert [one["id"] for one in tree["states"]] == ["a", "b"]


@table(("body", "states"), [("a --> b : renew; stop", [";"]), ("a --> b;", ["b;"]), ("a --> b : x#59; y", [])])
def test_semicolon_in_a_name_is_told(body: str, states: list[str]) -> None:
    check_wrong(
        body,
        *(
            f"A `;` ends no statement here but is a letter of the state `{state}`. In a text, write `#59;` for it."
            for state in states
        ),
    )
