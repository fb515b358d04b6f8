"""The corpus: what fuzzing found once, a JSON file each, which the tests try again."""

import json
from base64 import b64decode, b64encode
from hashlib import sha256
from pathlib import Path
from typing import Any

from harness.fuzz.failure import Failure, Files
from tests.paths import ROOT

CORPUS = ROOT / "harness" / "fuzz" / "corpus"


def write_case(folder: Path, failure: Failure, drawn: str = "") -> Path:
    """Write a failure into a folder, and return its file. `drawn` is the seed and the round that found it."""
    case: dict[str, Any] = {"kind": failure.kind, "files": _shown(failure.files), "edited": _shown(failure.edited)}
    case |= {"drawn": drawn} if drawn else {}
    body = json.dumps(case, indent=1, ensure_ascii=True) + "\n"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{sha256(body.encode()).hexdigest()[:12]}.json"
    path.write_text(body, encoding="ascii")
    return path


def read_case(path: Path) -> Failure:
    """Read a failure from its file."""
    case = json.loads(path.read_text(encoding="ascii"))
    return Failure(case["kind"], _read(case["files"]), _read(case["edited"]))


def _shown(files: Files) -> dict[str, Any]:
    """Files as JSON: the text, or where that is none the bytes in base64."""
    return {path: _text(content) for path, content in sorted(files.items())}


def _text(content: bytes) -> Any:
    try:
        return content.decode()
    except UnicodeDecodeError:
        return {"base64": b64encode(content).decode()}


def _read(shown: dict[str, Any]) -> dict[str, bytes]:
    return {path: one.encode() if isinstance(one, str) else b64decode(one["base64"]) for path, one in shown.items()}
