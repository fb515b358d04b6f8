"""What Python tests and code cover and cite of a list of requirements, by what people write."""

from tests.compiler.languages.requirements.formats.listed.cited_list import check_citations
from tests.compiler.languages.written_cases import Case, written_cases
from tests.compiler.tables import table

CITING = r'''
@@ tested 001 002 003 004 012
@- tests/test_lamp.py
def test_REQ_001_lamp():
    assert 1

def test_two():
    """Verifies REQ-002 and REQ-003."""

# REQ-004
def test_three():
    assert 1

@pytest.mark.requirement("REQ-012")
def test_four():
    assert 1
@@ tested 001 002
@- tests/test_lamp.py
def test_lamp():
    """REQ-001: lamp burns."""

def test_two():
    """Covers the requirement REQ-002."""
@@ tested 001 002 003 004
@- tests/test_lamp.py
import pytest

@properties(
    partially_verifies=[
        "REQ-001",
        "REQ-002",
    ],
    kind="REQ-005",
)
class TestLamp:
    def test_lamp(self):
        assert 1

@pytest.mark.requirements(
    "REQ-003",
    "REQ-004",
)
def test_two():
    assert 1

@pytest.mark.parametrize(
    "REQ-005",
    [1],
)
def test_three():
    assert 1
@@ tested 001 004
@- tests/test_lamp.py
import pytest

@pytest.mark.verifies("REQ-001", "REQ-004")
class TestLamp:
    def test_lamp(self):
        assert 1
@@ tested
@> cited 001 002 003 004 012
@- tests/test_lamp.py
@pytest.mark.skip(reason="later")
def test_lamp():
    """Verifies REQ-001."""

def test_two():
    """Does not cover REQ-002; see REQ-003 for that."""

# This does not verify REQ-004.
def test_three():
    assert 1

# TODO: test REQ-012
def test_four():
    assert 1
@@ tested 001 002 003
@- tests/test_lamp.py
# Verifies: REQ-001..003
def test_lamp():
    assert 1
@@ tested 001 002 003
@- tests/test_lamp.py
# Verifies REQ-001 - REQ-003
def test_lamp():
    assert 1
@@ tested 001 002
@- tests/test_lamp.py
# Verifies: REQ-001, 002
def test_lamp():
    assert 1
@@ tested 001 002
@- tests/test_lamp.py
# Verifies: REQ-001/002
def test_lamp():
    assert 1
@@ tested 012
@- tests/test_lamp.py
# Verifies: REQ-12
def test_lamp():
    assert 1
@@ tested
@> cited 001
@- tests/test_lamp.py
# Verifies: REQ-0121
def test_lamp():
    x = parse("REQ-002")
    assert x, "REQ-003 failed"

# see https://x.example/browse/REQ-001 and REQ-0023
def test_two():
    assert 1
@@ tested
@> cited 001 002 003 004
@- tests/test_one.py
"""Tests of REQ-001."""

def test_lamp():
    assert 1

def test_two():
    assert 1
@- tests/test_two.py
# Verifies REQ-002
def helper():
    pass
@- tests/test_three.py
# def test_lamp():
#     """Verifies REQ-003."""

def test_x():
    assert 1
@- tests/conftest.py
# Fixtures for REQ-004
import pytest

@pytest.fixture
def lamp():
    return 1
@@ tested
@> cited 001 002 003
@- src/lamp.py
# Implements REQ-001
def lamp():
    pass

# see REQ-002
def two():
    """REQ-003."""
@@ tested
@- tests/test_lamp.py
import pytest

@pytest.mark.parametrize("key", ["REQ-001"])
def test_lamp(key):
    assert key


@pytest.mark.skip(reason="REQ-002")
def test_two():
    assert 1
@@ tested 002
@> cited 001
@- tests/test_lamp.py
# REQ-001: not tested yet
def test_lamp():
    assert 1


# REQ-002: the lamp does not burn
def test_two():
    assert 1
@@ tested 001 002 003 004
@- tests/test_lamp.py
class TestLamp:
    """
    Verifies the requirements
    REQ-001, REQ-002,
    REQ-003 and REQ-004.
    """

    def test_lamp(self):
        assert 1
@@ tested 001 002
@> cited 003
@- tests/test_lamp.py
def test_lamp():
    """The lamp burns.

    Requirements:
    - REQ-001: It burns.
    - REQ-002: It goes off.

    Notes:
    - REQ-003: see there.
    """
    assert 1
@@ tested 001
@- Tests/UT001_lamp.py
def test_lamp():
    """REQ-001"""
    assert 1
'''


@table("case", written_cases(CITING))
def test_what_python_cover_and_cite(case: Case) -> None:
    check_citations(case)
