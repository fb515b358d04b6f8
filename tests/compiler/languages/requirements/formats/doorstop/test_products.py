"""Documents of Doorstop that all have one parent give each of its items an assertion: a product, which is bounded."""

from pathlib import Path

from compiler.languages.requirements.formats.doorstop.settling import NEEDS, NEEDS_PER_FILE
from tests.closing import compile_source

DOCUMENT = 'settings:\n  digits: 3\n  prefix: {}\n  sep: "-"\n'
COUNT = 120


def test_assertions_of_many_items_and_many_child_documents_are_bounded_and_said(tmp_path: Path) -> None:
    for at in range(COUNT):
        child = tmp_path / f"r{at}"
        child.mkdir()
        (child / ".doorstop.yml").write_text(DOCUMENT.format(f"S{at}") + "  parent: R\n")
    (tmp_path / ".doorstop.yml").write_text(DOCUMENT.format("R"))
    for at in range(COUNT):
        (tmp_path / f"R-{at:03}.yml").write_text("active: true\nlevel: 1.0\ntext: a\n")
    snapshot = compile_source(tmp_path)
    made = len(snapshot.objects(kind="assertion"))
    assert 0 < made <= NEEDS + NEEDS_PER_FILE * (2 * COUNT + 1) < COUNT * COUNT
    assert len(snapshot.objects(kind="requirement")) == COUNT
    assert any("are left out" in one.message for one in snapshot.diagnostics())
