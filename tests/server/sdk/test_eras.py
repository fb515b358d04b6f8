"""A server loads the models of the era that its client speaks, and the SDK's maps and adapters are as ever."""

import json
import subprocess
import sys
from typing import Any

import pytest

from tests.paths import ROOT
from tests.server.processes import INITIALIZE, META, PATIENCE, environment, request

ERAS = {"2025": "mcp_types._v2025_11_25", "2026": "mcp_types._v2026_07_28"}

# A server that tells at its end which modules it has loaded.
SERVER = """
import json, os, sys
import server.__main__ as program
def end(status):
    json.dump(sorted(sys.modules), sys.stderr)
    sys.stderr.flush()
    os._exit(status)
program._end = end
program.main()
"""

# What the SDK says of itself: its maps with their values, what its functions take by default, and what its models and
# adapters accept.
SURFACE = """
import json, sys, threading
from types import FunctionType, MappingProxyType, UnionType
from typing import get_args
if sys.argv[1] == "put off":
    import server.sdk
    server.sdk.put_off_unused()
    server.sdk.put_off_http()
from mcp_types import methods
import mcp_types._types as types, mcp_types.jsonrpc as jsonrpc
from pydantic import BaseModel, TypeAdapter

def name(value):
    if isinstance(value, UnionType):
        return [name(one) for one in get_args(value)]
    return f"{value.__module__}.{value.__name__}"

def first_use():
    values.append(name(methods.CLIENT_REQUESTS["ping", "2025-11-25"]))
    adapted.append(types.client_request_adapter.validate_python({"method": "ping"}).method)
values, adapted = [], []
threads = [threading.Thread(target=first_use) for _ in range(8)]
for one in threads: one.start()
for one in threads: one.join()
assert len(set(values)) == len(set(adapted)) == 1 and len(adapted) == 8, (values, adapted)

from mcp_types import _v2025_11_25 as v2025, _v2026_07_28 as v2026
assert methods.v2025.Tool is v2025.Tool
maps = {key: value for key, value in vars(methods).items() if isinstance(value, MappingProxyType)}
plain = {key: value for key, value in maps.items() if not key.startswith("_")}
json.dump({
    "names": sorted(vars(methods)),
    "maps": {one: [[key, name(found[key])] for key in found] for one, found in plain.items()},
    "same": [{**found} == dict(found) == found.copy() == found | {} for found in maps.values()],
    "missing": [("ping", "1999-01-01") in methods.CLIENT_REQUESTS, methods.CLIENT_REQUESTS.get(("ping", "1999-01-01"))],
    "defaults": {
        key: [one for value in (function.__kwdefaults__ or {}).values() for one in plain if plain[one] is value]
        for key, function in vars(methods).items() if isinstance(function, FunctionType)
    },
    "adapters": {
        key: value.json_schema()
        for module in (types, jsonrpc) for key, value in vars(module).items() if isinstance(value, TypeAdapter)
    },
    "models": {
        f"{module.__name__}.{key}": [value.model_json_schema(), value.model_config.get("extra")]
        for module in (types, jsonrpc, v2025, v2026) for key, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, BaseModel) and value is not BaseModel
    },
}, sys.stdout)
"""


def told(program: str, *words: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-c", program, *words]
    return subprocess.run(
        command, input=given, capture_output=True, cwd=ROOT, env=environment(), timeout=PATIENCE * 3, check=True
    )


@pytest.mark.parametrize(
    ("asked", "era"),
    [
        (request("initialize", INITIALIZE), "2025"),
        (request("initialize", {**INITIALIZE, "protocolVersion": "2024-11-05"}), "2025"),
        (request("server/discover", {"_meta": META}), "2026"),
    ],
)
def test_server_loads_the_models_of_the_era_that_its_client_speaks(asked: bytes, era: str) -> None:
    done = told(SERVER, "worlds/locked-garden", given=asked)
    assert "result" in json.loads(done.stdout)
    loaded = set(json.loads(done.stderr))
    assert loaded & {*ERAS.values()} == {ERAS[era]}
    # Nor what answers no handshake: tools, what reads installed packages, and traces.
    unused = {"queries.objects.snapshot_info", "importlib.metadata", "opentelemetry.trace", "mcp.shared._otel"}
    assert loaded & unused == set()


@pytest.mark.long("imports the SDK whole, in processes of its own")
def test_maps_models_and_adapters_are_as_without_putting_off() -> None:
    plain, put_off = (json.loads(told(SURFACE, how).stdout) for how in ("plain", "put off"))
    for part in plain:
        assert put_off[part] == plain[part], part
    assert all(plain["same"]) and len(plain["adapters"]) == 7
    _check_size(plain["maps"])


def _check_size(maps: dict[str, Any]) -> None:
    """Else nothing was compared: the maps stand elsewhere."""
    assert {"CLIENT_REQUESTS", "SERVER_RESULTS", "MONOLITH_RESULTS"} <= maps.keys()
    assert len(maps["CLIENT_REQUESTS"]) > 50
