"""The harness without a model: the dry run, both kinds of agents with stand-ins, the table and the exit status."""

import json
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import anyio
import pytest
from mcp_types import TextContent

from harness import run
from harness.agents import (
    MAX_ROUNDS,
    AgentError,
    Model,
    ask_command,
    ask_model,
    command_line,
    converse,
    mcp_config,
    model_from_environment,
)
from harness.questions import GARDEN, Question
from harness.run import QUESTIONS, dry_run, enough, interview, main, table
from harness.scripted import judged, scripted_run
from harness.transcript import Exchange, Outcome, Reply, transcript
from server.protocol.calls import call_tool
from tests.closing import open_workspace
from tests.paths import ROOT
from tests.suites import mostly_long

SHOWS_CONFIG = "import json, sys; print(json.load(open(sys.argv[1]))['mcpServers']['frieze']['args'][-1], sys.argv[2])"


@pytest.mark.parametrize("question", mostly_long(QUESTIONS, "the recorded transcript tells it of each", quick=6))
def test_the_planned_calls_hold_the_facts(question: Question) -> None:
    (outcome,) = dry_run([question])
    assert outcome.passed, outcome.answer


@pytest.mark.long("asks all questions, as the test of each does")
def test_the_dry_run_of_all_questions_succeeds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--dry"]) == 0
    assert f"{len(QUESTIONS)} of {len(QUESTIONS)} passed" in capsys.readouterr().out


def in_this_process(questions: Iterable[Question]) -> Iterator[Outcome]:
    """The outcomes of the scripted client, with the server's answers and without its process."""
    for path, asked in groupby(questions, key=lambda question: question.path):
        with open_workspace(path, keep=True) as workspace:
            for question in asked:
                exchanges = [
                    Exchange(
                        call.tool,
                        call.arguments,
                        "\n".join(block.text for block in result.content if isinstance(block, TextContent)),
                    )
                    for call in question.plan
                    for result in [call_tool(workspace, call.tool, call.arguments)]
                ]
                passed, answer = judged(question, "\n".join(exchange.answer for exchange in exchanges))
                yield Outcome(question.id, passed, 0.0, answer, tuple(exchanges))


@pytest.mark.parametrize(
    "make", [in_this_process, pytest.param(scripted_run, marks=pytest.mark.long("a server for each sample"))]
)
def test_recorded_transcript_is_what_the_scripted_client_gets_today(
    make: Callable[[Sequence[Question]], Iterator[Outcome]],
) -> None:
    recorded = ROOT / "harness" / "results" / "scripted.md"
    made_by = "python -m harness --scripted --transcript harness/results/scripted.md"
    found = transcript("scripted client", QUESTIONS, list(make(QUESTIONS)))
    assert recorded.read_text("utf-8") == found, f"An answer has changed. If it should have, record it again: {made_by}"
    assert str(ROOT) not in found


def test_transcript_option_writes_prompts_calls_and_answers(tmp_path: Path) -> None:
    assert main(["--scripted", "--only", "characters", "--transcript", str(tmp_path / "run.md")]) == 0
    written = (tmp_path / "run.md").read_text()
    assert written.startswith("# Transcript: scripted client\n\n1 of 1 questions passed.\n")
    assert "Which entities are of type Character?" in written
    assert '`list_objects` with `{"kind": "entity"' in written
    assert '"objects":[{"id":"@warden"},{"id":"@ghost"}]' in written


def test_transcript_of_a_command_names_its_program_without_its_folder(tmp_path: Path) -> None:
    command = shlex.join([sys.executable, "-c", "print('@warden, @ghost')"])
    assert main(["--agent", command, "--only", "characters", "--transcript", str(tmp_path / "run.md")]) == 0
    assert (tmp_path / "run.md").read_text().startswith(f"# Transcript: {Path(sys.executable).name}\n")


def test_characters_are_found_without_being_told_their_ids() -> None:
    (question,) = (one for one in GARDEN if one.id == "characters")
    told = json.dumps([call.arguments for call in question.plan])
    assert "warden" not in told and "ghost" not in told
    assert all(outcome.passed for outcome in dry_run([question]))


COUNTS = [
    ("garden", 5),
    ("compound", 12),
    ("diagrams", 12),
    ("requirements", 6),
    ("knowledge", 6),
    ("memory", 6),
    ("playthroughs", 6),
]


