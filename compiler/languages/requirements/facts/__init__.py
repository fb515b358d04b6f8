"""The facts of requirements: what requirement markdown, code, tests and results state.

Facts name one another by native id in canonical spelling: `REQ-p00060`, `REQ-p00060-A`,
`tests/test_kettle.py::test_boils`. A `ref` is the native id in the space `r:`. A label stands without its requirement:
`A`. Lists of requirements are in the order of file path, then line.

The source of a link or reference *cites*, its target is *cited*. `REQ-d1` with `**Implements**: REQ-o1` gives the link
`r:REQ-d1 -implements-> r:REQ-o1`. The target is the parent, the source is the child: parents are found by following
`implements` and `refines` from source to target. A citation of an assertion links to the assertion, and makes its
requirement the parent.
"""

from compiler.languages.requirements.facts.evidence import BrokenReference, CodeReference, Reference, Test, TestResult
from compiler.languages.requirements.facts.measures import RequirementCoverage, RequirementProject
from compiler.languages.requirements.facts.specification import (
    Assertion,
    Journey,
    JourneyStep,
    Remainder,
    Requirement,
    Term,
)
from compiler.model.facts import Fact, LinkKind

__all__ = [
    "FACT_CLASSES",
    "LINK_KINDS",
    "Assertion",
    "BrokenReference",
    "CodeReference",
    "Journey",
    "JourneyStep",
    "Reference",
    "Remainder",
    "Requirement",
    "RequirementCoverage",
    "RequirementProject",
    "Term",
    "Test",
    "TestResult",
    "code_ref",
    "prose_ref",
    "ref_of",
    "result_ref",
    "term_ref",
    "test_ref",
]

LINK_KINDS = (
    LinkKind("implements", "the requirement, code or task implements the requirement or assertion", dependent="source"),
    LinkKind("refines", "the requirement refines the requirement or assertion", dependent="source"),
    LinkKind("depends_on", "the requirement depends on the requirement", dependent="source"),
    LinkKind("modifies", "the change states the requirement anew", dependent="source"),
    LinkKind("removes", "the change takes the requirement out of force", dependent="source"),
    LinkKind("renames", "the change gives the requirement another name", dependent="source"),
    LinkKind("satisfies", "the requirement satisfies the template requirement or assertion", dependent="source"),
    LinkKind("integrates", "the requirement integrates the requirement of an associated project", dependent="source"),
    LinkKind("verifies", "the test or code verifies the requirement, assertion or journey step", dependent="source"),
    LinkKind("validates", "the journey validates the requirement or assertion", dependent="source"),
    LinkKind(
        "addresses_requirement", "the journey or decision addresses the requirement or assertion", dependent="source"
    ),
    LinkKind("has_assertion", "the requirement has the assertion", dependent="target"),
    LinkKind("has_section", "the requirement or journey has the section of prose", dependent="target"),
    LinkKind("has_step", "the journey has the step", dependent="target"),
    LinkKind("yields", "the test yielded the result", dependent="target"),
)

FACT_CLASSES: tuple[type[Fact], ...] = (
    Requirement,
    Assertion,
    RequirementCoverage,
    Remainder,
    Journey,
    JourneyStep,
    Term,
    CodeReference,
    Test,
    TestResult,
    Reference,
    BrokenReference,
    RequirementProject,
)


def ref_of(native_id: str) -> str:
    """The ref of a requirement, assertion, section, journey or step: `r:REQ-p00060-A`."""
    return f"r:{native_id}"


def code_ref(native_id: str) -> str:
    """The ref of a code reference: `r:code/src/kettle.py:12`."""
    return f"r:code/{native_id}"


def test_ref(native_id: str) -> str:
    """The ref of a test: `r:test/tests/test_kettle.py::test_boils`."""
    return f"r:test/{native_id}"


def result_ref(native_id: str) -> str:
    """The ref of a result: `r:result/results/junit.xml#3`."""
    return f"r:result/{native_id}"


def prose_ref(native_id: str) -> str:
    """The ref of prose outside of requirements: `r:prose/spec/kettle.md:12`."""
    return f"r:prose/{native_id}"


def term_ref(native_id: str) -> str:
    """The ref of a term, in lower case: `r:term/kettle`."""
    return f"r:term/{native_id.lower()}"
