"""A malicious source: it reads no other files, hides no text, and changes no tool list or instructions."""

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from queries import TOOLS
from queries.tools.packs import FEW_DIAGRAMS
from tests.closing import compile_source
from tests.server.hostile import SECRET, write_hostile
from tests.server.processes import RawServer, request
from tests.server.wrong import example

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs symbolic links and FIFOs")

CLEAN = {
    "hostile.urd.md": "---\nworld:\n  name: Clean\n  start: yard\n---\n\n# Yard\n\n== greet\n\n* Nod\n  -> greet\n",
    "flow.mmd": "flowchart TD\n  a --> b\n",
    "sequence.mmd": "sequenceDiagram\n  A->>B: Good day\n",
}
# Characters that are not shown as they are: control, bidirectional, zero-width and tag characters.
UNSEEN = {*range(0x20), 0x7F, *range(0x80, 0xA0), 0x200B, 0x200D, 0x200F, *range(0x202A, 0x202F), 0xFEFF}
UNSEEN |= {*range(0x2066, 0x206A), *range(0xE0000, 0xE0080)}
PATTERNS = ("(a+)+$", "(a|aa)+$", "(.*a){20}", "(?:a?){50}a{50}", "([a-z]+)*!", "\\b(\\w+\\s*)+$")


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RawServer]:
    source = write_hostile(tmp_path_factory.mktemp("hostile"))
    with RawServer(source) as server:
        server.initialize()
        yield server
        assert not list(source.parent.rglob("pwned"))  # no part of it was executed
        assert not Path("pwned").exists()


def all_answers(server: RawServer) -> Iterator[tuple[str, str]]:
    """Pairs of a tool and the text of an answer: of calls without arguments, and about every object."""
    for name, tool in TOOLS.items():
        if not tool.input_schema().get("required"):
            yield name, text(server.call(name))
    for kind in ("world", "location", "exit", "section", "entity", "node", "edge", "message", "diagram", "requirement"):
        found = json.loads(text(server.call("list_objects", {"kind": kind, "limit": 20})))
        for one in found.get("objects", ())[:5]:
            for name, tool in TOOLS.items():
                schema = tool.input_schema()
                values = {given: example(schema["properties"][given]) for given in schema.get("required", ())}
                if values:
                    chosen = {given: one["id"] for given, value in values.items() if value == "yard"}
                    yield name, text(server.call(name, {**values, **chosen}))
            yield "object_get", text(server.call("object_get", {"object_ref": one["ref"]}))


def text(answer: dict[str, Any]) -> str:
    assert "result" in answer, answer
    found: str = answer["result"]["content"][0]["text"]
    assert found.startswith("{"), found[:200]
    return found


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, one in value.items():
            yield key
            yield from strings(one)
    elif isinstance(value, list):
        for one in value:
            yield from strings(one)


def test_answers_contain_no_outside_files_and_no_invisible_characters(hostile: RawServer) -> None:
    answered = 0
    for name, answer in all_answers(hostile):
        assert SECRET not in answer, name
        assert "root:x:0" not in answer, name
        assert len(answer) <= 40_000, name
        for one in strings(json.loads(answer)):
            unseen = {ord(letter) for letter in one} & UNSEEN - {0x0A, 0x09}
            assert not unseen, (name, one[:200], unseen)
        answered += 1
    assert answered > 100


def test_reference_outside_the_source_is_a_diagnostic(hostile: RawServer) -> None:
    answer = json.loads(text(hostile.call("get_diagnostics", {"limit": 200})))
    assert {"URD208"} <= {one["code"] for one in answer["diagnostics"]}


def surface(server: RawServer) -> list[Any]:
    """The texts that clients read before a call: instructions and lists."""
    methods = ("tools/list", "prompts/list", "resources/templates/list")
    return [server.ask(request(method)) for method in methods]


def test_tool_list_is_that_of_a_harmless_source(hostile: RawServer, tmp_path: Path) -> None:
    for name, harmless in CLEAN.items():
        (tmp_path / name).write_text(harmless)
    (tmp_path / "docs").mkdir()
    for number in range(FEW_DIAGRAMS + 1):
        (tmp_path / "docs" / f"d{number}.mmd").write_text("sequenceDiagram\n  a->>b: hello\n")
    (tmp_path / "docs" / "prd.md").write_text("# REQ-p00001: Clean\n\n**Level**: PRD | **Status**: Active\n")
    with RawServer(tmp_path) as clean:
        clean.initialize()
        mine, theirs = surface(hostile), surface(clean)
    # The relations of the source stand in one description: their own names and columns, numbers, and single words.
    described = [relations_of(one[0]["result"]["tools"]) for one in (mine, theirs)]
    assert mine == theirs
    assert "delete_everything" not in json.dumps([mine, described])
    for text in described:
        values = re.findall(r"\{([^}]*)\}", text)
        assert all(re.fullmatch(r"[\w.-]{1,24}", value) for found in values for value in found.split(", "))
        assert re.sub(r"\{[^}]*\}|\d+", "", text).isascii()


def relations_of(tools: list[dict[str, Any]]) -> str:
    """What the description of query_facts says of this source, which is taken from it."""
    (listed,) = [one for one in tools if one["name"] == "query_facts"]
    listed["description"], _, relations = listed["description"].partition("Relations here, ")
    assert relations
    return str(relations.partition(": ")[2])


def test_instructions_are_those_of_a_harmless_source(tmp_path: Path) -> None:
    (tmp_path / "clean").mkdir()
    (tmp_path / "clean" / "hostile.urd.md").write_text(CLEAN["hostile.urd.md"])
    worlds = write_hostile(tmp_path) / "hostile.urd.md", tmp_path / "clean" / "hostile.urd.md"
    for world in worlds:  # a server that begins to compile says so, if that takes long
        compile_source(world, keep=True)
    with RawServer(worlds[0]) as hostile, RawServer(worlds[1]) as clean:
        assert hostile.initialize()["result"] == clean.initialize()["result"]


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("tool", ["search", "seq_search"])
def test_regex_search_takes_linear_time(hostile: RawServer, tool: str, pattern: str) -> None:
    """A backtracking engine would not end for any of these."""
    arguments = {"search": {"query": pattern, "regex": True}, "seq_search": {"needle": pattern, "regex": True}}[tool]
    known = set(TOOLS[tool].input_schema()["properties"])
    answer = hostile.call(tool, {name: value for name, value in arguments.items() if name in known})
    assert "schema_version" in text(answer)


@pytest.mark.parametrize(
    "name", ["../outside/secret.urd.md", "/etc/passwd", "f:../x", "..", "\x00", "file:///etc/passwd"]
)
def test_no_argument_opens_a_file(hostile: RawServer, name: str) -> None:
    for tool, arguments in (
        ("object_get", {"object_ref": name}),
        ("get_links", {"ref": name}),
        ("diagram_get_ast", {"diagram_id": name}),
        ("get_diagnostics", {"file": name}),
    ):
        assert SECRET not in text(hostile.call(tool, arguments))
