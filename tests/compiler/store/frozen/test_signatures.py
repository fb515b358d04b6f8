"""Signed frozen files: whoever asks for a signature is served what the owner of the key wrote, or one clear error."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import queries
from compiler import SourceError
from compiler.store.frozen.frozen_file import open_frozen, open_signed, write_frozen
from compiler.workspace.interface import RefreshError
from compiler.workspace.opening import watched_snapshot
from compiler.workspace.source_request import SourceRequest
from tests.closing import closed_later, compile_source
from tests.compiler.pipeline.table_rows import tables

serialization = pytest.importorskip("cryptography.hazmat.primitives.serialization")
ed25519 = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.ed25519")
ec = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.ec")

PEM, SSH = "pem", "ssh"


def write_pair(folder: Path, name: str, form: str = SSH, secret: bytes = b"") -> tuple[Path, Path]:
    """Write a new pair of keys as `ssh-keygen` or `openssl` does."""
    key = ed25519.Ed25519PrivateKey.generate()
    encryption = serialization.BestAvailableEncryption(secret) if secret else serialization.NoEncryption()
    formats = serialization.PrivateFormat
    private = key.private_bytes(
        serialization.Encoding.PEM, formats.OpenSSH if form == SSH else formats.PKCS8, encryption
    )
    kinds = serialization.Encoding, serialization.PublicFormat
    public = (
        key.public_key().public_bytes(kinds[0].OpenSSH, kinds[1].OpenSSH)
        if form == SSH
        else key.public_key().public_bytes(kinds[0].PEM, kinds[1].SubjectPublicKeyInfo)
    )
    (folder / name).write_bytes(private)
    (folder / f"{name}.pub").write_bytes(public)
    return folder / name, folder / f"{name}.pub"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / "page.md").write_text("# Kettle\n\nIt boils.\n")
    return tmp_path / "source"


@pytest.fixture
def signed(source: Path, tmp_path: Path) -> tuple[Path, Path]:
    """A signed file, and the public key."""
    private, public = write_pair(tmp_path, "key")
    write_frozen(compile_source(source), tmp_path / "x.frieze", key=private)
    return tmp_path / "x.frieze", public


@pytest.mark.parametrize("form", [PEM, SSH])
def test_signed_file_is_opened_with_its_key(source: Path, tmp_path: Path, form: str) -> None:
    private, public = write_pair(tmp_path, "key", form)
    snapshot = compile_source(source)
    write_frozen(snapshot, tmp_path / "x.frieze", key=private)
    opened = closed_later(open_signed(tmp_path / "x.frieze", public))
    assert tables(opened)["object_row"] == tables(snapshot)["object_row"]
    assert opened.id == snapshot.id
    assert opened.is_foreign


def test_signed_file_is_opened_by_whoever_asks_for_no_signature(signed: tuple[Path, Path]) -> None:
    assert closed_later(open_frozen(signed[0])).text("page.md")


def test_signed_file_of_the_same_source_has_the_same_bytes(source: Path, tmp_path: Path) -> None:
    private, _ = write_pair(tmp_path, "key")
    for name in ("x.frieze", "y.frieze"):
        write_frozen(compile_source(source), tmp_path / name, key=private)
    assert (tmp_path / "x.frieze").read_bytes() == (tmp_path / "y.frieze").read_bytes()


def test_file_without_a_signature_is_refused(source: Path, signed: tuple[Path, Path]) -> None:
    write_frozen(compile_source(source), signed[0])
    with pytest.raises(SourceError, match="is not signed"):
        open_signed(*signed)


def test_signature_of_another_key_is_refused(source: Path, tmp_path: Path, signed: tuple[Path, Path]) -> None:
    other, _ = write_pair(tmp_path, "other")
    write_frozen(compile_source(source), signed[0], key=other)
    with pytest.raises(SourceError, match="is not signed with the key"):
        open_signed(*signed)


def test_signature_of_another_file_is_refused(source: Path, tmp_path: Path, signed: tuple[Path, Path]) -> None:
    path, public = signed
    signature = path.read_bytes()[-(64 + len(b"frieze-signature\n")) :]
    (source / "page.md").write_text("# Kettle\n\nIt leaks.\n")
    write_frozen(compile_source(source), tmp_path / "y.frieze")
    path.write_bytes((tmp_path / "y.frieze").read_bytes() + signature)
    assert closed_later(open_frozen(path)).id
    with pytest.raises(SourceError, match="is not signed with the key"):
        open_signed(path, public)


def test_changed_content_is_refused_whatever_was_changed(signed: tuple[Path, Path]) -> None:
    path, public = signed
    content = path.read_bytes()
    for at in (30, 100, len(content) // 2, len(content) - 200, len(content) - 120, len(content) - 70, len(content) - 1):
        path.write_bytes(content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :])
        with pytest.raises(SourceError):
            open_signed(path, public)
    for cut in (content[:-1], content[:-64], content + b"x", content[:50], b""):
        path.write_bytes(cut)
        with pytest.raises(SourceError):
            open_signed(path, public)


def test_what_is_served_is_what_was_signed_though_the_file_changes(signed: tuple[Path, Path]) -> None:
    path, public = signed
    opened = closed_later(open_signed(path, public))
    path.write_bytes(b"\0" * path.stat().st_size)
    assert "It boils" in (opened.text("page.md") or "")
    assert queries.answer(opened, "query_facts", {"sql": "SELECT file FROM document"})["rows"]


WRONG_KEYS: dict[str, tuple[Callable[[Path], bytes], str]] = {
    "nothing": (lambda _: b"", "holds no .* key"),
    "a text": (lambda _: b"qzx-secret of somebody", "holds no .* key"),
    "the other half": (lambda pair: pair.read_bytes(), "holds no .* key"),
    "another kind": (
        lambda _: (
            ec.generate_private_key(ec.SECP256R1())
            .public_key()
            .public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
        ),
        "another kind",
    ),
    "too much": (lambda _: b"x" * 20_000, "Cannot read the key"),
}


@pytest.mark.parametrize("wrong", WRONG_KEYS)
def test_wrong_public_key_is_one_clear_error(wrong: str, signed: tuple[Path, Path], tmp_path: Path) -> None:
    path, public = signed
    content, words = WRONG_KEYS[wrong]
    public.write_bytes(content(tmp_path / "key"))
    with pytest.raises(SourceError, match=words) as raised:
        open_signed(path, public)
    assert "qzx" not in str(raised.value)


def test_wrong_private_key_writes_nothing(source: Path, tmp_path: Path) -> None:
    _, public = write_pair(tmp_path, "key")
    encrypted, _ = write_pair(tmp_path, "encrypted", PEM, b"a passphrase")
    for key, words in ((public, "holds no private"), (encrypted, "passphrase"), (tmp_path / "none", "No such file")):
        with pytest.raises(SourceError, match=words):
            write_frozen(compile_source(source), tmp_path / "y.frieze", key=key)
    assert not list(tmp_path.glob("y.frieze*"))


def test_signature_needs_the_extra(signed: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives", None)
    with pytest.raises(SourceError, match=r"frieze\[sign\]"):
        open_signed(*signed)


def test_refresh_of_a_signed_file_takes_no_file_without_the_signature(
    source: Path, tmp_path: Path, signed: tuple[Path, Path]
) -> None:
    path, public = signed
    opened = closed_later(open_signed(path, public))
    watched = watched_snapshot(opened, SourceRequest(path, signed_by=public))
    (source / "page.md").write_text("# Kettle\n\nIt leaks.\n")
    write_frozen(compile_source(source), path)
    with pytest.raises(RefreshError, match="is not signed"):
        watched.refresh()
    write_frozen(compile_source(source), path, key=tmp_path / "key")
    done = watched.refresh()
    assert done.before.id == opened.id != closed_later(done.after).id
