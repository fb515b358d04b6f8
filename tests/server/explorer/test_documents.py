"""The pages of notes and documents: what leads to them, outlines, and texts of sections."""

from pathlib import Path

from server.transport.pages import MOUNT
from tests.server.explorer.reading import client_of, sample, seen, seen_of_files

MILL = "cider-mill"


def test_note_has_what_leads_to_it_once_a_line() -> None:
    rows = seen(MILL, "/notes").tables["Notes and what leads to them"][1:]
    assert [row[0] for row in rows] == ["How to run the press", "Cloths", "Press day", "Scale"]
    (cloths,) = [row for row in rows if row[0] == "Cloths"]
    assert cloths[3] == "note Press day notes/press-day.md:9 note Scale notes/scale.md:3"


def test_documents_are_listed_with_citations() -> None:
    page = seen(MILL, "/documents")
    (row,) = [row for row in page.tables["Documents and what leads to them"] if "0004-weigh-fruit" in row[4]]
    assert row[0] == "4. Weigh fruit at the gate"
    assert row[3].endswith("times")


def test_documents_are_filtered_by_folder() -> None:
    page = seen(MILL, "/documents")
    below = seen(MILL, page.links["notes"].removeprefix(MOUNT))
    assert len(below.tables["Documents and what leads to them"]) == 4


def test_document_has_outline_that_leads_to_texts() -> None:
    page = seen(MILL, "/document?id=docs/adr/0002-paper-ledger.md")
    text = seen(MILL, page.links["Status"].removeprefix(MOUNT).partition("#")[0])
    assert "as written. ## Status" in text.text


def test_document_lists_what_leads_to_it_and_its_objects() -> None:
    page = seen(MILL, "/document?id=docs/adr/0003-shared-sheet.md")
    assert "decision ADR-0003 Keep bookings in a shared sheet, line 1" in page.text
    leading = page.text.split("What leads here")[1]
    assert "docs/adr/0002-paper-ledger.md:7" in leading
    assert "docs/adr/0005-booking-service.md:9" in leading


def test_unknown_document_is_an_error() -> None:
    assert client_of(sample(MILL)).get(f"{MOUNT}/document?id=none.md").status_code == 404


def test_document_pages_escape_titles_texts_and_fields(tmp_path: Path) -> None:
    hostile = "<script>alert(1)</script>"
    files = {"a.md": f"---\nfield: '{hostile}'\nmap: {{a: '{hostile}'}}\n---\n\n# {hostile}\n\n{hostile} [b](b.md)\n"}
    files["b.md"] = f"# {hostile} b\n\n[a](a.md)\n"
    for address in ("/documents", "/document?id=a.md", "/document?id=b.md", "/notes"):
        page = seen_of_files(tmp_path, files, address)
        assert page.tags.count("script") == 1, address


def test_code_that_only_a_map_names_has_a_page(tmp_path: Path) -> None:
    table = "| ID | Requirement |\n|---|---|\n| HORN-3 | It sounds |\n| HORN-4 | It stops |\n"
    files = {
        "docs/reqs.md": f"# Requirements\n\n{table}",
        "trace.yaml": "requirements:\n  - id: HORN-3\n    code: [src/horn.py]\n",
        "src/horn.py": "x = 1\n",
    }
    page = seen_of_files(tmp_path, files, "/source?file=src/horn.py")
    assert "The snapshot has no text of this file." in page.text


def test_section_whose_anchor_is_too_long_to_ask_for_is_no_link(tmp_path: Path) -> None:
    page = seen_of_files(tmp_path, {"a.md": f"# {'long ' * 300}\n\n## Short\n"}, "/document?id=a.md")
    assert "Short" in page.links
    assert not any("long-long" in address for address in page.addresses)
