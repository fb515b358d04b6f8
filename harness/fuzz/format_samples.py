"""Samples of the formats in which a mistake must cost little: those of `worlds/`, and a tree of proposals."""

import json
from collections.abc import Mapping
from typing import NamedTuple

from compiler.languages.instructions.declaration import INSTRUCTIONS
from compiler.languages.knowledge.declaration import KNOWLEDGE
from compiler.languages.requirements.declaration import REQUIREMENTS
from compiler.model.language import Language
from tests.paths import ROOT

Files = Mapping[str, str]

PROPOSALS: Files = {
    "keps/0007-gates/kep.yaml": (
        "title: Gates that close\n"
        "kep-number: 7\n"
        "authors:\n"
        "  - '@wren'\n"
        "status: implementable\n"
        "creation-date: 2021-03-04\n"
        "replaces:\n"
        "  - /keps/0008-doors\n"
    ),
    "keps/0008-doors/kep.yaml": (
        "title: Doors\nkep-number: 8\nauthors: ['@oda']\nstatus: replaced\ncreation-date: 2020-01-01\n"
    ),
    "peps/pep-0011.rst": (
        "PEP: 11\n"
        "Title: Counting tides\n"
        "Author: Wren Oda <wren@example.org>\n"
        "Status: Final\n"
        "Type: Process\n"
        "Created: 05-Jul-2011\n"
        "Replaces: 9\n"
        "\n"
        "Abstract\n"
        "========\n"
        "\n"
        "From spring. See :pep:`9`.\n"
    ),
    "peps/pep-0009.txt": (
        "PEP: 9\nTitle: Counting waves\nAuthor: Oda\nStatus: Superseded\nCreated: 05-Jul-2009\n\nText.\n"
    ),
    "EIPS/eip-20.md": (
        "---\n"
        "eip: 20\n"
        "title: A token of tides\n"
        "status: Final\n"
        "author: Wren\n"
        "created: 2015-11-19\n"
        "requires: 7\n"
        "---\n"
        "\n"
        "# Text\n"
    ),
    "EIPS/eip-7.md": ("---\neip: 7\ntitle: A well\nstatus: Draft\nauthor: Oda\ncreated: 2015-11-15\n---\n\nText\n"),
    "seps/986-names.md": (
        "# SEP-986: Names of tools\n"
        "\n"
        "- **Status**: Final\n"
        "- **Author**: Oda\n"
        "- **Created**: 2025-07-01\n"
        "\n"
        "## Abstract\n"
        "\n"
        "Names.\n"
    ),
    "oteps/0066-scopes.md": ("# Scopes of tides\n\nOpenTelemetry counts waves.\n\n**Status:** approved\n"),
    "text/0401-sluice.md": (
        "- Feature Name: sluice\n- Start Date: 2014-10-30\n- RFC PR: #401\n\n# Summary\n\nA sluice. See RFC 402.\n"
    ),
    "text/0402-gate.md": ("- Feature Name: gate\n- Start Date: 2014-11-30\n- RFC PR: #402\n\n# Summary\n\nA gate.\n"),
    "model/workspace.json": (
        "{\n"
        ' "name": "Mill",\n'
        ' "model": {"softwareSystems": [{"id": "1", "name": "Lower mill",\n'
        '  "documentation": {"decisions": [\n'
        '   {"id": "1", "title": "Use stone", "status": "Superseded", "date": "2020-01-01T00:00:00Z",\n'
        '    "content": "x", "links": [{"id": "2", "description": "superseded by"}]},\n'
        '   {"id": "2", "title": "Use steel", "status": "Accepted", "date": "2021-01-01T00:00:00Z", '
        '"content": "y"}]}}]}\n'
        "}\n"
    ),
    "docs/choices.md": (
        "# Choices\n"
        "\n"
        "In the context of the mill, facing wet grain, we decided for a kiln and neglected the sun, to "
        "achieve dry flour, accepting smoke.\n"
    ),
    "docs/09_decisions.md": (
        "# 9. Architecture Decisions\n"
        "\n"
        "## Use one wheel\n"
        "\n"
        "Status: accepted\n"
        "\n"
        "One is enough.\n"
        "\n"
        "## Use oak\n"
        "\n"
        "It lasts.\n"
    ),
}


SPECIFICATIONS = {"openspec": ("openspec/",), "spec-kit": ("specs/", ".specify/memory/"), "kiro": (".kiro/specs/",)}
_BINARY = (".reqifz",)  # mistakes are made in texts

