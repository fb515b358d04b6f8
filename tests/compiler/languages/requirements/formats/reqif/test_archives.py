"""Archives of ReqIF: what is read of them, and their bounds."""

import io
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZipFile

from compiler.languages.requirements.declaration import REQUIREMENTS
from compiler.languages.requirements.formats.reqif.archive import Limits, parse_archive
from tests.compiler.languages.requirements.formats.reqif.documents import document, simple
from tests.compiler.tables import table


def zipped(method: int = ZIP_DEFLATED, /, **files: str | bytes) -> bytes:
    """An archive; `__` in a name stands for a slash."""
    content = io.BytesIO()
    with ZipFile(content, "w", method) as opened:
        for name, text in files.items():
            opened.writestr(name.replace("__", "/").replace("_", "."), text)
    return content.getvalue()


ONE = document(simple("o", "A"))


def reasons(content: bytes) -> list[str]:
    return [one.reason for one in parse_archive("a.reqifz", content).unread]


def test_documents_of_all_folders_are_read_in_order() -> None:
    found = parse_archive("a.reqifz", zipped(b__b_reqif=document(simple("p", "B")), a_reqif=ONE, pic_png=b"\x89"))
    assert [(one.id, dict(one.fields)["member"], one.first) for one in found.items] == [
        ("A", "a.reqif:7", 1),
        ("B", "b/b.reqif:7", 1),
    ]


@table("encoding", ["utf-8-sig", "utf-16", "iso-8859-1"])
def test_document_is_decoded_as_it_says(encoding: str) -> None:
    text = document(simple("o", "A", "<p>Glöckchen</p>")).replace("UTF-8", encoding.removesuffix("-sig"))
    (one,) = parse_archive("a.reqifz", zipped(a_reqif=text.encode(encoding))).items
    assert one.text == "Glöckchen"


def test_what_cannot_be_read_is_said() -> None:
    assert reasons(b"PK junk") == ["it is no archive that can be read (BadZipFile)"]
    assert reasons(zipped(a_txt="x")) == ["no .reqif is in it"]
    assert reasons(zipped(a_reqif=b"<REQ-IF>\xff</REQ-IF>")) == ["it cannot be unpacked and read (UnicodeDecodeError)"]
    assert reasons(zipped(a_reqif="<REQ-IF>")) == ["it is not well-formed XML (no element found) (a.reqif:1)"]


def test_no_more_is_unpacked_than_the_limits_allow() -> None:
    content = zipped(a_reqif=ONE + " " * 10_000_000, b_reqif=ONE, c_reqif=ONE)
    found = parse_archive("a.reqifz", content, Limits(documents=2, document=2_000))
    assert [one.id for one in found.items] == ["A"]
    assert [one.reason for one in found.unread] == ["no more than 2 documents are read", "it has more than 2000 bytes"]


@table("method", [ZIP_BZIP2, ZIP_LZMA])
def test_archive_compressed_by_a_method_without_bounds_is_not_unpacked(method: int) -> None:
    """`zipfile` unpacks 4,096 bytes of BZIP2 at once, which may become 4 GB."""
    assert reasons(zipped(method, a_reqif=ONE)) == ["it is compressed by another method than deflate"]


def test_archive_is_a_binary_file_whose_text_are_its_items() -> None:
    assert REQUIREMENTS.binary
    unit, findings = REQUIREMENTS.binary.parse("a.reqifz", zipped(a_reqif=ONE))
    assert (REQUIREMENTS.binary.shown(unit), list(findings)) == ("A \nText.\n\n", [])
    assert REQUIREMENTS.is_binary("x/A.REQIFZ")
    assert not REQUIREMENTS.is_binary("x/a.reqif")
