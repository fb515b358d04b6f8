"""A program of its own: a Loro document on standard input, what it holds as lines of JSON on standard output.

`python loro_lines.py FOLDER`: the folder has the package `loro` in it. The document may be anything that somebody calls
one, and the library that reads it is native: where it panics, runs without end or takes all memory, this process ends
and no other. The first line names all that the document has and says how many records follow; each is one entry of a
map, with its name and its key, or a whole value that is no map. Their order, and that of all keys, is that of the
words: the same document gives the same bytes, whatever way it was stored.
"""

import contextlib
import importlib
import json
import math
import sys
from collections.abc import Iterator
from typing import Any

SECONDS = 60  # of processor time
MEMORY = 4 * 1024**3
MOST_CHARACTERS = 256 * 1024**2  # of all lines together
DEEPEST = 100  # of what is nested in a record
REFUSED = 3  # the exit status when the reason stands on standard output


class Refused(Exception):  # noqa: N818 (what the reader does, not what went wrong)
    """Why the document cannot be read, as a sentence without its full stop."""


def main() -> int:
    """Reads and writes. A reason that the library gives is shown as it is."""
    _limit()
    sys.path.append(sys.argv[1])
    try:
        written = "".join(lines(_value(sys.stdin.buffer.read())))
    except Refused as refused:
        return _told(str(refused), REFUSED)
    except MemoryError:
        return _told(f"{MEMORY >> 30} GB of memory are not enough to read it", REFUSED)
    except BaseException as error:  # what Rust raises is no Exception, its panics least of all
        reason = " ".join(str(error).split())[:200].rstrip(".")
        return _told(f"Loro says '{reason}'", REFUSED)
    return _told(written, 0)


def lines(value: dict[str, Any]) -> Iterator[str]:
    """What a document holds, line by line. Raises Refused when that is too much."""
    records = list(_records(value))
    yield _json({"format": "loro", "maps": sorted(value), "records": len(records)})
    left = MOST_CHARACTERS
    for record in records:
        line = _json({**record, "value": _plain(record["value"], DEEPEST)})
        left -= len(line)
        if left < 0:
            raise Refused(f"what it holds has more than {MOST_CHARACTERS} characters")
        yield line


def _limit() -> None:
    """Bounds what this process may use, where the system can do that."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        resource: Any = importlib.import_module("resource")
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))  # at the second it is killed without a word
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _value(content: bytes) -> dict[str, Any]:
    loro: Any = importlib.import_module("loro")
    document = loro.LoroDoc()
    status = document.import_(content)
    if status.pending is not None:
        raise Refused("it holds changes to something that it does not hold")
    value = document.get_deep_value()
    return value if isinstance(value, dict) else {}


def _records(value: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for name, held in sorted(value.items()):
        if isinstance(held, dict):
            yield from ({"map": name, "key": key, "value": held[key]} for key in sorted(held))
        else:
            yield {"map": name, "value": held}


def _json(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n"


def _plain(value: Any, depth: int) -> Any:
    """A value with nothing in it that JSON does not have, and nothing that is nested too deeply."""
    if isinstance(value, dict):
        return {key: _plain(one, depth - 1) for key, one in value.items()} if depth else None
    if isinstance(value, list):
        return [_plain(one, depth - 1) for one in value] if depth else None
    if isinstance(value, bytes):
        return {"bytes": len(value)}
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _told(text: str, status: int) -> int:
    sys.stdout.buffer.write(text.encode("utf-8", "replace"))
    sys.stdout.buffer.flush()
    return status


if __name__ == "__main__":
    sys.exit(main())
