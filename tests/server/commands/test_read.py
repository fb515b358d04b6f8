"""`frieze read`: the bytes of every resource as MCP serves it, its errors, and the list of resources."""

import orjson

from tests.paths import ROOT
from tests.server.processes import RawServer, frieze, request

MILL = ROOT / "worlds" / "cider-mill"
URIS = (
    "frieze://tasks/ready?limit=2",
    "medulla://tasks/due/2025-09-21",
    "frieze://schema/task_next",
    "frieze://source/notes%2Fpress-day.md",
)


def test_read_prints_the_bytes_of_the_resource() -> None:
    with RawServer(MILL) as server:
        server.initialize()
        for uri in URIS:
            (contents,) = server.ask(request("resources/read", {"uri": uri}))["result"]["contents"]
            done = frieze("read", MILL, uri)
            assert (done.stdout, done.stderr, done.returncode) == (contents["text"].encode() + b"\n", b"", 0)


def test_read_of_an_unknown_resource_answers_with_near_ones() -> None:
    done = frieze("read", MILL, "frieze://taks")
    answer = orjson.loads(done.stdout)
    assert (answer["code"], answer["error_type"], answer["uri"]) == ("not_found", "ResourceNotFound", "frieze://taks")
    assert "frieze://tasks" in answer["did_you_mean"]
    assert done.returncode == 1


def test_read_without_uri_lists_resources_and_templates() -> None:
    lines = frieze("read", MILL).stdout.decode().splitlines()
    assert lines[0].split() == ["uri", "title"]
    assert "frieze://stats" in {line.split()[0] for line in lines}
    assert any(line.startswith("frieze://tasks/due/{date}{?limit,offset}") for line in lines)
