"""A file that states something by its name or its place, and of which nothing is read, is told though it is alone."""

from pathlib import Path

from tests.closing import compile_source
from tests.compiler.tables import table

SPEC_KIT_TEMPLATE = "# Feature Specification: [FEATURE NAME]\n\n**Status**: Draft\n"
ALONE = [
    ({"r/.doorstop.yml": "settings:\n  prefix: R\n", "r/R1.yml": "active: true\ntext: [a\n  b: {\n"}, ["r/R1.yml"]),
    ({"r/R1.yml": "active: true\ntext: [a\n  b: {\n"}, []),
    ({".kiro/specs/door/requirements.md": "# Requirements\n\nA door.\n"}, [".kiro/specs/door/requirements.md"]),
    ({".kiro/specs/door/requirements.md": " \n"}, []),
    ({"specs/001-door/spec.md": "# Feature Specification: Door\n\nA door.\n"}, ["specs/001-door/spec.md"]),
    ({"specs/001-door/spec.md": SPEC_KIT_TEMPLATE}, []),
    ({"specs/door/spec.md": "# Door\n\nA door.\n"}, []),  # any project may have such a page
    ({"door.sdoc": "A door.\n"}, ["door.sdoc"]),
]


@table(("files", "told"), ALONE)
def test_file_of_a_format_of_which_nothing_is_read_is_told(
    tmp_path: Path, files: dict[str, str], told: list[str]
) -> None:
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    found = compile_source(tmp_path).diagnostics()
    assert [one.span.file for one in found if one.code == "REQ601"] == told
