"""Parsing and linking any file raises nothing, and keeps all text of a specification."""

from hypothesis import given
from hypothesis import strategies as st

from compiler.languages.requirements.configuration.configuration import Configuration
from compiler.languages.requirements.configuration.ids import Ids
from compiler.languages.requirements.syntax.markdown import parse_markdown
from compiler.languages.requirements.syntax.parse import parse
from compiler.model.facts import Object
from tests.compiler.languages.requirements.sources import NEWER, linked

PIECES = (
    "## REQ-p00001: Title",
    "### REQ-d00002: Title",
    "##REQ-p00003: Title",
    "REQ-p00004: Title",
    "## REQ-x1: Title",
    "# JNY-Tea-01: Cup",
    "## Assertions",
    "## Changelog",
    "## Steps",
    "## Why",
    "#",
    "A. It SHALL.",
    "AA. It SHALL.",
    "1. One",
    "- 2026-01-01 | abcd1234 | - | Ann | why",
    "**Bold**",
    "**Level**: PRD | **Status**: Active | **Implements**: REQ-p00001-A+B,",
    "Refines: REQ-p1, <later>, -, REQ-p00001-A..C",
    "Validates: REQ-p00001,",
    "*End* *Title* | **Hash**: abcd1234",
    "*End* *Title*",
    "```",
    "  ```python",
    ": defined",
    "Term",
    "---",
    "\t",
    "",
    "\r",
    "x\x1fy\x0b\x0c\u2028é",
    "# Implements: REQ-p00001-A, REQ-d2,",
    "#   REQ-p00001",
    "# IMPLEMENTS REQUIREMENTS:",
    "# Verifies: REQ-p00001",
    "def test_a():",
    "    class K(",
    "@x(",
    '"""',
    "'''",
    "<testsuite>",
    "<testcase name='a' classname='tests.test_a'>",
    "</testsuite>",
    "[scanning]",
    "[levels.x]",
    'id-patterns = { component = { style = "regex", pattern = "a" } }',
    "version = 4",
)
NAMES = (".elspais.toml", "spec/a.md", "src/a.py", "src/a.ts", "tests/test_a.py", "a/junit.xml", "b.md")

lines = st.lists(st.sampled_from(PIECES) | st.text(max_size=12), max_size=24).map("\n".join)


@given(st.dictionaries(st.sampled_from(NAMES), lines, max_size=5), st.booleans())
def test_linking_accepts_any_source(files: dict[str, str], is_configured: bool) -> None:
    result = linked(files | ({".elspais.toml": NEWER} if is_configured else {}))
    refs = [one.ref for one in result.facts if isinstance(one, Object)]
    assert len(refs) == len(set(refs))
    for one in result.diagnostics:
        assert one.message and "{" not in one.code
    for fact in result.facts:
        assert fact.span.end_line >= fact.span.start_line


@given(lines)
def test_parsing_keeps_every_line_of_a_specification(text: str) -> None:
    found = parse_markdown("a.md", text)
    if found is not None:
        kept = repr(found)
        for line in text.replace("\r\n", "\n").split("\n"):
            word = line.strip()
            if word.isalnum() and word.isascii() and len(word) > 3:
                assert word in kept


@given(st.sampled_from(NAMES), st.text(max_size=200))
def test_parsing_accepts_any_text(path: str, text: str) -> None:
    parse(path, text)


@given(st.text(max_size=40), st.text(max_size=20), st.sampled_from(("numeric", "kebab-case", "regex", "odd")))
def test_ids_accept_any_word(word: str, namespace: str, style: str) -> None:
    ids = Ids(Configuration(namespace=namespace, style=style, component="[a-z]+", layout="newer"))
    ids.parse_reference(word)
    ids.parse_header(word)
