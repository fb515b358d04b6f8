"""A program of its own: reads a Loro document from standard input, writes its content as lines of JSON to standard
output.

Usage: `python loro_program.py FOLDER`, where FOLDER has the package `loro` in it. The document is untrusted and the
package is native code: a panic, an endless loop or exhausted memory ends this process and no other. The first line
names the maps of the document and says how many records follow. A record is one entry of a map, with the name of the
map and its key, or a whole value that is no map. Records and keys are sorted, so the same document gives the same bytes
however it was stored.
"""

import contextlib
import importlib
import json
import math
import sys
from collections.abc import Iterator
from typing import Any

SECONDS = 10  # of processor time, as for any file
MEMORY = 4 * 1024**3
# Characters of all lines together: a constant, and for each byte of the document, which is compressed.
CHARACTERS, CHARACTERS_PER_BYTE = 4 * 1024**2, 32
MAX_DEPTH = 100  # of what is nested in a record
REFUSED = 3  # the exit status when the reason stands on standard output


class Refused(Exception):  # noqa: N818 (what the reader does, not what went wrong)
    """The document cannot be read. The message is a sentence without its full stop."""


def main() -> int:
    """Read and write. Returns the exit status. Reasons that the library gives are passed on."""
    _set_limits()
    sys.path.append(sys.argv[1])
    try:
        content = sys.stdin.buffer.read()
        written = "".join(lines(_value(content), CHARACTERS + CHARACTERS_PER_BYTE * len(content)))
    except Refused as refused:
        return _write(str(refused), REFUSED)
    except MemoryError:
        return _write(f"{MEMORY >> 30} GB of memory are not enough to read it", REFUSED)
    except BaseException as error:  # panics of Rust are no `Exception`
        reason = " ".join(str(error).split())[:200].rstrip(".")
        return _write(f"Loro says '{reason}'", REFUSED)
    return _write(written, 0)


def lines(value: dict[str, Any], most: int) -> Iterator[str]:
    """The content of a document, line by line. Raises Refused when it has more than `most` characters."""
    records = list(_records(value))
    yield _json({"format": "loro", "maps": sorted(value), "records": len(records)})
    left = most
    for record in records:
        line = _json({**record, "value": _plain(record["value"], MAX_DEPTH)})
        left -= len(line)
        if left < 0:
            raise Refused(f"what it holds has more than {most:,} characters")
        yield line


def _set_limits() -> None:
    """Limit the processor time and memory of this process, where the system can."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        resource: Any = importlib.import_module("resource")
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))  # at the hard limit the process is killed
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
    """The value in JSON's terms. Values that are nested too deeply become None."""
    if isinstance(value, dict):
        return {key: _plain(item, depth - 1) for key, item in value.items()} if depth else None
    if isinstance(value, list):
        return [_plain(item, depth - 1) for item in value] if depth else None
    if isinstance(value, bytes):
        return {"bytes": len(value)}
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _write(text: str, status: int) -> int:
    sys.stdout.buffer.write(text.encode("utf-8", "replace"))
    sys.stdout.buffer.flush()
    return status


if __name__ == "__main__":
    sys.exit(main())
