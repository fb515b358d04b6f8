"""Any text has a unit, and its findings are within its lines."""

import time

from hypothesis import given
from hypothesis import strategies as st

from compiler.languages.world.records import Unit
from compiler.languages.world.syntax.parse import parse
from tests.compiler.tables import table

SAMPLE = """\
---
import: ./people.urd.md

world:
  name: Salt house # a comment
  start: pantry
  seed: 7

types:
  # People
  Cook [mobile, container]:
    mood: enum(sour, sweet) = sour
    ~debt: int(0, 50) = 3
    tags: list(ref(Jar)) = [@brine, "a, b"]
  Jar [portable]:
    full: bool = true

entities:
  @brine: Jar { full: false }
  @odo: Cook { mood: "sweet", debt: 4, tags: [@brine] }

notes:
  deeper:
    - one
---

# Pantry

Shelves up to the beams. // dusty
[@odo, @brine]

-> out: Yard
  ? @odo.mood == sweet
  ! Odo stands in the way.

== talk
@odo: What is it?
@odo wipes a jar.
* Ask for brine -> @brine
  ? any:
    @odo.debt > 3
    @brine not in player
    talk.exhausted
  > move @brine -> player
  > @odo.debt - 1
  * Thank him
    > reveal @odo.debt
    -> end
+ Wait -> any Cook
  > destroy @brine
  -> exit:out

## Feast
### Evening (auto)

rule odo pours:
  actor: @odo pours
  selects jar from [@brine]
    where jar.full == true
  where @odo.mood == sweet
  > @brine.full = false
"""

LINES = SAMPLE.splitlines()
SIGNS = [
    *"@:?>*+![]{}(),.~=<#&-'\"",
    "->",
    "==",
    ">=",
    "//",
    "!!",
    "<<",
    "---",
    "any",
    "rule",
    "where",
    "in",
    "move",
    "exit:",
]
SPACES = [" ", "  ", "\t", "\r", "\u00a0", "\x1c"]

lines = st.one_of(
    st.sampled_from(LINES),
    st.builds(lambda spaces, line: " " * spaces + line.strip(), st.integers(0, 20), st.sampled_from(LINES)),
    st.builds("".join, st.lists(st.sampled_from([*SIGNS, *SPACES, "a", "A1", "é"]), max_size=12)),
    st.builds(
        lambda line, at, sign: line[:at] + sign + line[at:],
        st.sampled_from(LINES),
        st.integers(0, 40),
        st.text(max_size=2),
    ),
)
texts = st.builds(
    lambda fence, front, content: "\n".join([fence, *front, fence, *content]),
    st.sampled_from(["---", "", "--- "]),
    st.lists(lines, max_size=12),
    st.lists(lines, max_size=20),
)


def check(text: str) -> None:
    unit, findings = parse("w.urd.md", text)
    assert isinstance(unit, Unit)
    rows = text.removeprefix("\ufeff").split("\n")
    for span in (one.span for one in findings):
        assert 1 <= span.start_line == span.end_line <= len(rows)
        assert 1 <= span.start_col <= span.end_col <= len(rows[span.end_line - 1].encode()) + 1


@given(texts)
def test_parse_never_fails_on_mutated_worlds(text: str) -> None:
    check(text)


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_parse_never_fails_on_any_text(text: str) -> None:
    check(text)
    check("---\n" + text + "\n---\n")


def test_parse_of_the_sample_has_no_findings() -> None:
    unit, findings = parse("w.urd.md", SAMPLE)
    assert (list(findings), unit.complete) == ([], True)
    counts = [len(one) for one in (unit.imports, unit.worlds, unit.types, unit.entities, unit.content)]
    assert counts == [1, 1, 2, 2, 12]


@table(
    "text",
    ["* " + " " * 60_000 + "x", "? @a." + " =" * 30_000, "@a: " + "// " * 20_000, "\t" * 40_000 + "x"]
    + [f"---\nentities:\n  @a: A {{ k: {part * 20_000}\n---" for part in ("[", '"', "'", ",", "1", "a]")]
    + [
        "---\ntypes:\n  A:\n    n: list = " + "1" * 60_000 + "x\n---",
        "\n".join(" " * i + "* a" for i in range(0, 600, 2)),
    ],
)
def test_parse_time_is_linear_in_the_length_of_a_line(text: str) -> None:
    start = time.process_time()
    check(text)
    assert time.process_time() - start < 3
