"""Units that are needed again are at hand, within a bound, and linking leaves them as they are."""

import shutil
from pathlib import Path

import pytest

from compiler.store import codec
from compiler.store import unit_cache as kept_units
from compiler.store.lru import Recent
from tests.closing import compile_source
from tests.paths import ROOT


def held(recent: Recent[str], names: str) -> str:
    return "".join(name for name in names if recent.get(name.encode()))


def test_a_value_is_held_from_the_second_time_on() -> None:
    recent: Recent[str] = Recent(100)
    recent.give(b"a", "value", 10)
    assert recent.get(b"a") is None
    recent.give(b"a", "value", 10)
    assert recent.get(b"a") == "value"


def test_the_bound_holds_and_what_was_used_last_stays() -> None:
    recent: Recent[str] = Recent(100)
    for name in "aabbccdd":
        recent.give(name.encode(), name, 25)
    assert held(recent, "abcd") == "abcd"
    assert recent.get(b"a")
    for name in "eeff":
        recent.give(name.encode(), name, 25)
    assert held(recent, "abcdef") == "adef"
    recent.give(b"g", "g", 26)
    recent.give(b"g", "g", 26)
    assert held(recent, "adefg") == "adef"  # too large to push out several others


def test_linking_leaves_units_as_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Invariant: a unit that is linked once more was not changed by linking it."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    source = Path(shutil.copytree(ROOT / "worlds", tmp_path / "source"))
    units: dict[bytes, object] = {}
    first: dict[bytes, bytes | None] = {}
    read = kept_units.KeptUnits.unit

    def noted(self: kept_units.KeptUnits, key: bytes) -> object:
        if key not in units:
            units[key] = read(self, key)
            first[key] = codec.canonical(units[key])
        return units[key]

    monkeypatch.setattr(kept_units.KeptUnits, "unit", noted)
    compile_source(source, keep=True, jobs=1)
    for path in source.rglob("*.md"):
        path.write_text(path.read_text() + "\n\nA word more.\n")
    compile_source(source, keep=True, jobs=1)
    assert len(units) > 100
    assert {key: codec.canonical(unit) for key, unit in units.items()} == first
