"""ZenUML diagrams as images: calls with their blocks, messages and frames, drawn as sequences."""

from queries.diagrams.charts.zenuml import MAX_DEPTH, MAX_EVENTS, zenuml_model
from queries.diagrams.svg_rendering import diagram_svg
from queries.drawing.sequence_model import (
    ActivationEvent,
    FrameDivider,
    FrameEnd,
    FrameStart,
    Lifeline,
    MessageEvent,
    NoteEvent,
)
from tests.compiler.languages.diagrams.compiling import compiled
from tests.queries.cases import each
from tests.queries.diagrams.svg_reader import texts


def said(*lines: str) -> list[str]:
    """Return the messages and frames of a diagram in words: `A>B text`, dotted ones with `-->`."""
    model = zenuml_model("\n".join(["zenuml", *lines]))
    assert model, lines
    names = [one.label for one in model.lifelines]
    found = []
    for one in model.events:
        match one:
            case MessageEvent(source, target, text, dotted):
                found.append(f"{names[source]}{'-->' if dotted else '>'}{names[target]} {text}".strip())
            case FrameStart(kind, label) | FrameDivider(kind, label):
                found.append(f"{kind} [{label}]")
            case FrameEnd():
                found.append("end")
            case NoteEvent(_, about, text):
                found.append(f"{','.join(names[at] for at in about)}: {text}")
    return found


@each(
    "lines, told",
    [
        (("A->B: hi", "B->>A"), ["A>B hi", "B>A"]),
        (("A.ask(1, f(x))",), ["Start>A ask(1, f(x))"]),
        (
            ("C->A.ask() {", "  B.tell", "  own()", "  B->C: x: y", "}"),
            ["C>A ask()", "A>B tell", "A>A own()", "B>C x: y"],
        ),
        (("x = A.get()", "Type<T> y = A.get()"), ["Start>A get()", "A-->Start x", "Start>A get()", "A-->Start y"]),
        (("C->A.a() {", "B.b() {", "return 1", "}", "return 'x'", "}"), ["C>A a()", "A>B b()", "B-->A 1", "A-->C 'x'"]),
        (("A->B: x", "@return", "B->A: done"), ["A>B x", "B-->A done"]),
        (("A.a() { x = new B(1) }",), ["Start>A a()", "A>B new(1)", "B-->A x"]),
        (("A.a().b(2).c { B.d }",), ["Start>A a().b(2).c", "A>B d"]),
        (("@Starter(Me)", "A.a"), ["Me>A a"]),
        (('"Big A"->B: x',), ["Big A>B x"]),
        (("A->B: x; y",), ["A>B x; y"]),
    ],
)
def test_zenuml_messages_are_read(lines: tuple[str, ...], told: list[str]) -> None:
    assert said(*lines) == told


@each(
    "lines, told",
    [
        (
            ("if(a) {", "A->B: x", "} else if (b == (c)) {", "} else {", "A->B: y", "}"),
            ["alt [a]", "A>B x", "else [b == (c)]", "else []", "A>B y", "end"],
        ),
        (("A->B: x", "while(t) { A->B: y", "}"), ["A>B x", "loop [t]", "A>B y", "end"]),
        (("forEach(x) {", "A->B", "}"), ["loop [for x]", "A>B", "end"]),
        (("opt {", "A->B", "}"), ["opt []", "A>B", "end"]),
        (("par {", "A->B: 1", "// why", "A->C: 2", "}"), ["par []", "A>B 1", "and []", "A,C: why", "A>C 2", "end"]),
        (("try {", "A->B", "} catch (e) {", "} finally {", "}"), ["try []", "A>B", "catch [e]", "finally []", "end"]),
        (("// said **so**", "A->B", "== part =="), ["A,B: said so", "A>B", "A,B: part"]),
        (("A->B", "// `", "// one", "// two", "// `", "B->A"), ["A>B", "B,A: one\ntwo", "B>A"]),
    ],
)
def test_zenuml_frames_are_read(lines: tuple[str, ...], told: list[str]) -> None:
    assert said(*lines) == told


def test_zenuml_participants_have_kinds_labels_and_groups() -> None:
    declared = ("title T", "// unseen", "@Actor Ann", '@Database D as "Data base" #fff', "B", "<<x>> C")
    model = zenuml_model("\n".join(["zenuml", *declared, 'group "Us" {', " E", " F }", "Ann->G: x", "H.m"]))
    assert model and model.lifelines == (
        Lifeline("Start", "actor"),
        Lifeline("Ann", "actor"),
        Lifeline("Data base", "database"),
        *(Lifeline("B"), Lifeline("C"), Lifeline("E", box=1), Lifeline("F", box=1), Lifeline("G"), Lifeline("H")),
    )
    assert model.boxes == ("Us",)
    assert model.events == (MessageEvent(1, 7, "x", end="open"), MessageEvent(0, 8, "m"))


def test_zenuml_what_is_called_is_active_until_its_block_ends() -> None:
    model = zenuml_model("zenuml\nC->A.a() {\n new B()\n}\n")
    assert model and model.events == (
        MessageEvent(0, 1, "a()"),
        ActivationEvent(1, True),
        MessageEvent(1, 2, "new()", creates=True),
        ActivationEvent(1, False),
    )


def test_zenuml_is_drawn_as_a_sequence() -> None:
    svg = diagram_svg(compiled("zenuml\ntitle Demo\nA.ask() {\n return 1\n}\n"), "d")
    assert texts(svg)[0] == "Demo" and {"Start", "A", "ask()", "1"} <= {*texts(svg)}


@each(
    "body",
    [
        *("", "A->", "A.a() {", "A.a(", "}", "if (x) A->B", "A -> B : x\n}", "A->B: x\n?", "ref(A, B)", "@return x"),
        *("A->B\n" * (MAX_EVENTS + 1), "A.a() {" * (MAX_DEPTH + 1) + "}" * (MAX_DEPTH + 1)),
    ],
)
def test_zenuml_that_is_not_understood_is_shown_as_its_text(body: str) -> None:
    assert zenuml_model(f"zenuml\n{body}\n") is None


def test_zenuml_escapes_its_texts() -> None:
    svg = diagram_svg(compiled("zenuml\nA->B: </text><script>x</script>\n"), "d")
    assert "<script" not in svg
