"""A module is imported without some of those that it takes names from, and they are loaded when a name is used."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from server.sdk.eras import put_off_eras
from server.sdk.stand_ins import Later, import_without, load_before_use

MODULES = ("stood_user", "stood_used")
USED = "LIMIT = 3\nclass Kind:\n    NAME = 'kind'\ndef double(number): return 2 * number\n"


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder that modules are imported from."""
    sys.path.insert(0, str(tmp_path))
    (tmp_path / "stood_used.py").write_text(USED)
    yield tmp_path
    sys.path.remove(str(tmp_path))
    for name in MODULES:
        sys.modules.pop(name, None)


def imported(folder: Path, text: str) -> Any:
    """The module with this text, imported without the module that it takes names from."""
    (folder / "stood_user.py").write_text(text)
    return import_without("stood_user", ["stood_used"])


def test_module_is_loaded_when_a_name_is_called_or_asked(folder: Path) -> None:
    user = imported(folder, "from stood_used import Kind, double\n")
    assert "stood_used" not in sys.modules and isinstance(user.double, Later)
    assert user.double(4) == 8
    assert user.Kind.NAME == "kind" and "stood_used" in sys.modules


def test_module_that_was_taken_whole_has_its_names_afterwards(folder: Path) -> None:
    user = imported(folder, "import stood_used as used\n")
    assert "stood_used" not in sys.modules
    assert user.used.LIMIT == 3


def test_methods_get_loaded_names_and_defaults(folder: Path) -> None:
    text = (
        "from stood_used import LIMIT, Kind\n"
        "class User:\n"
        "    def is_kind(self, one, limit=LIMIT, *, most=LIMIT): return isinstance(one, Kind), limit, most\n"
    )
    user = imported(folder, text)
    load_before_use(user, user.User)
    assert user.User().is_kind(1) == (False, 3, 3)
    assert user.User().is_kind(user.Kind(), 4) == (True, 4, 3)


def test_module_that_does_more_with_names_is_imported_as_ever(folder: Path) -> None:
    """Such as a class that is derived from a name: a `Later` cannot be."""
    text = "from stood_used import LIMIT, Kind\nMORE = LIMIT + 1\nclass User(Kind): pass\n"
    assert imported(folder, text) is None
    import stood_user  # type: ignore[import-not-found]

    assert (stood_user.MORE, stood_user.User.NAME) == (4, "kind")


MAPS = "from types import MappingProxyType\nimport stood_used as used\nMAP = MappingProxyType({'a': used.Kind})\n"


def test_map_loads_an_entry_that_is_asked_for(folder: Path) -> None:
    (folder / "stood_user.py").write_text(f"{MAPS}def of(key, known=MAP): return known[key].NAME\n")
    put_off_eras("stood_user", ["stood_used"])
    assert "stood_used" not in sys.modules
    user = sys.modules["stood_user"]
    assert "a" in user.MAP and "stood_used" not in sys.modules
    assert user.of("a") == "kind" and "stood_used" in sys.modules


def test_module_with_more_than_maps_is_imported_as_ever(folder: Path) -> None:
    (folder / "stood_user.py").write_text(f"{MAPS}KINDS = [used.Kind]\n")
    put_off_eras("stood_user", ["stood_used"])
    assert "stood_user" not in sys.modules
    import stood_user

    assert stood_user.KINDS[0].NAME == stood_user.MAP["a"].NAME == "kind"


def test_imported_module_is_left_alone(folder: Path) -> None:
    assert imported(folder, "import stood_used\n") is not None
    assert import_without("stood_user", ["stood_used"]) is None
