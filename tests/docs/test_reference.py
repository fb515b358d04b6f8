"""The docs name every tool, resource, prompt, command and option, and the generated pages are up to date."""

import re
from collections import Counter

import click

from queries import TOOLS
from queries.gateway.questions import QUESTIONS
from queries.resources.catalogue import resources_of
from queries.tools.packs import PACKS
from server.__main__ import main
from server.cli import frieze
from server.protocol.prompts import PROMPTS
from tests.compiler.samples import all_samples
from tests.docs import operation_reference, reference, relation_reference, resource_reference
from tests.paths import ROOT

COMMAND_PAGE = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")


def test_tools_page_matches_declarations() -> None:
    assert reference.PAGE.read_text(encoding="utf-8") == reference.page(), "run: python -m tests.docs.reference"


def test_resources_page_matches_declarations() -> None:
    page = resource_reference.PAGE.read_text(encoding="utf-8")
    assert page == resource_reference.page(), "run: python -m tests.docs.resource_reference"


def test_operations_page_matches_declarations() -> None:
    page = operation_reference.PAGE.read_text(encoding="utf-8")
    assert page == operation_reference.page(), "run: python -m tests.docs.operation_reference"


def test_relations_page_matches_declarations_and_answers() -> None:
    page = relation_reference.PAGE.read_text(encoding="utf-8")
    assert page == relation_reference.page(all_samples()), "run: python -m tests.docs.relation_reference"


def test_relations_page_questions_have_rows() -> None:
    snapshot = all_samples()
    assert [question.text for question in relation_reference.QUESTIONS if not snapshot.rows(question.sql.strip())] == []


def test_changelog_names_every_tool() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert [name for name in TOOLS if f"`{name}`" not in changelog] == []


def test_changelog_names_every_resource_and_prompt() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    names = [one.uri for pack in PACKS for one in resources_of(pack)] + [one.name for one in PROMPTS]
    assert [name for name in names if f"`{name}`" not in changelog] == []


def test_page_of_questions_has_those_by_which_tools_are_found() -> None:
    page = (ROOT / "docs" / "questions.md").read_text(encoding="utf-8")
    table = page.partition("|---|---|\n")[2].partition("\n\n")[0]
    rows = [f"| {asked.question} | {', '.join(f'`{name}`' for name in asked.tools)} |" for asked in QUESTIONS]
    assert table.splitlines() == rows


def test_cli_page_names_every_command_and_option() -> None:
    options = [
        (command.name, max(option.opts, key=len))
        for command in (main, *frieze.commands.values())
        for option in command.params
        if isinstance(option, click.Option)
    ]
    assert [name for name in frieze.commands if f"frieze {name}" not in COMMAND_PAGE] == []
    assert [(name, option) for name, option in options if option not in COMMAND_PAGE] == []


def test_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 150


def test_changelog_has_a_line_for_each_item() -> None:
    """An item that needs more is explained on the page that it links to."""
    lines = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").splitlines()
    listed = lines[lines.index("## Unreleased") :]
    assert [line for line in listed if line and not line.startswith(("## ", "### ", "- ", "The first release."))] == []
    assert [line for line in listed if len(line) > 500] == []
    assert [line for line, count in Counter(listed).items() if count > 1 and line.startswith("- ")] == []


def test_docs_relative_links_resolve() -> None:
    pages = [ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")]
    broken = [
        f"{page.relative_to(ROOT)}: {target}"
        for page in pages
        for target in re.findall(r"\]\(([^)#:\s]+)\)", page.read_text(encoding="utf-8"))
        if not (page.parent / target).exists()
    ]
    assert broken == []


def test_index_leads_to_every_page() -> None:
    index = (ROOT / "docs" / "index.md").read_text("utf-8")
    pages = {path.name for path in (ROOT / "docs").glob("*.md")} - {"index.md"}
    linked = set(re.findall(r"\]\(([\w-]+\.md)\)", index))
    assert linked == pages
