"""The plugin for Claude Code, the extension for Gemini CLI, and the skill of both: what they name is there."""

import json
import re
from typing import Any

import yaml

import queries
from compiler import VERSION
from server.cli import frieze
from tests.paths import ROOT

SKILL = (ROOT / "skills" / "frieze" / "SKILL.md").read_text("utf-8")
FRONT, BODY = SKILL.removeprefix("---\n").split("\n---\n", 1)
WORDS_OF_ANSWERS = {"limit", "cursor", "fields", "not_understood", "unstated", "undecided", "served"}


def read(path: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((ROOT / path).read_text("utf-8"))
    return found


def test_plugin_and_extension_start_the_server_of_this_version() -> None:
    plugin, extension = read(".claude-plugin/plugin.json"), read("gemini-extension.json")
    assert plugin["version"] == extension["version"] == VERSION
    assert plugin["mcpServers"] == extension["mcpServers"] == {"frieze": {"command": "frieze", "args": ["serve"]}}
    assert "serve" in frieze.commands and not any(param.required for param in frieze.commands["serve"].params)
    assert (ROOT / extension["contextFileName"]).is_file()


def test_plugin_starts_the_language_server_for_files_of_the_languages() -> None:
    (server,) = read(".lsp.json").values()
    assert {server["command"], *server["args"]} == {"frieze", "lsp"} and "lsp" in frieze.commands
    assert {*server} == {"command", "args", "extensionToLanguage"}
    assert all(suffix[0] == "." and language for suffix, language in server["extensionToLanguage"].items())


def test_marketplace_offers_the_plugin_at_the_root() -> None:
    (offered,) = read(".claude-plugin/marketplace.json")["plugins"]
    assert (offered["name"], offered["source"]) == ("frieze", "./")
    assert offered["description"] == read(".claude-plugin/plugin.json")["description"]


def test_skill_says_when_it_is_used_and_is_short() -> None:
    front = yaml.safe_load(FRONT)
    assert front["name"] == "frieze"
    assert "Use it before" in front["description"] and len(front["description"]) <= 1_024
    assert SKILL.count("\n") <= 120


def test_tools_and_commands_that_the_skill_names_are_there() -> None:
    tools = set(queries.TOOLS)
    named = set(re.findall(r"`([a-z]+(?:_[a-z]+)*)`", BODY))
    assert named - tools - WORDS_OF_ANSWERS == set()
    assert len(named & tools) >= 20
    commands = re.findall(r"^frieze(?: ([a-z]+))?\b", BODY, re.MULTILINE)
    assert {command for command in commands if command} - frieze.commands.keys() == set()
    assert len(commands) >= 6
