"""The names of walkthrough files."""

from compiler.languages.diagrams.syntax.files.walkthrough import file_names, id_of_file
from tests.compiler.tables import table


@table(
    ("id_", "stem"),
    [
        ("tour", "tour"),
        ("a.b", "a.b"),
        ("w:1", "~773a31"),
        ("~x", "~7e78"),
        ("..", "~2e2e"),
        ("end.", "~656e642e"),
        ("con", "~636f6e"),
        ("Nul.x", "~4e756c2e78"),
        ("console", "console"),
        ("é?", "~c3a93f"),
    ],
)
def test_file_names_encode_unsafe_ids_in_hex(id_: str, stem: str) -> None:
    assert file_names(id_)[0] == f"{stem}.wt.json"
    assert id_of_file(f"walkthroughs/{stem}.wt.json") == id_