@pytest.mark.parametrize(("name", "count"), mostly_long(COUNTS, "asks the questions of a set"))
def test_set_option_chooses_a_set(name: str, count: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--dry", "--set", name]) == 0
    assert f"{count} of {count} passed" in capsys.readouterr().out


def test_an_unknown_question_is_wrong_usage() -> None:
    assert main(["--dry", "--only", "no-such-question"]) == 2


def test_ids_are_unique_and_sources_exist() -> None:
    assert len({one.id for one in QUESTIONS}) == len(QUESTIONS)
    assert all(one.path.is_dir() for one in QUESTIONS)


@pytest.mark.parametrize(("passed", "total", "expected"), [(4, 5, True), (3, 5, False), (8, 10, True), (7, 10, False)])
def test_four_of_five_questions_are_enough(passed: int, total: int, expected: bool) -> None:
    assert enough([Outcome("q", number < passed, 0.0, "") for number in range(total)]) is expected


def test_table_has_a_line_per_question_and_a_count() -> None:
    exchange = Exchange("search", {}, "é" * 600)
    outcomes = [Outcome("one", True, 1.0, "a\nb", (exchange,)), Outcome("three", False, 2.0, "c")]
    assert list(table(outcomes)) == [
        "pass  one       1.0 s    1 call   1,200 bytes  a b",
        f"FAIL  three     2.0 s  {'':22}  c",
        "1 of 2 passed",
    ]


def test_table_of_two_arms_names_them_and_counts_each() -> None:
    outcomes = [Outcome("one", True, 1.0, "a"), Outcome("one", False, 2.0, "b", arm="files")]
    assert [line.split() for line in table(outcomes)] == [
        ["pass", "frieze", "one", "1.0", "s", "a"],
        ["FAIL", "files", "one", "2.0", "s", "b"],
        ["1", "of", "1", "passed", "with", "frieze"],
        ["0", "of", "1", "passed", "with", "files"],
    ]


def test_agent_that_fails_has_not_passed() -> None:
    def failing(prompt: str, source: Path) -> Reply:
        raise AgentError(f"{len(prompt) > 0} {source.name}")

    (outcome,) = interview(GARDEN[:1], failing)
    assert (outcome.passed, outcome.answer) == (False, "(no answer: True locked-garden)")


def test_agent_command_gets_the_prompt_and_the_config() -> None:
    command = shlex.join([sys.executable, "-c", SHOWS_CONFIG]) + " {config} {prompt}"
    assert ask_command(command, 30, "What's `this`; $HOME?", Path("garden")).answer == "garden What's `this`; $HOME?\n"


def test_agent_command_without_prompt_gets_it_on_standard_input() -> None:
    command = shlex.join([sys.executable, "-c", "import sys; print(sys.stdin.read()[::-1])"])
    assert ask_command(command, 30, "abc", Path("garden")) == Reply("cba\n")


def test_agent_command_without_frieze_stands_in_a_copy_of_the_source(tmp_path: Path) -> None:
    (tmp_path / "garden").mkdir()
    (tmp_path / "garden" / "rose.md").write_text("red")
    script = "import os, sys; os.rename('rose.md', 'was.md'); print(os.listdir(), open(sys.argv[1]).read())"
    command = shlex.join([sys.executable, "-c", script]) + " {config} {prompt}"
    reply = ask_command(command, 30, "abc", tmp_path / "garden", by_files=True)
    assert reply.answer == "['was.md'] " + json.dumps({"mcpServers": {}}) + "\n"
    assert (tmp_path / "garden" / "rose.md").read_text() == "red"


def test_model_without_frieze_has_a_shell_on_a_copy_of_the_source(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "a secret")
    commands = ["ls; env | grep KEY; echo more > new.md", "false", "yes | head -c 40000", "cat new.md"]
    bodies: list[Any] = []

    def post(_model: Model, _seconds: float, body: Any) -> Any:
        bodies.append(json.loads(json.dumps(body)))
        if commands:
            use = {"type": "tool_use", "id": "t1", "name": "shell", "input": {"command": commands.pop(0)}}
            return {"content": [use]}
        return {"content": [{"type": "text", "text": "done"}]}

    source = GARDEN[0].path
    reply = ask_model(Model("", "any", ""), 30, "What is there?", source, post, by_files=True)
    assert [tool["name"] for tool in bodies[0]["tools"]] == ["shell"]
    listed, failed, long, written = (exchange.answer for exchange in reply.exchanges)
    assert listed.split() == sorted(path.name for path in source.iterdir())
    assert failed == ""
    assert long.endswith("(10,000 characters more)") and len(long) < 31_000
    assert written == "more\n" and not (source / "new.md").exists()
    assert [body["messages"][-1]["content"][0]["is_error"] for body in bodies[1:]] == [False, True, False, False]


def test_both_arms_ask_each_question_twice(capsys: pytest.CaptureFixture[str]) -> None:
    command = shlex.join([sys.executable, "-c", "print('@warden, @ghost')"])
    assert main(["--agent", command, "--only", "characters", "--arm", "both"]) == 0
    assert "1 of 1 passed with frieze\n1 of 1 passed with files" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["--scripted", "--arm", "files"])


