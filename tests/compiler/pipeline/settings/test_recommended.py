"""The recommended rules: off until named, all or one by one. The pages of their codes compile examples of each."""

import pytest

from compiler.languages.registry import LANGUAGES
from compiler.pipeline.codes import CODES as ALL
from compiler.pipeline.settings.recommended import CODES, recommended_rules
from compiler.pipeline.settings.rule import OWN_CODES
from compiler.pipeline.settings.settings_text import parse_settings


def named(text: str) -> list[str]:
    return [one.code for one in recommended_rules(parse_settings("frieze.toml", text))]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("", []),
        ("extend = []", []),
        ('extend = ["recommended"]', ["FRZ301", "FRZ302", "FRZ303", "FRZ304", "FRZ305"]),
        ('extend = ["FRZ303", "FRZ301", "FRZ303"]', ["FRZ301", "FRZ303"]),
        ('extend = ["FRZ303", "recommended"]', ["FRZ301", "FRZ302", "FRZ303", "FRZ304", "FRZ305"]),
    ],
)
def test_recommended_rules_run_when_named(text: str, codes: list[str]) -> None:
    assert named(text) == codes


def test_recommended_rules_name_columns_only() -> None:
    rules = recommended_rules(parse_settings("frieze.toml", 'extend = ["recommended"]'))
    assert {one.code: one.columns for one in rules}["FRZ301"] == ["task", "decision", "reason"]


def test_every_code_of_frieze_has_the_form_that_rules_may_not_have() -> None:
    """So that a code that Frieze gets one day collides with no project's."""
    codes = [*ALL, *(code for language in LANGUAGES for code in language.codes())]
    assert {one.code for one in CODES} <= {one.code for one in codes}
    # A number may be followed by a word in small letters, which no code of a project has.
    assert [one.code for one in codes if not OWN_CODES.fullmatch(one.code.partition("-")[0])] == []
