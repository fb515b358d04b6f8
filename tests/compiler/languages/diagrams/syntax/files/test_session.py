"""The JSON files of a session: wrong fields, bad JSON, files of other programs."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from compiler.languages.diagrams.facts import Diagram
from compiler.languages.diagrams.syntax.parse import parse
from tests.compiler.languages.diagrams.compiling import META, Files, check_meta, codes, compiled, messages, session
from tests.compiler.tables import table

FLOW = "flowchart TD\n  a --> b\n"


def test_session_with_missing_or_wrong_fields_keeps_the_rest() -> None:
    check_meta({"diagrams": []}, "MMD802 The session has no `session_id`; the session is called after its folder.")
    check_meta(
        {"session_id": "a/b"},
        'MMD804 `session_id` of the session is `"a/b"`: an id is not empty and holds no `/`; the session is called '
        "after its folder.",
    )
    check_meta(
        {"session_id": "s", "diagrams": [3, {}], "xrefs": {}, "walkthrough_ids": "w"},
        "MMD803 `diagrams` of the session is `3` and should be a list of objects; what is not is left out.",
        "MMD803 `xrefs` of the session is an object and should be a list of objects; it is ignored.",
        'MMD803 `walkthrough_ids` of the session is `"w"` and should be a list of texts; it is ignored.',
        "MMD802 Diagram 1 has no `diagram_id`; the diagram goes by the name of its file.",
    )
    meta = session("a")
    meta["diagrams"][0] |= {"kind": "Flowchart", "rev": -1}
    check_meta(
        meta,
        'MMD803 `kind` of the diagram `a` is `"Flowchart"` and should be one of flowchart, sequence, state, class, er, '
        "requirement, c4, gantt, gitgraph, architecture, block, mindmap, other; its text tells.",
        "MMD803 `rev` of the diagram `a` is `-1` and should be a whole number from 0; it counts as 0.",
    )


@table("text", ["", "{", "[1]", "null", '{"a":' * 5000, '{"session_id": 1' + "0" * 5000 + "}"])
def test_json_files_that_are_not_objects_are_reported(text: str) -> None:
    snapshot = compiled(
        {META: text, "diagrams/a.mmd": FLOW, "walkthroughs/w.wt.json": text, "diagrams/a.meta.json": text}
    )
    assert {one.code for one in snapshot.diagnostics()} == {"MMD801"}
    assert [one.diagram for one in snapshot.facts(Diagram)] == ["a"]


def test_bad_json_is_reported_with_line_and_column() -> None:
    snapshot = compiled({META: '{\n "é": nope\n}', "a.mmd": FLOW})
    assert messages(snapshot, "MMD801") == ["The file should hold a JSON object: Expecting value at line 2, column 8."]


def test_meta_json_of_other_programs_is_ignored() -> None:
    snapshot = compiled({"a.mmd": FLOW, "icon.meta.json": {"size": 3}, "b.meta.json": "[]"})
    assert codes(snapshot) == []
    assert [path for (path,) in snapshot.rows("SELECT path FROM fact_file_read")] == ["a.mmd"]


WORDS = """
session_id diagrams diagram_id mmd_path kind xrefs from to xref_id rev walkthrough_ids walkthrough_id nodes node_id refs
edges stable_id_map by_mermaid_id flow_edges edge_id sequence_messages flow_node_notes
"""


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=5)
    | st.sampled_from(["a", "d:a/b/c", "diagrams/a.mmd"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(WORDS.split()),
            inner,
            max_size=5,
        )
    ),
    max_leaves=20,
)


@given(JSON, JSON, JSON)
def test_any_json_is_read_without_crash(meta: Any, sidecar: Any, walkthrough: Any) -> None:
    files: Files = {META: {"v": meta} if not isinstance(meta, dict) else meta, "diagrams/a.mmd": FLOW}
    files |= {"diagrams/a.meta.json": {"v": sidecar} if not isinstance(sidecar, dict) else sidecar}
    files |= {"walkthroughs/a.wt.json": {"v": walkthrough} if not isinstance(walkthrough, dict) else walkthrough}
    written = {path: one if isinstance(one, str) else json.dumps(one) for path, one in files.items()}
    assert compiled(dict(written)).count(Diagram) >= 1


@given(st.text(alphabet='{}[]":,\\u d8é0129-enultrfas\n', max_size=60))
def test_any_text_as_json_is_read_without_crash(text: str) -> None:
    for name in (META, "session.meta.json", "a.meta.json", "a.wt.json"):
        parse(name, text)
