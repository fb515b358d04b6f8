"""A program of its own: reads the text of a Mermaid diagram from standard input, writes its SVG to standard output.

Usage: `python merman_program.py FOLDER`, where FOLDER has the package `merman` in it. The text is untrusted and the
package is native code: a panic, an endless loop or exhausted memory ends this process and no other. The exit status is
`REFUSED` when the reason stands on standard output.
"""

import contextlib
import importlib
import json
import sys
from typing import Any

SECONDS = 5  # of processor time
MEMORY = 1024**3
MAX_SVG = 2_000_000  # bytes
REFUSED = 3

OPTIONS = {
    "version": 2,
    "resources": {
        "profile": "interactive",
        "limits": {"max_source_bytes": 400_000, "max_svg_bytes": MAX_SVG, "max_svg_elements": 20_000},
    },
    "svg": {"diagram_id": "chart", "pipeline": "parity"},
    # What `secure` names, the text of a diagram may not set. The ground of our images is white, so the theme is a light
    # one; texts are measured in the font that our images name.
    "site_config": {
        "fontFamily": "Arial, Helvetica, sans-serif",
        "theme": "default",
        "secure": [
            *("secure", "securityLevel", "startOnLoad", "maxTextSize", "suppressErrorRendering", "maxEdges"),
            *("theme", "darkMode", "themeCSS", "fontFamily", "altFontFamily"),
        ],
    },
}


def main() -> int:
    """Read and write. Returns the exit status."""
    _set_limits()
    sys.path.append(sys.argv[1])
    try:
        source = sys.stdin.buffer.read().decode("utf-8", "replace")
        merman: Any = importlib.import_module("merman")
        written: str = merman.Merman().render_svg(source, json.dumps(OPTIONS))
    except BaseException as error:  # panics of Rust are no `Exception`
        return _write(_words(error), REFUSED)
    return _write(written, 0)


def _set_limits() -> None:
    """Limit the processor time and memory of this process, where the system can."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        resource: Any = importlib.import_module("resource")
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))  # at the hard limit the process is killed
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _words(error: BaseException) -> str:
    return str(getattr(error, "message", "") or error)


def _write(text: str, status: int) -> int:
    sys.stdout.buffer.write(text.encode("utf-8", "replace"))
    sys.stdout.buffer.flush()
    return status


if __name__ == "__main__":
    sys.exit(main())
