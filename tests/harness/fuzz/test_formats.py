"""A few mistakes in each sample of a format; `python -m harness.fuzz.formats` makes thousands."""

import pytest

from harness.fuzz import formats
from harness.fuzz.format_samples import Sample, samples

MUTANTS = 15
SAMPLES = samples()


@pytest.mark.parametrize("sample", SAMPLES, ids=[one.name for one in SAMPLES])
def test_mistake_in_a_format_costs_little(sample: Sample) -> None:
    assert [one.what for one in formats.failures(sample, MUTANTS, seed=7)] == []


def test_lost_records_and_exceptions_are_failures(monkeypatch: pytest.MonkeyPatch) -> None:
    (sample,) = [one for one in SAMPLES if one.name == "export-locks.json"]
    right = formats.parsed

    def loses_all(_: object, path: str, text: str) -> object:
        return right(sample.language, path, text) if text == sample.files[path] else None

    def raises(_: object, path: str, text: str) -> object:
        if text != sample.files[path]:
            raise ValueError("no")
        return right(sample.language, path, text)

    monkeypatch.setattr(formats, "parsed", loses_all)
    assert all(one.what.startswith("lost in the file") for one in formats.failures(sample, 5, seed=1))
    assert list(formats.failures(sample, 5, seed=1))
    monkeypatch.setattr(formats, "parsed", raises)
    assert {one.what for one in formats.failures(sample, 5, seed=1)} == {"ValueError: no"}
