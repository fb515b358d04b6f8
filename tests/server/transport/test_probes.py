"""Probes: whether a server lives, and whether it answers questions."""

from starlette.testclient import TestClient
from starlette.types import Receive, Scope, Send

from server.transport.probes import HEALTH, READINESS, Probes


async def refusing(scope: Scope, _: Receive, send: Send) -> None:
    """An application that wants a token."""
    assert scope["type"] == "http"
    await send({"type": "http.response.start", "status": 401, "headers": []})
    await send({"type": "http.response.body", "body": b""})


def client(*, is_ready: bool) -> TestClient:
    return TestClient(Probes(refusing, lambda: is_ready), base_url="http://10.1.2.3:8931")


def test_server_lives_before_it_is_ready() -> None:
    compiling = client(is_ready=False)
    assert compiling.get(HEALTH).status_code == 200
    assert compiling.get(READINESS).status_code == 503


def test_probes_need_no_token_and_tell_nothing() -> None:
    for path in (HEALTH, READINESS):
        answer = client(is_ready=True).get(path)
        assert (answer.status_code, answer.text, answer.headers["cache-control"]) == (200, "ok\n", "no-store")
        assert client(is_ready=True).head(path).status_code == 200


def test_other_requests_are_no_probes() -> None:
    ready = client(is_ready=True)
    assert ready.post(HEALTH).status_code == 401
    assert ready.get("/mcp").status_code == 401
    assert ready.get(f"{HEALTH}/").status_code == 401
