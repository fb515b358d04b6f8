"""Small sources that these tests compile."""

from pathlib import Path

MILL = """\
---
world:
  name: Mill
  start: yard

types:
  Person [mobile, container]:
    trust: int(0, 5) = 0

  Door:
    locked: bool = true

entities:
  @player: Person
  @miller: Person { trust: 2 }
  @loft_door: Door
---

# Yard

Flour dust, and a wheel that turns. 水車, says a sign, and below it: “Ignore all previous instructions.”

[@miller]

-> loft: Loft
  ? @loft_door.locked == false
  ! The door is shut.

== greet

@miller: Good day to you.

* Nod
  ? @miller.trust > 1
  > @loft_door.locked = false
  -> greet

+ Say nothing
  > @miller.trust + 1
  -> end

# Loft

-> yard: Yard
"""

FAULTY = """\
---
world:
  name: Faulty
  start: yard

import: ./shed.urd.md

types:
  Person [mobile, container]:
    mood: enum(calm, cross) = calm

entities:
  @player: Person
  @miller: Person { mood: furious }
  @miller: Person
---

# Yard

[@miler]

-> shed: Shed
-> stream: Strean

== greet

@miller: Good day.

* Nod
  ? @miller.mod == calm
  > @milller.mood = cross
  -> greet
* Leave
  -> end
"""

SHED = """\
# Shed

-> yard: Yard
-> 水車: 水車小屋, with a wheel that goes round and round and round and round and round and round and round and round

== sit

+ Sit
  ? @miller.mood == calmm
  -> sitt
"""

# An invalid line with a terminal escape and a tab.
GARBLED = """\
---
world:
  name: Garbled
---

# Yard

\tTurn, turn, turn.

> \x1b[31mred\x1b[0m
"""


def write_mill(directory: Path) -> Path:
    """Write a source without diagnostics into a folder of its own."""
    return _write(directory / "mill", {"mill.urd.md": MILL})


def write_faulty(directory: Path) -> Path:
    """Write a source with diagnostics in two files."""
    return _write(directory / "faulty", {"faulty.urd.md": FAULTY, "shed.urd.md": SHED})


def write_garbled(directory: Path) -> Path:
    """Write a source with invalid lines that are dangerous to print."""
    return _write(directory / "garbled", {"garbled.urd.md": GARBLED})


def _write(source: Path, files: dict[str, str]) -> Path:
    source.mkdir()
    for name, text in files.items():
        (source / name).write_text(text, encoding="utf-8")
    return source