LOCKS: Files = {
    "linear.json": json.dumps(
        {
            "data": {
                "issues": {
                    "nodes": [
                        {
                            "identifier": f"PATH-{number}",
                            "title": f"Gravel {number}",
                            "description": "Two carts.\n\nSee ADR-0001.",
                            "priority": number % 5,
                            "state": {"name": "Todo", "type": "unstarted"},
                            "assignee": {"displayName": "ines"},
                            "labels": {"nodes": [{"name": "stone"}]},
                            "relations": {"nodes": [{"type": "blocks", "relatedIssue": {"identifier": "PATH-1"}}]},
                            "createdAt": "2026-01-05T08:00:00.000Z",
                        }
                        for number in range(1, 7)
                    ],
                    "pageInfo": {"hasNextPage": False},
                }
            }
        },
        indent=1,
    ),
    "jira.csv": "Summary,Issue key,Issue id,Issue Type,Status,Labels,Labels,Outward issue link (Blocks),Description\n"
    + "".join(
        f'"Boat {number}, blue",BOAT-{number},{number},Task,To Do,oak,tar,BOAT-1,"Tar it.\n\nTwice, ""at least"""\n'
        for number in range(1, 7)
    ),
}


class Sample(NamedTuple):
    """Files of a format, and those of them in which mistakes are made."""

    name: str
    language: Language
    files: Files
    mutated: tuple[str, ...]


def samples() -> tuple[Sample, ...]:
    """All samples. Each format of proposals is one, with the same files around it."""
    locks = _world("lock-keepers")
    exports = [
        Sample(f"export-{path.rpartition('/')[2]}", KNOWLEDGE, locks, (path,)) for path in locks if "exports/" in path
    ]
    one_line = {path: json.dumps(json.loads(locks[path])) for path in locks if path.endswith(".json")}
    exports += [Sample(f"{path.rpartition('/')[2]}-in-a-line", KNOWLEDGE, one_line, (path,)) for path in one_line]
    exports += [Sample(f"export-{path}", KNOWLEDGE, LOCKS, (path,)) for path in LOCKS]
    folders = dict.fromkeys(path.partition("/")[0] for path in PROPOSALS)
    proposals = [
        Sample(
            f"proposal-{folder}",
            KNOWLEDGE,
            PROPOSALS,
            tuple(path for path in PROPOSALS if path.startswith(f"{folder}/")),
        )
        for folder in folders
    ]
    lantern, gate = _world("paper-lantern"), _world("tide-gate")
    # Without their code: that an id is cited is known only while it is stated.
    loft = {path: text for path, text in _world("kite-loft").items() if not path.endswith(".py")}
    box = {path: text for path, text in _world("signal-box").items() if INSTRUCTIONS.claims(path)}
    bells = {path: text for path, text in _world("bell-foundry").items() if path.endswith(".reqif")}
    light = {path: text for path, text in _world("harbour-light").items() if path.startswith("docs/")}
    organ, plough = _world("glass-organ"), _world("snow-plough")
    pages = tuple(path for path in lantern if path.startswith("doc/"))
    items = tuple(path for path in gate if path.endswith(".yml") and not path.endswith(".doorstop.yml"))
    return (
        *exports,
        *proposals,
        Sample("openfasttrace", REQUIREMENTS, lantern, pages),
        Sample("doorstop", REQUIREMENTS, gate, items),
        Sample("reqif", REQUIREMENTS, bells, tuple(bells)),
        *(Sample(name, REQUIREMENTS, loft, _below(loft, folder)) for name, folder in SPECIFICATIONS.items()),
        Sample("sphinx-needs", REQUIREMENTS, organ, tuple(path for path in organ if path.endswith((".rst", ".md")))),
        Sample("listed", REQUIREMENTS, light, tuple(light)),
        Sample("strictdoc", REQUIREMENTS, plough, tuple(path for path in plough if path.startswith("docs/"))),
        Sample("instructions", INSTRUCTIONS, box, tuple(box)),
    )


def _below(files: Files, folders: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(path for path in files if path.startswith(folders))


def _world(name: str) -> Files:
    folder = ROOT / "worlds" / name
    found = sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix not in _BINARY)
    return {one.relative_to(folder).as_posix(): one.read_text("utf-8") for one in found}
