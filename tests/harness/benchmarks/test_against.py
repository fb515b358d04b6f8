"""The comparison with another checkout: what its runs measure."""

from pathlib import Path

import pytest

from harness.benchmarks.against import Checkout
from tests.paths import ROOT


@pytest.mark.long("times a build in processes of its own")
def test_checkout_run_measures_time_and_size(tmp_path: Path) -> None:
    costs = Checkout(ROOT, tmp_path, "small-messy").measure("cold")
    assert costs["seconds"] > 0
    assert costs["processor"] > 0
    assert costs["bytes"] > 100_000


@pytest.mark.long("times a build in processes of its own")
def test_checkout_change_appends_to_another_file_each_time(tmp_path: Path) -> None:
    checkout = Checkout(ROOT, tmp_path, "small-messy")
    before = _sizes(tmp_path)
    checkout.measure("change")
    once = _changed(before, _sizes(tmp_path))
    checkout.measure("change")
    assert len(once) == 1
    assert len(_changed(before, _sizes(tmp_path))) == 2


def _sizes(folder: Path) -> dict[str, int]:
    return {str(one): one.stat().st_size for one in (folder / "project" / "backlog").rglob("*.md")}


def _changed(before: dict[str, int], after: dict[str, int]) -> list[str]:
    return [path for path, size in after.items() if before.get(path) != size]
