"""Import strings: what they name is loaded at the first call, and every language's names exist."""

import subprocess
import sys

import pytest

from compiler.languages.registry import LANGUAGES
from compiler.model.language import Language, imported, imported_value
from tests.compiler.tables import table
from tests.paths import ROOT

LAZY = """
import sys
from compiler.model.language import imported
parse = imported("colorsys:rgb_to_hls")
before = "colorsys" in sys.modules
parse(0, 0, 0)
print(before, "colorsys" in sys.modules)
"""


def test_imported_function_is_loaded_at_its_first_call() -> None:
    done = subprocess.run([sys.executable, "-c", LAZY], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]


def test_imported_value_gives_the_constant() -> None:
    assert imported_value("string:digits")() == "0123456789"


def test_imported_name_that_is_missing_is_an_error() -> None:
    with pytest.raises(AttributeError, match="nothing_here"):
        imported("string:nothing_here")()


@table("language", LANGUAGES)
def test_language_declares_facts_kinds_and_codes_that_exist(language: Language) -> None:
    if language.name != "documents":  # which has nothing but texts
        assert language.fact_classes() and language.link_kinds() and language.codes()
    unit, diagnostics = language.parse("empty.txt", "")
    assert unit is None or language.name in type(unit).__module__
    assert isinstance(list(diagnostics), list)
