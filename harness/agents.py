"""The two ways to ask an agent: any command, or a model behind an HTTP API.

Both start the real server as a subprocess, over stdio, as an agent's configuration would. In the arm without Frieze
both have a copy of the source in place of the server.
"""

import json
import os
import shlex
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from harness.files_arm import FilesClient, copied
from harness.transcript import Exchange, Reply

Json = Any
Ask = Callable[[str, Path], Reply]  # (prompt, source) -> reply

ROOT = Path(__file__).parents[1]
SERVER_NAME = "frieze"
INSTRUCTIONS = (
    "Answer the question about a project with the tools at hand. Call them; do not guess. "
    "Then answer in a few plain sentences, with ids and values exactly as the tools give them."
)
MAX_ROUNDS = 16
MAX_TOKENS = 2048


class AgentError(Exception):
    """The agent gave no answer: it failed to start, ended with an error, took too long or made too many calls."""


# --- any command ------------------------------------------------------------------------------------------------------


def ask_command(command: str, seconds: float, prompt: str, source: Path, *, by_files: bool = False) -> Reply:
    """Run an agent's command line, with `{prompt}` and `{config}` filled in. The answer is its standard output.

    `{config}` becomes the path of a JSON file with the server's command line. Without `{prompt}` the prompt is the
    standard input. No shell is used. `seconds` is the timeout. `by_files`: it runs in a copy of the source, and the
    file names no server. Raises AgentError.
    """
    with tempfile.TemporaryDirectory() as folder, copied(source) if by_files else nullcontext(folder) as directory:
        config = Path(folder) / "mcp.json"
        config.write_text(json.dumps({"mcpServers": {}} if by_files else mcp_config(source)), "utf-8")
        arguments = command_line(command, prompt=prompt, config=str(config))
        try:
            completed = subprocess.run(
                arguments,
                input=None if "{prompt}" in command else prompt,
                stdin=subprocess.DEVNULL if "{prompt}" in command else None,
                capture_output=True,
                text=True,
                timeout=seconds,
                check=False,
                cwd=directory,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise AgentError(str(error)) from error
    if completed.returncode != 0:
        raise AgentError(f"exit status {completed.returncode}: {completed.stderr.strip()[-400:]}")
    return Reply(completed.stdout)


def command_line(command: str, *, prompt: str, config: str) -> list[str]:
    """Split a command into words, then fill them in, so that a prompt stays one word."""
    return [word.replace("{prompt}", prompt).replace("{config}", config) for word in shlex.split(command)]


def mcp_config(source: Path) -> Json:
    """Return the configuration of an agent: one server, started on the source."""
    return {"mcpServers": {SERVER_NAME: {"type": "stdio", **server_command(source)}}}


def server_command(source: Path) -> dict[str, Json]:
    """Return the command, arguments and environment that start the server of this checkout in any directory."""
    return {"command": sys.executable, "args": ["-m", "server", str(source)], "env": {"PYTHONPATH": str(ROOT)}}


# --- a model behind an API --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Model:
    """A messages API: its address, the model's name and the key."""

    url: str
    name: str
    key: str


def model_from_environment(url: str, name: str) -> Model:
    """Return the model, with the key from ANTHROPIC_API_KEY. Raises AgentError if it is not set."""
    key = os.environ.get("ANTHROPIC_API_KEY", "")
    if not key:
        raise AgentError("ANTHROPIC_API_KEY is not set")
    return Model(url, name, key)


def ask_model(
    model: Model,
    seconds: float,
    prompt: str,
    source: Path,
    post: "Callable[[Model, float, Json], Json] | None" = None,
    *,
    by_files: bool = False,
) -> Reply:
    """Let a model call the server's tools until it answers; `by_files`, a shell in a copy of the source instead. `post`
    sends a request, by default to the API. Raises AgentError."""
    import anyio

    send = partial(post or post_message, model, seconds)
    if by_files:
        with copied(source) as folder:
            return anyio.run(_converse_about_files, send, model.name, prompt, folder)
    try:
        return anyio.run(_converse_with_server, send, model.name, prompt, source)
    except (OSError, ExceptionGroup) as error:
        raise AgentError(f"the server did not start: {error}") from error


async def _converse_about_files(post: Callable[[Json], Json], model: str, prompt: str, folder: Path) -> Reply:
    try:
        return await converse(post, FilesClient(folder), model, prompt)
    except OSError as error:
        raise AgentError(str(error)) from error


async def _converse_with_server(post: Callable[[Json], Json], model: str, prompt: str, source: Path) -> Reply:
    from mcp import Client, StdioServerParameters

    async with Client(StdioServerParameters(**server_command(source))) as client:
        try:
            return await converse(post, client, model, prompt)
        except (AgentError, OSError) as error:
            failure = str(error)
    raise AgentError(failure)  # outside the client's task group, which would wrap it in an ExceptionGroup


async def converse(post: Callable[[Json], Json], client: Any, model: str, prompt: str) -> Reply:
    """Send the prompt, run the tools that the model calls, send their answers, and so on until it answers in text.

    `post` sends a request body and returns the response. `client` is an MCP client. Raises AgentError after
    `MAX_ROUNDS` rounds.
    """
    from anyio import to_thread

    exchanges: list[Exchange] = []
    messages: list[Json] = [{"role": "user", "content": prompt}]
    request = {
        "model": model,
        "max_tokens": MAX_TOKENS,
        "temperature": 0,
        "system": INSTRUCTIONS,
        "tools": [tool_definition(tool) for tool in (await client.list_tools()).tools],
        "messages": messages,
    }
    for _ in range(MAX_ROUNDS):
        reply = await to_thread.run_sync(post, request)
        calls = [block for block in reply["content"] if block["type"] == "tool_use"]
        if not calls:
            answer = "".join(block["text"] for block in reply["content"] if block["type"] == "text")
            return Reply(answer, tuple(exchanges))
        results = [await call_result(client, call) for call in calls]
        exchanges += [
            Exchange(call["name"], call["input"], result["content"])
            for call, result in zip(calls, results, strict=True)
        ]
        messages.append({"role": "assistant", "content": reply["content"]})
        messages.append({"role": "user", "content": results})
    raise AgentError(f"no answer after {MAX_ROUNDS} rounds of tool calls")


def tool_definition(tool: Any) -> Json:
    """Return a tool of the server in the form of the API."""
    return {"name": tool.name, "description": tool.description or "", "input_schema": tool.input_schema}


async def call_result(client: Any, call: Json) -> Json:
    """Run one tool call and return its result. An error of the server is a result too."""
    from mcp import MCPError

    try:
        result = await client.call_tool(call["name"], call["input"])
    except MCPError as error:
        return {"type": "tool_result", "tool_use_id": call["id"], "content": str(error), "is_error": True}
    text = "\n".join(block.text for block in result.content if block.type == "text")
    return {"type": "tool_result", "tool_use_id": call["id"], "content": text, "is_error": bool(result.is_error)}


def post_message(model: Model, seconds: float, body: Json) -> Json:
    """Send one request to the API. Raises OSError if there is no response, AgentError if it has an error status."""
    request = urllib.request.Request(
        model.url,
        data=json.dumps(body).encode(),
        headers={"content-type": "application/json", "x-api-key": model.key, "anthropic-version": "2023-06-01"},
    )
    try:
        with urllib.request.urlopen(request, timeout=seconds) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        raise AgentError(f"{error}: {error.read(400).decode(errors='replace')}") from error
