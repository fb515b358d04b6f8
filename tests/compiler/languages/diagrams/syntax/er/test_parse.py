"""Entity relationship diagrams: text to tree and diagnostics."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from compiler.languages.diagrams.syntax.er.parse import parse
from tests.compiler.languages.diagrams.syntax.grammar_checks import Tree, assert_spans_inside, parse_text, without_spans
from tests.compiler.tables import table


def check(body: str, **expected: Any) -> None:
    tree, found = parse_text(parse, f"erDiagram\n{body}")
    assert not found, found
    assert without_spans(tree) == {"direction": "TB", "entities": [], "relationships": [], **expected}


def check_wrong(body: str, *messages: str) -> Tree:
    tree, found = parse_text(parse, f"erDiagram\n{body}")
    assert [one.message for one in found] == list(messages)
    plain: Tree = without_spans(tree)
    return plain


def entities(*names: str) -> list[dict[str, str]]:
    return [{"name": name} for name in names]


def relation(role: str = "has", **more: str) -> dict[str, str]:
    plain = {"a": "A", "b": "B", "card_at_a": "ONLY_ONE", "card_at_b": "ONLY_ONE", "identifying": "yes"}
    return plain | ({"role": role} if role else {}) | more


@table(
    ("written", "at_a", "at_b", "identifying"),
    [
        ("||--||", "ONLY_ONE", "ONLY_ONE", "yes"),
        ("|o..o{", "ZERO_OR_ONE", "ZERO_OR_MORE", "no"),
        ("}o -- o|", "ZERO_OR_MORE", "ZERO_OR_ONE", "yes"),
        ("}|.-|{", "ONE_OR_MORE", "ONE_OR_MORE", "no"),
        ("u--o{", "MD_PARENT", "ZERO_OR_MORE", "yes"),
        ("one to zero or more", "ONLY_ONE", "ZERO_OR_MORE", "yes"),
        ("MANY(1) optionally to only one", "ONE_OR_MORE", "ONLY_ONE", "no"),
        ("1 to 0+", "ONLY_ONE", "ZERO_OR_MORE", "yes"),
        ("one or zero--many", "ZERO_OR_ONE", "ZERO_OR_MORE", "yes"),
    ],
)
def test_relationship_has_cardinalities(written: str, at_a: str, at_b: str, identifying: str) -> None:
    expected = relation(card_at_a=at_a, card_at_b=at_b, identifying=identifying)
    check(f"A {written} B : has", entities=entities("A", "B"), relationships=[expected])


def test_quoted_role_may_have_blanks_breaks_and_entity_codes() -> None:
    role = 'is <br/>"in"'.replace("<br/>", "\n")
    check('A ||--|| B : "is <br/>#quot;in#quot;"', entities=entities("A", "B"), relationships=[relation(role)])


def test_empty_role_is_left_out() -> None:
    check('A ||--|| B : ""', entities=entities("A", "B"), relationships=[relation("")])


def test_second_word_of_a_role_is_an_entity() -> None:
    check("A ||--|| B : belongs to_it", entities=entities("A", "B", "to_it"), relationships=[relation("belongs")])


def test_entity_names_may_be_numbers_dashed_quoted_or_of_any_script() -> None:
    check(
        '1.5\n2\na-b.c\n"two words"\nbestellung_ä', entities=entities("1.5", "2", "a-b.c", "two words", "bestellung_ä")
    )


def test_attribute_has_type_name_keys_and_comment() -> None:
    attributes = [
        {"type": "int(10)", "name": "id", "keys": ["PK", "FK"], "comment": "the, id"},
        {"type": "Map~string, int~", "name": "*tags[]"},
        {"type": "string", "name": "mail", "keys": ["uk"]},
    ]
    body = 'A {\nint(10) id PK, FK "the, id"\nMap~string, int~ *tags[] string mail uk }'
    check(body, entities=[{"name": "A", "attributes": attributes}])


def test_blocks_of_one_entity_add_up_and_the_first_alias_stays() -> None:
    attributes = [{"type": "int", "name": "a"}, {"type": "int", "name": "b"}]
    check("A[x] { int a }\nA[y] { int b }", entities=[{"name": "A", "alias": "x", "attributes": attributes}])


def test_classes_and_styles_reach_known_entities_only() -> None:
    body = 'class A early\nA["a b"]:::bold,wide\nclass A,B late\nstyle A,B,A fill:#f9f, color: red\nclassDef bold a:b'
    entity = {
        "name": "A",
        "alias": "a b",
        "classes": ["bold", "wide", "late"],
        "styles": ["fill:#f9f", "color:red"] * 2,
    }
    check(body, entities=[entity], class_defs=[{"id": "bold", "styles": ["a:b"]}])


def test_title_direction_and_description_are_read() -> None:
    text = "---\ntitle: T\n---\nerDiagram\naccTitle: t\naccDescr {\n  one\n  two\n}\ndirection RL\n"
    tree, found = parse_text(parse, text)
    assert not found
    assert {key: tree[key] for key in ("title", "acc_title", "acc_descr", "direction")} == {
        "title": "T",
        "acc_title": "t",
        "acc_descr": "one\ntwo",
        "direction": "RL",
    }


def test_line_with_a_direction_is_a_direction() -> None:
    check("A direction LR B\nC", direction="LR", entities=entities("A", "C")[1:])


def test_spans_prefer_declarations_to_mentions() -> None:
    tree, _ = parse_text(parse, "erDiagram\nÄ ||--|| B : x\n  Ä {\n int a\n }\n")
    assert [one["span"] for one in tree["entities"]] == [[3, 3, 5, 3], [2, 11, 2, 12]]
    assert tree["relationships"][0]["span"] == [2, 1, 2, 16]


def test_relationship_needs_a_role() -> None:
    tree = check_wrong(
        "A ||--|| B\nC ||--|| D : x\n",
        "Expected `:` and the role of the relationship or `:::`, found the end of the line.",
    )
    assert [one["a"] for one in tree["relationships"]] == ["C"]


def test_cardinality_word_is_no_name() -> None:
    check_wrong("to ||--|| B : x\nC\n", "Expected a statement or the end of the text, found `to`.")


def test_subgraph_takes_what_it_names() -> None:
    body = (
        "subgraph s[Sales and\tbilling]\ndirection LR\nA ||--o{ B : has\nsubgraph t\nC\nA\nend\nend\ns }o--|| C : x\n"
    )
    check(
        body,
        entities=[
            {"name": "A", "parent": "t"},
            {"name": "B", "parent": "s"},
            {"name": "C", "parent": "t"},
            {"name": "s"},
        ],
        relationships=[
            relation(card_at_b="ZERO_OR_MORE"),
            relation("x", a="s", b="C", card_at_a="ZERO_OR_MORE", card_at_b="ONLY_ONE"),
        ],
        subgraphs=[
            {"id": "t", "title": "t", "nodes": ["A", "C"], "parent": "s"},
            {"id": "s", "title": "Sales and billing", "dir": "LR", "nodes": ["B", "t"]},
        ],
    )


def test_classes_and_styles_reach_subgraphs() -> None:
    body = "subgraph s\nA\nend\nclass s,A bold\nstyle s,B fill:#fff\n"
    group = {"id": "s", "title": "s", "nodes": ["A"], "classes": ["bold"], "styles": ["fill:#fff"]}
    check(body, entities=[{"name": "A", "parent": "s", "classes": ["bold"]}], subgraphs=[group])


def test_keywords_of_subgraphs_are_no_names() -> None:
    check_wrong("end ||--|| B : x\nC\n", "Expected a statement or the end of the text, found `end`.")
    check_wrong(
        "subgraph a b\nC\nend\nD\n",
        "Expected an alias in `[ ]`, the end of the line or the end of the text, found `b`.",
    )
    tree = check_wrong("subgraph one\nC\nend\nD\n", "Expected a name, found `one`.")
    assert tree["entities"] == entities("C", "D")


def test_line_break_ends_a_name_also_behind_a_blank() -> None:
    message = "Expected `:` and the role of the relationship or `:::`, found the end of the line."
    check_wrong("A ||--|| B \nC\n", message)


def test_type_may_have_arguments_dots_backticks_and_a_question_mark() -> None:
    body = "A {\ndecimal(8,2)? price\npublic.money.t `net price` PK\n`unit of measure` u,v\n}\n"
    attributes = [
        {"type": "decimal(8,2)?", "name": "price"},
        {"type": "public.money.t", "name": "net price", "keys": ["PK"]},
        {"type": "unit of measure", "name": "u,v"},
    ]
    check(body, entities=[{"name": "A", "attributes": attributes}])


def test_bad_attribute_costs_its_line_only() -> None:
    tree = check_wrong("A {\nint a\nint , b\nint e\n}\nB\n", "Expected the type or name of an attribute, found `,`.")
    assert [one["name"] for one in tree["entities"][0]["attributes"]] == ["a", "e"]
    assert [one["name"] for one in tree["entities"]] == ["A", "B"]


def test_unclosed_block_is_closed_at_the_end() -> None:
    tree = check_wrong(
        'B\nA {\nint a "c"\n', "Expected `}` or the type or name of an attribute, found the end of the text."
    )
    assert tree["entities"][1] == {"name": "A", "attributes": [{"type": "int", "name": "a", "comment": "c"}]}


def test_block_with_bad_opening_is_skipped() -> None:
    tree = check_wrong("A ! {\nint a\n}\nB\n", "Expected a statement, found `!`.")
    assert [one["name"] for one in tree["entities"]] == ["A", "B"]


PIECES = [
    "A", "B ", "||--o{", "one or more", " to ", " : ", "has", '"x y"', '"', "{\n", "}\n", "int a PK", ", FK", "~T~ ",
    "[x]", ":::c", "classDef c a:b", "class A c", "style A a:b;", "direction LR", "accTitle: ", "accDescr {", "\n",
    "%%", "é", "#q;", "1", ".", "-", "\u2028",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=14).map("".join))
def test_any_text_is_parsed_with_spans_inside_it(body: str) -> None:
    text = f"erDiagram\n{body}"
    assert_spans_inside(text, *parse_text(parse, text))


def test_quote_that_is_never_closed_is_told() -> None:
    _, (found,) = parse_text(parse, 'erDiagram\nA ||--|| B : "is in\n')
    assert found.suggestion == "The quote that begins here is never closed."
