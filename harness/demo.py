"""`make demo`: what people ask on the command line, then what an agent asks the server, all of sample sources."""

import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import anyio
import orjson
from mcp import Client, StdioServerParameters

FINDINGS = 1  # the exit status of `frieze check` if there are errors
ROOT = Path(__file__).resolve().parent.parent


class Asked(NamedTuple):
    """A question that an agent has, and the call that answers it."""

    question: str
    tool: str
    arguments: dict[str, object]


PEOPLE: tuple[tuple[str, str], ...] = (
    ("Which decisions were superseded, and by what?", "decisions worlds/cider-mill --status superseded"),
    ("Which tasks are blocked, and by what?", "tasks blocked worlds/cider-mill"),
    ("What depends on this decision?", "impact ADR-0004 worlds/cider-mill"),
    ("Which requirements are tested?", "coverage worlds/traced-kettle"),
    ("What does this diagram say?", "render README-2 worlds/diagrams-in-docs --width 100"),
    (
        "Which tasks speak of which decision?",
        'sql worlds/cider-mill "SELECT m.source_id AS task, m.target_id AS decision, m.file, m.line FROM mention m '
        "JOIN task t ON t.ref = m.source WHERE m.target_kind = 'decision'\"",
    ),
    ("What is wrong with it?", "check worlds/cider-mill --statistics"),
)
AGENTS: tuple[tuple[str, tuple[Asked, ...]], ...] = (
    ("worlds/cider-mill", (Asked("Which task is next, and why?", "task_next", {}),)),
    (
        "worlds/locked-garden",
        (
            Asked(
                "What opens the gate of this world, and what depends on that?",
                "get_property_dependencies",
                {"entity_type": "Lock", "property": "locked"},
            ),
        ),
    ),
    (
        "worlds/ferry-memory",
        (
            Asked(
                "What did agents learn of the tide?",
                "memory_search",
                {"query": "tide", "fields": ["fact_text", "source"]},
            ),
        ),
    ),
)
END = """
Now with your project:
  {frieze} check PATH           what Frieze reads in it, and what is wrong
  {frieze} search WORDS -s PATH
  {frieze} config claude PATH   what your agent needs; also cursor, vscode, codex
`pipx install .` puts frieze on your path; {frieze} alone shows a project, --help all commands."""


def ask_as_people_do() -> None:
    """Run commands for people, which write to this terminal."""
    for question, words in PEOPLE:
        print(f"\n{question}\n$ frieze {words}", flush=True)
        command = [sys.executable, "-m", "server.cli", *shlex.split(words)]
        done = subprocess.run(command, cwd=ROOT, env={**os.environ, "PAGER": ""}, check=False)
        if done.returncode > FINDINGS:
            raise SystemExit(done.returncode)


async def ask_as_agents_do() -> None:
    """Start servers as a client does, and call their tools."""
    for source, questions in AGENTS:
        server = StdioServerParameters(command=sys.executable, args=["-m", "server", str(ROOT / source)])
        async with Client(server) as client:
            tools = (await client.list_tools()).tools
            print(f"\n$ server {source}\n{len(tools)} tools")
            for question in questions:
                result = await client.call_tool(question.tool, question.arguments)
                print(f"\n{question.question}\n→ {question.tool} {orjson.dumps(question.arguments).decode()}")
                answer = orjson.loads(result.content[0].text)  # type: ignore[union-attr]
                print(orjson.dumps(answer, option=orjson.OPT_INDENT_2).decode(), flush=True)


def program() -> str:
    """Return how `frieze` of this installation is called from here."""
    beside = Path(sys.executable).with_name("frieze")
    if not beside.exists():
        return f"{sys.executable} -m server.cli"
    return str(beside.relative_to(Path.cwd())) if beside.is_relative_to(Path.cwd()) else str(beside)


def main() -> None:
    ask_as_people_do()
    anyio.run(ask_as_agents_do)
    print(END.format(frieze=program()))


if __name__ == "__main__":
    main()