@pytest.mark.parametrize(
    "command", ["no-such-agent {prompt}", shlex.join([sys.executable, "-c", "raise SystemExit(3)"])]
)
def test_agent_command_that_fails_is_an_agent_error(command: str) -> None:
    with pytest.raises(AgentError):
        ask_command(command, 30, "abc", Path("garden"))


def test_agent_command_is_split_before_it_is_filled_in() -> None:
    assert command_line("ask --p={prompt} -c {config}", prompt="a b", config="c d") == ["ask", "--p=a b", "-c", "c d"]


def test_agent_config_starts_the_server_on_the_source() -> None:
    server = mcp_config(Path("garden"))["mcpServers"]["frieze"]
    assert server["args"] == ["-m", "server", "garden"]
    assert json.dumps(server)


def test_model_needs_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    with pytest.raises(AgentError):
        model_from_environment(run.API_URL, "any")
    assert main(["--model", "any"]) == 2


class StandInClient:
    """An MCP client with one tool, which repeats its arguments."""

    async def list_tools(self) -> Any:
        return SimpleNamespace(tools=[SimpleNamespace(name="echo", description=None, input_schema={"type": "object"})])

    async def call_tool(self, name: str, arguments: dict[str, Any]) -> Any:
        text = f"{name} {json.dumps(arguments)}"
        return SimpleNamespace(content=[SimpleNamespace(type="text", text=text)], is_error=False)


def test_model_gets_the_answers_of_the_tools_it_calls() -> None:
    bodies: list[str] = []

    def post(body: Any) -> Any:
        bodies.append(json.dumps(body))
        if len(bodies) == 1:
            return {"content": [{"type": "tool_use", "id": "t1", "name": "echo", "input": {"word": "gate"}}]}
        return {"content": [{"type": "text", "text": "It is "}, {"type": "text", "text": "open."}]}

    reply = anyio.run(converse, post, StandInClient(), "any", "Is it open?")
    assert reply == Reply("It is open.", (Exchange("echo", {"word": "gate"}, 'echo {"word": "gate"}'),))
    first, second = map(json.loads, bodies)
    assert first["tools"] == [{"name": "echo", "description": "", "input_schema": {"type": "object"}}]
    assert second["messages"][-1]["content"] == [
        {"type": "tool_result", "tool_use_id": "t1", "content": 'echo {"word": "gate"}', "is_error": False}
    ]


def test_model_is_asked_at_temperature_zero() -> None:
    bodies: list[Any] = []

    def post(body: Any) -> Any:
        bodies.append(body)
        return {"content": [{"type": "text", "text": "Open."}]}

    anyio.run(converse, post, StandInClient(), "any", "Is it open?")
    assert [body["temperature"] for body in bodies] == [0]


def test_model_that_never_answers_is_an_agent_error() -> None:
    def post(_: Any) -> Any:
        return {"content": [{"type": "tool_use", "id": "t1", "name": "echo", "input": {}}]}

    with pytest.raises(AgentError, match=str(MAX_ROUNDS)):
        anyio.run(converse, post, StandInClient(), "any", "Is it open?")


def test_model_calls_the_real_server_over_stdio() -> None:
    results: list[Any] = []

    def post(_model: Model, _seconds: float, body: Any) -> Any:
        if len(body["messages"]) == 1:
            return {"content": [{"type": "tool_use", "id": "t1", "name": "get_world_metadata", "input": {}}]}
        results.extend(body["messages"][-1]["content"])
        return {"content": [{"type": "text", "text": "done"}]}

    assert ask_model(Model("", "any", ""), 30, "What is it?", GARDEN[0].path, post).answer == "done"
    assert json.loads(results[0]["content"])["world_name"] == "the-locked-garden"


def test_api_that_does_not_answer_is_an_agent_error() -> None:
    def post(_model: Model, _seconds: float, _body: Any) -> Any:
        raise OSError("connection refused")

    with pytest.raises(AgentError, match="connection refused"):
        ask_model(Model("", "any", ""), 30, "What is it?", GARDEN[0].path, post)
