"""The manifests for registries and hosts agree with each other, with the package, and with their formats."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import click

from compiler import VERSION
from queries import TOOLS
from server.cli import frieze
from server.protocol.app import DESCRIPTION, NAME, TITLE
from tests.paths import ROOT


def read(name: str) -> dict[str, Any]:
    return dict(json.loads((ROOT / name).read_text(encoding="utf-8")))


PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
REGISTERED, BUNDLED = read("server.json"), read("manifest.json")
OWNED_NAME = REGISTERED["name"]  # the other files are compared with it


def test_manifests_have_version_of_package() -> None:
    (package,) = REGISTERED["packages"]
    assert {REGISTERED["version"], package["version"], BUNDLED["version"]} == {VERSION}
    assert re.fullmatch(r"\d+\.\d+\.\d+", VERSION), "the registry refuses ranges, and `latest`"


def test_manifests_have_name_of_package() -> None:
    (package,) = REGISTERED["packages"]
    assert {package["identifier"], BUNDLED["name"], PROJECT["name"]} == {NAME}
    assert {REGISTERED["title"], BUNDLED["display_name"]} == {TITLE}
    assert {REGISTERED["description"], BUNDLED["description"]} == {DESCRIPTION}


def test_registry_name_is_in_readme_and_image_label() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"<!-- mcp-name: (\S+) -->", readme) == [OWNED_NAME]
    label = re.findall(r'io\.modelcontextprotocol\.server\.name="([^"]*)"', (ROOT / "Dockerfile").read_text())
    assert label == [OWNED_NAME]


def test_registry_manifest_follows_registry_rules() -> None:
    assert REGISTERED["$schema"].endswith("/server.schema.json")
    assert re.fullmatch(r"[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+", OWNED_NAME)
    assert 3 <= len(OWNED_NAME) <= 200
    assert 1 <= len(REGISTERED["description"]) <= 100
    assert 1 <= len(REGISTERED["title"]) <= 100
    assert set(REGISTERED["repository"]) == {"url", "source"}
    for package in REGISTERED["packages"]:
        assert {"registryType", "identifier", "transport"} <= set(package)
        for argument in package["packageArguments"]:
            assert argument["type"] == "positional"
            assert "value" in argument or "valueHint" in argument


def test_registry_package_starts_server() -> None:
    """`uvx frieze` runs the command with the name of the package, so its arguments must start the server."""
    (package,) = REGISTERED["packages"]
    assert package["runtimeHint"] == "uvx"
    assert PROJECT["scripts"][package["identifier"]] == "server.cli:main"
    command, source = package["packageArguments"]
    serve = frieze.commands[command["value"]]
    assert [one.name for one in serve.params if isinstance(one, click.Argument)] == [source["valueHint"]]
    assert (source["format"], source["isRequired"]) == ("filepath", True)


def test_bundle_starts_server_on_folder_of_user() -> None:
    server = BUNDLED["server"]
    assert (BUNDLED["manifest_version"], server["type"]) == ("0.4", "uv")
    assert (ROOT / server["entry_point"]).is_file()
    command, arguments = server["mcp_config"]["command"], server["mcp_config"]["args"]
    *run, script, source = arguments
    assert [command, *run] == ["uv", "run", "--directory", "${__dirname}"]
    assert PROJECT["scripts"][script] == "server.__main__:main"
    assert source == "${user_config.source}"
    assert (BUNDLED["user_config"]["source"]["type"], BUNDLED["user_config"]["source"]["required"]) == (
        "directory",
        True,
    )
    assert BUNDLED["compatibility"]["runtimes"]["python"] == PROJECT["requires-python"]


def test_bundle_lists_no_tools() -> None:
    """The tools depend on the source, so the manifest names none of them."""
    assert BUNDLED["tools_generated"] is True
    assert not set(TOOLS) & set(json.dumps(BUNDLED).split('"'))


def test_bundle_has_files_of_installation() -> None:
    ignored = {line.rstrip("/") for line in (ROOT / ".mcpbignore").read_text().splitlines() if not line.startswith("#")}
    needed = {
        "pyproject.toml",
        "setup.py",
        "docs",
        "docs/diagnostics",
        "README.md",
        "LICENSE",
        "compiler",
        "queries",
        "server",
        "manifest.json",
    }
    assert not needed & ignored
    assert {"tests", "worlds", ".venv"} <= ignored


def test_constraints_pin_every_dependency() -> None:
    pins = re.findall(r"^([\w.-]+)==", (ROOT / "constraints.txt").read_text(encoding="utf-8"), re.MULTILINE)
    requirements = [
        *PROJECT["dependencies"],
        *(one for extra in PROJECT["optional-dependencies"].values() for one in extra),
    ]
    names = [re.split(r"[^\w.-]", one)[0] for one in requirements]
    assert [name for name in names if name.lower() not in {pin.lower() for pin in pins}] == []


def test_no_configuration_names_a_package_index() -> None:
    files = [*ROOT.glob("*.toml"), *ROOT.glob("*.txt"), *ROOT.glob("*.json"), ROOT / "Dockerfile", ROOT / "Makefile"]
    files += [*Path(ROOT, ".ci").iterdir(), *Path(ROOT, "tests", "conformance").rglob("*.json")]
    named = re.compile(r"index-url|find-links|trusted-host|registry\s*=|pypi\.org|npmjs", re.IGNORECASE)
    assert [str(file) for file in files if named.search(file.read_text(encoding="utf-8"))] == []
