"""Parsing and linking any text raises nothing."""

import json

from hypothesis import given
from hypothesis import strategies as st

from compiler.languages.memory.syntax.field_aliases import TYPES
from compiler.model.facts import Object
from tests.compiler.languages.memory.sources import linked

NAMES = ("memory.jsonl", "a.memory.jsonl", "b.jsonl", "MEMORY.md", "c.md")
KEYS = sorted({name for fields in TYPES.values() for name in fields} | {"id", "op", "uuid", "parentUuid", "payload"})
PIECES = (
    "---",
    "title: A",
    "name: a",
    "description: b",
    "type: project",
    "permalink: [",
    "## Observations",
    "- [a] b #c (d)",
    '- "x y" [[Z]] (',
    "- [[",
    "```",
    '{"type": "fact", "id": "',
    '{"type": "memory", "format": "memory-jsonl"}',
    '{"type":"session_meta","payload":{}}',
    '{"sessionId":"s","uuid":"u","type":"user"}',
    "\x00\u2028\r",
)
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=6)
    | st.sampled_from(["a", "b", "2026-04-01"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=3),
    max_leaves=6,
)
records = st.builds(
    lambda kind, fields: json.dumps({**fields, "type": kind}),
    st.sampled_from([*TYPES, "user", "assistant", "response_item", "event_msg", "memory"]),
    st.dictionaries(st.sampled_from(KEYS), values, max_size=6),
)
texts = st.lists(records | st.sampled_from(PIECES) | st.text(max_size=12), max_size=16).map("\n".join)


@given(st.dictionaries(st.sampled_from(NAMES), texts, max_size=4))
def test_any_source_parses_and_links(files: dict[str, str]) -> None:
    result = linked(files)
    refs = [one.ref for one in result.facts if isinstance(one, Object)]
    assert len(refs) == len(set(refs))
    for one in result.diagnostics:
        assert one.message
    for fact in result.facts:
        assert fact.span.end_line >= fact.span.start_line > 0
