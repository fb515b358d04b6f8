"""Railroad diagrams as images: rules of four syntaxes as tracks."""

from queries.diagrams.charts.railroad import MAX_DEPTH, MAX_TOKENS, railroad_model
from queries.diagrams.svg_rendering import diagram_svg
from queries.drawing.charts.railroad import Choice, InOrder, Repeated, Rule, Skippable, Token, words
from tests.compiler.languages.diagrams.compiling import compiled
from tests.queries.cases import each
from tests.queries.diagrams.charts.apart import inside, meeting
from tests.queries.diagrams.svg_reader import parts, texts

A, B = Token("terminal", "a"), Token("nonterminal", "b")


def rule(text: str, syntax: str = "ebnf") -> str:
    """Return the first rule of a grammar in words, "" where it is not understood."""
    sign = "<-" if syntax == "peg" else "="
    model = railroad_model(f"railroad-{syntax}-beta\nx {sign} {text} ;\n")
    return words(model.rules[0].part) if model else ""


@each(
    "text, shown",
    [
        *(("'a'", '"a"'), ("b", "b"), ("a b, c", "a b c"), ("a | b c", "a | b c"), ("(a | b) c", "(a | b) c")),
        *(("[ a ]", "a?"), ("{ a }", "a*"), ("a+ b* c?", "a+ b* c?"), ("? any char ?", "any char")),
        *(("x? y?", "x? y?"), ("a - 'b'", 'a but not "b"'), ("(a (* c *) b)+ /* d */", "(a b)+")),
        *((r"'\''", '"\'"'), ("a | ? b ?", "a | b"), ("a ? b ?", "a? b?"), ("'?' 'b'", '"?" "b"')),
    ],
)
def test_railroad_ebnf_is_read(text: str, shown: str) -> None:
    assert rule(text) == shown


@each(
    "text, shown",
    [
        *(('"a" / b', '"a" | b'), ("*a 1*b", "a* b+"), ("[ a b ]", "(a b)?"), ("2*4a", "a (2 to 4 times)")),
        *(("3a", "a (3 times)"), ("*2a", "a (1 to 2 times)?"), ("0*1a", "a?"), ("%x41-5A", '"%x41-5A"')),
        *(("2*a", "a (2 times or more)"), ("1a", "a"), ("2*2a", "a (2 times)"), ("3*2a", "")),
    ],
)
def test_railroad_abnf_is_read(text: str, shown: str) -> None:
    assert rule(text, "abnf") == shown


def test_railroad_abnf_comments_are_passed_over() -> None:
    model = railroad_model("railroad-abnf-beta\na = b ; a comment\n  c ;\n")
    assert model and words(model.rules[0].part) == "b c"


@each(
    "text, shown",
    [
        *(("a / b c", "a | b c"), ("a* b+ c?", "a* b+ c?"), ("(a / b)*", "(a | b)*")),
        ("!. &'b' # x\n", 'not followed by any character followed by "b"'),
    ],
)
def test_railroad_peg_is_read(text: str, shown: str) -> None:
    assert rule(text, "peg") == shown


def test_railroad_functions_are_read() -> None:
    model = railroad_model(
        "railroad-beta\ntitle T\nr = sequence(terminal('a'), choice(nonterminal(\"b\"), optional(terminal('a'))),"
        "oneOrMore(nonterminal('b')), zeroOrMore(special('s')));"
    )
    last = Skippable(Repeated(Token("special", "s")))
    assert model and model.rules == (Rule("r", InOrder((A, Choice((B, Skippable(A))), Repeated(B), last))),)


GRAMMAR = """railroad-ebnf-beta
title Numbers
number = sign? digit+ [ "." digit+ ] | "many" (word - "x")* ;
sign = "+" | "-" ;
"""


def test_railroad_has_a_track_for_each_rule() -> None:
    svg = diagram_svg(compiled(GRAMMAR), "d")
    assert [one.title for one in parts(svg, "frame")] == [
        *('number = sign? digit+ ("." digit+)? | "many" word but not "x"*', 'sign = "+" | "-"'),
    ]
    assert [one.title for one in parts(svg, "node")][:2] == ["nonterminal: sign", "nonterminal: digit"]
    assert texts(svg)[:2] == ["Numbers", "number"]
    assert not meeting(svg) and inside(svg)


@each("syntax", ["", "ebnf-", "abnf-", "peg-"])
@each(
    "body", ["", "a", "a = ;", "a = b", "a = (b ;", "a = b) ;", "a := b ;", "= b ;", "a = $ ;", "a = 'b ;", "a = 'b'"]
)
def test_railroad_that_is_not_understood_is_shown_as_its_text(syntax: str, body: str) -> None:
    written = body.replace("=", "<-") if syntax == "peg-" else body
    assert railroad_model(f"railroad-{syntax}beta\n{written}\n") is None


@each("text", ["(" * MAX_DEPTH + "a" + ")" * MAX_DEPTH, "a" + "?" * MAX_DEPTH, "a " * (MAX_TOKENS + 1)])
def test_railroad_that_is_too_deep_or_too_long_is_shown_as_its_text(text: str) -> None:
    assert rule(text) == ""


def test_railroad_escapes_its_texts() -> None:
    svg = diagram_svg(compiled('railroad-ebnf-beta\na = "</text><script>x</script>" ;\n'), "d")
    assert "<script" not in svg and len(parts(svg, "node")) == 1
