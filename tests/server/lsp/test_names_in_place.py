"""Which node, participant or entity a place of a line names."""

from pathlib import Path

from server.lsp.names_in_place import name_at
from tests.closing import compile_source

PAGE = """# Tea

```mermaid
flowchart LR
  boil[boil the kettle] -->|pour fast| pour
  pour -- boil again --> boil & pour-over["pour it"]
  %% boil
```

```mermaid
erDiagram
  CUP ||--o{ TEA : "CUP of TEA"
```

```mermaid
classDiagram
  Pot <|-- Kettle : Pot heats
```

```mermaid
sequenceDiagram
  participant K as Kettle
  K->>C: K whistles
```
"""


def test_name_is_found_in_what_states_it_and_not_in_what_is_shown(tmp_path: Path) -> None:
    (tmp_path / "tea.md").write_text(PAGE)
    lines = PAGE.split("\n")
    with compile_source(tmp_path) as snapshot:

        def names(number: int) -> list[str]:
            """The names in a line, each marked at all of its letters."""
            line = lines[number - 1]
            found = [name_at(snapshot, "tea.md", number, column, line) for column in range(1, len(line) + 1)]
            spans = dict.fromkeys((ref.rpartition("/")[2], span) for ref, span in filter(None, found))
            assert all(line[span.start_col - 1 : span.end_col - 1] == ref.partition(":")[2] for ref, span in spans)
            return [ref for ref, _ in spans]

        assert names(5) == ["n:boil", "n:pour"]
        assert names(6) == ["n:pour", "n:boil", "n:pour-over"]
        assert names(7) == []
        assert names(12) == ["n:CUP", "n:TEA"]
        assert names(17) == ["n:Pot", "n:Kettle"]
        assert names(22) == ["p:K"]
        assert names(23) == ["p:K", "p:C"]
        assert names(1) == []
