"""Repositories whose packs are broken or written to exhaust whoever reads them. See `hostile_repositories`."""

import os
import zlib
from collections.abc import Callable
from hashlib import sha1
from pathlib import Path

from tests.compiler.workspace.git.hostile_repositories import COMMITTER, Attack, case, declare
from tests.compiler.workspace.git.packs import back, copy, entry, header, number, write_pack


def _main(attack: Attack) -> tuple[str, bytes]:
    """Another commit on main, which stands in no file of its own yet: its id and content."""
    tree = attack.tree((b"100644", b"house.urd.md", attack.blob))
    content = b"tree %s\ncommitter %s\n\nIn a pack\n" % (tree.encode(), COMMITTER)
    sha = sha1(b"commit %d\0%s" % (len(content), content)).hexdigest()
    attack.move_main(sha)
    return sha, content


def _folder(attack: Attack) -> Path:
    return attack.git / "objects/pack"


@case(read=True)
def pack_sound(attack: Attack) -> None:
    sha, content = _main(attack)
    write_pack(_folder(attack), [(sha, entry("commit", content))])


@case(read=True)
def pack_of_deltas(attack: Attack) -> None:
    """The commit is a delta of a delta of another one, by offset and by id."""
    sha, content = _main(attack)
    base = b"commit that is a base"
    base_sha = sha1(b"commit %d\0%s" % (len(base), base)).hexdigest()
    first = entry("commit", base)
    middle = number(len(base)) + number(len(content)) + _new(content)
    second = entry("by_id", middle, base=bytes.fromhex(base_sha))
    last = number(len(content)) + number(len(content)) + copy(0, len(content))
    third = entry("by_offset", last, base=back(len(second)))
    write_pack(_folder(attack), [(base_sha, first), ("5" * 40, second), (sha, third)])


def _new(content: bytes) -> bytes:
    """Instructions of a delta that add new bytes."""
    parts = (content[at : at + 127] for at in range(0, len(content), 127))
    return b"".join(bytes([len(part)]) + part for part in parts)


def _spoilt(spoil: Callable[[Path], object], suffix: str) -> Callable[[Attack], None]:
    def build(attack: Attack) -> None:
        sha, content = _main(attack)
        write_pack(_folder(attack), [(sha, entry("commit", content))])
        spoil(next(_folder(attack).glob(f"*.{suffix}")))

    return build


def _cut(count: int) -> Callable[[Path], object]:
    return lambda path: path.write_bytes(path.read_bytes()[:count])


