"""`make inspect`: the official Inspector, on its command line, as a client of our server over standard input and output
and over HTTP, in both eras; and the validator of MCPB manifests.

The tools are listed with `--strict`: any remark on the portability of a schema fails, even a warning.
"""

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from harness.conformance.node_tools import FOLDER, NoNodeError, environment
from harness.conformance.servers import SHIPPED, SOURCE, serving
from tests.paths import ROOT

NOT_RUN = 3
STDIO = [sys.executable, "-m", "server", str(SOURCE)]
CALL = ["--method", "tools/call", "--tool-name"]


class InspectionError(Exception):
    """The Inspector found something wrong."""


def main(words: Sequence[str], folder: Path = FOLDER) -> int:
    """Run every check and return the exit status. `folder` has the programs that run on Node."""
    try:
        node = environment(folder)
    except NoNodeError as reason:
        print(f"NOT RUN: the Inspector. {reason}", file=sys.stderr)
        return 0 if "--optional" in words else NOT_RUN
    try:
        for result in _checks({**node, "PYTHONPATH": str(ROOT)}):
            print(f"inspect: {result}", flush=True)
    except InspectionError as found:
        print(f"inspect: FAILED\n{found}", file=sys.stderr)
        return 1
    return 0


def _checks(node: dict[str, str]) -> Iterator[str]:
    _run(["mcpb", "validate", str(ROOT / "manifest.json")], node)
    yield "the bundle's manifest is valid"
    with serving(SHIPPED) as url:
        for era in ("legacy", "modern"):
            over_stdio, over_http = ([*way, "--protocol-era", era] for way in (STDIO, [url, "--transport", "http"]))
            yield f"stdio, {era} era: {_tools(over_stdio, node)}"
            yield f"http, {era} era: {_tools(over_http, node)}, {_error_resources_and_prompts(over_http, node)}"


def _tools(target: list[str], node: dict[str, str]) -> str:
    tools = _result(target, ["--method", "tools/list", "--strict"], node)["tools"]
    called = _result(target, [*CALL, "get_snapshot_info", "--tool-arg", "limit=3"], node)
    if json.loads(called["content"][0]["text"])["schema_version"] != "1":
        raise InspectionError(f"{' '.join(target)}: the answer is not one of ours: {called}")
    return f"{len(tools)} tools without a remark, a call answered"


def _error_resources_and_prompts(target: list[str], node: dict[str, str]) -> str:
    refused = _inspect(target, [*CALL, "get_snapshot_info", "--tool-arg", "limit=0"], node)
    if refused.returncode != TOOL_ERROR:
        raise InspectionError(f"{' '.join(target)}: a wrong call ends with {refused.returncode}, not {TOOL_ERROR}")
    resources = _result(target, ["--method", "resources/list"], node)["resources"]
    prompts = _result(target, ["--method", "prompts/list"], node)["prompts"]
    return f"a wrong one refused, {len(resources)} resources, {len(prompts)} prompts"


TOOL_ERROR = 5  # the Inspector's exit status when a result is an error


def _result(target: list[str], words: list[str], node: dict[str, str]) -> dict[str, Any]:
    done = _inspect(target, words, node)
    if done.returncode or ("--strict" in words and "Issue:" in done.stderr):
        raise InspectionError(
            f"{' '.join([*target, *words])}: status {done.returncode}\n{done.stdout[-2000:]}{done.stderr}"
        )
    return dict(json.loads(done.stdout)["result"])


def _inspect(target: list[str], words: list[str], node: dict[str, str]) -> "subprocess.CompletedProcess[str]":
    command = ["mcp-inspector", "--cli", *target, *words, "--format", "json", "-q"]
    return subprocess.run(command, env=node, capture_output=True, text=True, timeout=120, check=False)


def _run(command: list[str], node: dict[str, str]) -> None:
    done = subprocess.run(command, env=node, capture_output=True, text=True, timeout=120, check=False)
    if done.returncode:
        raise InspectionError(f"{' '.join(command)}: status {done.returncode}\n{done.stdout}{done.stderr}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
