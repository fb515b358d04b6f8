"""`docs/serving.md` lists every code of an error, and every numbered error as it is declared."""

import re
from typing import get_args

import pytest

from queries.errors.numbers import ERROR_TYPES, ErrorType
from queries.errors.query_error import ErrorCode
from tests.paths import ROOT

PAGE = (ROOT / "docs" / "serving.md").read_text("utf-8")


def test_serving_page_lists_every_error_code_once() -> None:
    table = PAGE.partition("| `code` | |\n|---|---|\n")[2].partition("\n\n")[0]
    assert sorted(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)) == sorted(get_args(ErrorCode))


def test_serving_page_lists_every_numbered_error_and_no_other() -> None:
    assert re.findall(r"^\| `(\w+)` \| -32\d+ \|", PAGE, re.MULTILINE) == [one.name for one in ERROR_TYPES]


@pytest.mark.parametrize("one", ERROR_TYPES, ids=lambda one: one.name)
def test_serving_page_describes_numbered_error_as_declared(one: ErrorType) -> None:
    assert f"| `{one.name}` | {one.number} | {one.meaning} |\n" in PAGE