def _piped(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


declare("pack_truncated", _spoilt(_cut(20), "pack"), read=False)
declare("pack_empty", _spoilt(_cut(0), "pack"), read=False)
declare("pack_missing", _spoilt(Path.unlink, "pack"), read=False)
declare("pack_pipe", _spoilt(_piped, "pack"), read=False)
declare("pack_garbage", _spoilt(lambda path: path.write_bytes(b"\xff" * 4_000), "pack"), read=False)
declare("index_truncated", _spoilt(_cut(1_040), "idx"), read=False)
declare("index_empty", _spoilt(_cut(0), "idx"), read=False)
declare("index_pipe", _spoilt(_piped, "idx"), read=False)
declare("index_missing", _spoilt(Path.unlink, "idx"), read=False)
declare("index_garbage", _spoilt(lambda path: path.write_bytes(b"\xfftOc" + b"\xff" * 4_000), "idx"), read=False)


def _fan_out(ends: bytes) -> Callable[[Attack], None]:
    def build(attack: Attack) -> None:
        sha, content = _main(attack)
        write_pack(_folder(attack), [(sha, entry("commit", content))], fan_out=ends)

    return build


declare("index_counts_too_many", _fan_out(b"\xff\xff\xff\xff" * 256), read=False)
declare("index_falls", _fan_out(b"\0\0\0\1" * 128 + b"\0\0\0\0" * 128), read=False)


@case(read=False)
def index_far_offset(attack: Attack) -> None:
    sha, content = _main(attack)
    write_pack(_folder(attack), [(sha, entry("commit", content))])
    path = next(_folder(attack).glob("*.idx"))
    found = bytearray(path.read_bytes())
    found[8 + 1024 + 24 : 8 + 1024 + 28] = b"\xff\xff\xff\xff"
    path.write_bytes(found)


def _as_main(make: Callable[[str], bytes]) -> Callable[[Attack], None]:
    """A pack whose only entry stands for the commit of main."""

    def build(attack: Attack) -> None:
        sha, _ = _main(attack)
        write_pack(_folder(attack), [(sha, make(sha))])

    return build


declare("entry_of_no_kind", _as_main(lambda _: b"\x00" + zlib.compress(b"x")), read=False)
declare("entry_without_end_of_size", _as_main(lambda _: b"\x9f" + b"\xff" * 60), read=False)
declare("entry_declares_more", _as_main(lambda _: entry("commit", b"x", size=10**12)), read=False)
declare("entry_declares_less", _as_main(lambda _: entry("commit", bytes(10**8), size=10)), read=False)
declare("delta_of_itself", _as_main(lambda sha: entry("by_id", b"\1\1\1x", base=bytes.fromhex(sha))), read=False)
declare("delta_of_itself_by_offset", _as_main(lambda _: entry("by_offset", b"\1\1\1x", base=b"\0")), read=False)
declare("delta_of_before_the_pack", _as_main(lambda _: entry("by_offset", b"\1\1\1x", base=back(10**6))), read=False)
declare("delta_of_nothing", _as_main(lambda _: entry("by_id", b"\1\1\1x", base=b"\1" * 20)), read=False)


def _delta(delta: bytes, base: bytes = b"x" * 1000, *, size: int | None = None) -> Callable[[Attack], None]:
    """A pack in which the commit of main is a delta of a blob."""

    def build(attack: Attack) -> None:
        sha, _ = _main(attack)
        first = entry("blob", base)
        write_pack(
            _folder(attack), [("4" * 40, first), (sha, entry("by_offset", delta, base=back(len(first)), size=size))]
        )

    return build


declare("delta_declares_a_terabyte", _delta(number(1_000) + number(1 << 40) + copy(0, 1_000) * 1_000), read=False)
declare("delta_makes_more", _delta(number(1_000) + number(10) + copy(0, 1_000) * 1_000_000), read=False)
declare("delta_makes_less", _delta(number(1_000) + number(900_000) + copy(0, 10)), read=False)
declare("delta_copies_from_beyond", _delta(number(1_000) + number(10) + copy(1 << 31, 10)), read=False)
declare("delta_of_another_size", _delta(number(999) + number(10) + copy(0, 10)), read=False)
declare("delta_of_nothing_at_all", _delta(b"", size=0), read=False)
declare("delta_of_zeros", _delta(number(1_000) + number(10) + bytes(1_000)), read=False)
declare("delta_breaks_off", _delta(number(1_000) + number(10) + b"\xff\0"), read=False)
declare("delta_size_without_end", _delta(b"\xff" * 1_000), read=False)
declare("delta_bomb", _delta(bytes(200 << 20), size=200 << 20), read=False)


@case(read=False)
def deltas_in_a_circle(attack: Attack) -> None:
    sha, _ = _main(attack)
    other = "4" * 40
    pair = [(one, entry("by_id", b"\1\1\1x", base=bytes.fromhex(base))) for one, base in ((sha, other), (other, sha))]
    write_pack(_folder(attack), pair)


@case(read=False)
def deltas_across_packs_in_a_circle(attack: Attack) -> None:
    """Each of two packs has an object that is a delta of the other's."""
    sha, _ = _main(attack)
    other = "4" * 40
    for one, base in ((sha, other), (other, sha)):
        write_pack(_folder(attack), [(one, entry("by_id", b"\1\1\1x", base=bytes.fromhex(base)))])


@case(read=False)
def deltas_without_end(attack: Attack) -> None:
    """A chain of 6,000 deltas, each of which makes the same megabyte."""
    sha, _ = _main(attack)
    size = 1_000_000
    entries = [(f"{0:040x}", entry("commit", bytes(size)))]
    delta = zlib.compress(number(size) + number(size) + copy(0, size))
    raw = len(number(size)) * 2 + 8
    for place in range(1, 6_000):
        name = sha if place == 5_999 else f"{place:040x}"
        entries.append((name, header("by_offset", raw) + back(len(entries[-1][1])) + delta))
    write_pack(_folder(attack), entries)


@case(read=True)
def packs_by_the_hundred(attack: Attack) -> None:
    """More packs than a process may have open files."""
    sha, content = _main(attack)
    for place in range(700):
        write_pack(_folder(attack), [(f"{place:040x}", entry("blob", b"%d" % place))])
    write_pack(_folder(attack), [(sha, entry("commit", content))])
