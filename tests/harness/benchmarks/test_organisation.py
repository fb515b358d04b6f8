"""Generated organisations: sources that cite each other, the same bytes for the same seed."""

from pathlib import Path

import pytest

from harness.benchmarks.organisation import charter, names, organisation, write
from tests.closing import compile_source


@pytest.mark.parametrize(("sources", "files"), [(1, 40), (3, 100), (100, 150), (2_000, 2_000)])
def test_organisation_has_the_sources_and_files_asked_for(sources: int, files: int) -> None:
    paths = [path for path, _ in organisation(sources, files)]
    assert len(set(paths)) == len(paths) == files + 1  # frieze.toml
    assert {path.partition("/")[0] for path in paths} == {"frieze.toml", *names(sources)}


def test_organisation_bytes_depend_on_seed_only() -> None:
    assert list(organisation(4, 80, seed=3)) == list(organisation(4, 80, seed=3))
    assert list(organisation(4, 80, seed=3)) != list(organisation(4, 80, seed=4))


def test_organisation_refuses_more_sources_than_files() -> None:
    with pytest.raises(ValueError, match="at least a file"):
        list(organisation(5, 4))


def test_organisation_cites_charters_across_sources(tmp_path: Path) -> None:
    write(tmp_path, 4, 8)
    (tmp_path / "frieze.toml").unlink()  # as one source
    rows = compile_source(tmp_path).rows("SELECT source, target FROM link_full WHERE target LIKE 'r:REQ-p8%'")
    cited = {(source.removeprefix("f:").partition("/")[0], target) for source, target in rows if source[0] == "f"}
    assert len(cited) == 4 * 3
    assert {target for _, target in cited} == {f"r:{charter(at)}" for at in range(4)}
