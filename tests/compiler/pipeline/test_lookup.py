"""An unchanged source is opened from the cache, and nothing that builds is imported for that."""

import json
import subprocess
import sys
from pathlib import Path

from tests.paths import ROOT
from tests.server.processes import environment

OPENED = """
import json, sys
from compiler import compile_source
with_cache = compile_source(sys.argv[1], keep=True)
json.dump([with_cache.id, [one for one in sys.modules if one.startswith("compiler.pipeline.")]], sys.stdout)
"""


def opened(source: Path, cache: Path) -> tuple[str, set[str]]:
    """The id of a source's snapshot, and the modules of the pipeline that a fresh interpreter has loaded for it."""
    command = [sys.executable, "-c", OPENED, str(source)]
    env = environment(XDG_CACHE_HOME=str(cache))
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, check=True)
    found, loaded = json.loads(done.stdout)
    return found, set(loaded)


def test_unchanged_source_is_opened_without_what_builds(tmp_path: Path) -> None:
    source, cache = tmp_path / "source", tmp_path / "cache"
    source.mkdir()
    (source / "flow.mmd").write_text("graph TD\n  a --> b\n")
    first, building = opened(source, cache)
    assert "compiler.pipeline.build" in building
    second, loaded = opened(source, cache)
    assert second == first
    assert loaded & {"compiler.pipeline.build", "compiler.pipeline.parsing", "compiler.pipeline.freezing"} == set()
    (source / "flow.mmd").write_text("graph TD\n  a --> c\n")
    third, loaded = opened(source, cache)
    assert third != first and "compiler.pipeline.build" in loaded
