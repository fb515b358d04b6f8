"""The fact classes: dataclasses with a generated `__init__`."""

from dataclasses import FrozenInstanceError, fields, replace
from typing import Any

import pytest

from compiler.languages.requirements.facts import FACT_CLASSES, JourneyStep
from compiler.model.spans import NOWHERE

STEP = JourneyStep(span=NOWHERE, ref="r:JNY-1/1", step="JNY-1/1", journey="JNY-1", number=1, text="Fill", ordinal=0)


def test_facts_have_their_fields() -> None:
    for one in FACT_CLASSES:
        values: dict[str, Any] = {field.name: object() for field in fields(one)}
        made = one(**values)
        assert {name: getattr(made, name) for name in values} == values, one


def test_facts_are_frozen_equal_by_value_and_replaceable() -> None:
    assert replace(STEP, number=2) == replace(STEP, number=2) != STEP
    with pytest.raises(FrozenInstanceError):
        STEP.number = 2  # type: ignore[misc]


def test_facts_take_exactly_their_fields() -> None:
    for values in ({}, {"colour": "red"}):
        with pytest.raises(TypeError):
            JourneyStep(**values)  # type: ignore[arg-type]
