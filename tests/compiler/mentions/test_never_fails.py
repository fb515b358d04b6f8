"""Reading mentions raises nothing, whatever a text holds, and every mention says truly where it stands."""

import time
from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiler.languages.knowledge.facts import EntityName
from compiler.languages.requirements.facts import Assertion, Requirement
from compiler.mentions.containers import Place
from compiler.mentions.file_mentions import CitingFile, file_mentions
from compiler.mentions.names import Names
from compiler.model.facts import Fact, File
from tests.compiler.tables import table

REFS = {"r:REQ-d00001", "r:REQ-d00002", "r:REQ-d00001-A", "k:decision/ADR-0012", "k:note/steam", "f:docs/a.md"}
FACTS: dict[type[Fact], list[dict[str, Any]]] = {
    Requirement: [
        {"requirement": "REQ-d00001", "ref": "r:REQ-d00001", "file": "spec/a.md"},
        {"requirement": "REQ-d00002", "ref": "r:REQ-d00002", "file": "spec/a.md"},
    ],
    Assertion: [{"assertion": "REQ-d00001-A", "ref": "r:REQ-d00001-A", "file": "spec/a.md"}],
    EntityName: [
        {"key": "adr-0012", "ref": "k:decision/ADR-0012", "rank": 0},
        {"key": "steam", "ref": "k:note/steam", "rank": 0},
    ],
    File: [{"path": "docs/a.md"}, {"path": "spec/a.md"}],
}
PIECES = (
    *(
        "REQ-d00001",
        "req-d1-A+B",
        "REQ-d00099-Z",
        "ADR 12",
        "adr-0012",
        "ADR #99999",
        "[[steam|x]]",
        "[[",
        "]]",
        "](",
        ")",
    ),
    *("docs/a.md#x", "../../..", "https://x.y/blob/main/docs/a.md", "k:decision/ADR-0012", "`steam`", "task 7", "@a"),
    *("```", "```mermaid", "~~~", '"""', "'''", "/*", "*/", "//", "#", "--", "`", '"', "'", "\\n", "\\", "\\u0041"),
    *(
        " ",
        "\n",
        "\r\n",
        "\t",
        "é",
        "😀",
        "\x00",
        "\u2028",
        "%%",
        "# ",
        "- ",
        "> ",
        ": ",
        "++",
        "-",
        ".",
        "/",
    ),
)
PATHS = (
    "docs/a.md",
    "src/a.py",
    "src/a.ts",
    "src/a.lua",
    "a.jsonl",
    "a.mmd",
    "a.urd.md",
    "a.yaml",
    "spec/b.md",
    "Makefile",
)
texts = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)
places = st.lists(st.tuples(*[st.integers(1, 6)] * 4), max_size=4).map(
    lambda found: [("node", (f"d:x/{at}", a, b, *max((c, d), (a, b + 1)))) for at, (a, b, c, d) in enumerate(found)]
)


class Facts:
    """The facts above, as the store gives them."""

    def each(self, fact_class: type[Fact], names: Sequence[str], **where: Any) -> list[tuple[Any, ...]]:
        rows = FACTS.get(fact_class, [])
        return [tuple(row[name] for name in names) for row in rows if where.items() <= row.items()]


NAMES = Names(Facts())


@given(texts, st.sampled_from(PATHS), st.sampled_from(("documents", "memory", "world", "knowledge")), places)
def test_mentions_of_any_text_stand_where_they_say(text: str, path: str, language: str, around: list[Place]) -> None:
    lines = text.split("\n")
    for one in file_mentions(CitingFile(path, language, text, lambda: around), NAMES, REFS.__contains__):
        line = lines[one.span.start_line - 1].encode()
        assert line[one.span.start_col - 1 : one.span.end_col - 1].decode() == one.text
        assert one.source == f"f:{path}" or one.source in {ref for _, (ref, *_) in around}
        assert one.target in REFS or one.target.startswith(("r:REQ-d", "k:decision/ADR-"))


@pytest.mark.long("growth is measured")
@table(
    ("path", "piece"),
    product(
        ["a.md", "a.py", "a.ts", "a.jsonl", "a.mmd"],
        [
            "REQ-d00001 ",
            "[[",
            "](",
            "```\n",
            '"""',
            "/*",
            "`",
            "a-",
            "a/",
            "ADR ",
            "REQ-d00001-A+",
            "x" * 50 + "-1/",
            "#\n",
        ],
    ),
)
def test_mentions_take_time_in_proportion_to_the_text(path: str, piece: str) -> None:
    def seconds(count: int) -> float:
        file = CitingFile(path, "documents", piece * count, list)
        best = float("inf")
        for _ in range(3):
            start = time.process_time()
            file_mentions(file, NAMES, REFS.__contains__)
            best = min(best, time.process_time() - start)
        return best

    small, large = seconds(1_000), seconds(8_000)
    assert large < 0.05 or large < 24 * small  # eight times the text, with room for noise; squared would be 64 times
