"""`get_snapshot_info`: what was compiled, in at most 1.5 KB."""

from typing import Any, ClassVar

import orjson

from compiler.model.facts import Fact, File, LinkKind, Object, fact
from compiler.store.snapshot import Snapshot
from queries import answer
from tests.closing import closed_later
from tests.compiler.samples import sample
from tests.compiler.store.frozen_contents import Contents, freeze
from tests.paths import ROOT
from tests.queries.asking import Json, all_rows, ask
from tests.queries.cases import each
from tests.queries.snapshots import link, place, snapshot, town

TOWN = town()
MAX_SIZE = 1_500


def test_snapshot_info_counts_everything() -> None:
    found = ask(TOWN, "get_snapshot_info")
    assert found["snapshot_id"] == TOWN.id
    assert found["source"] == "town"
    assert found["objects"] == {"file": 1, "person": 3, "place": 4}
    assert found["links"] == {"builds": 1, "lives_in": 2, "near": 1, "road": 4}
    assert found["dangling_links"] == 1
    assert found["diagnostics"] == {"errors": 1, "warnings": 2, "info": 0}
    assert found["packs"] == ["core"]
    assert found["file_count"] == 1


def test_snapshot_info_lists_files_on_request() -> None:
    assert "files" not in ask(TOWN, "get_snapshot_info")
    found = ask(TOWN, "get_snapshot_info", files=True)
    assert found["files"] == [{"path": "town.md", "language": "town", "lines": 6, "size": 107}]
    many = snapshot(texts={f"{number:03}.md": "" for number in range(230)})
    paths = [one["path"] for one in all_rows(many, "get_snapshot_info", "files", files=True)]
    assert paths == [f"{number:03}.md" for number in range(230)]


def test_snapshot_info_leaves_out_what_is_not_known() -> None:
    assert not {"revision", "as_of", "entry", "unread"} & set(ask(TOWN, "get_snapshot_info"))
    main = {"asked": "main", "commit": "1" * 40, "at": "2026-01-01T00:00:00Z", "subject": "Begin"}
    known = ask(snapshot(revision=main, as_of="2026-01-01", unread={"x.md": "too large"}), "get_snapshot_info")
    assert (known["revision"], known["as_of"], known["unread"]) == (main, "2026-01-01", {"x.md": "too large"})


def answer_of_workspace(source: Snapshot, tool: str, **arguments: bool) -> Json:
    """The answer of a workspace, which has fields that the schema of one source has not."""
    return answer(source, tool, arguments)


WORLDS = sorted(path.name for path in (ROOT / "worlds").iterdir() if path.is_dir())


@each("world", WORLDS)
def test_snapshot_info_of_sample_source_is_small_and_complete(world: str) -> None:
    compiled = sample(world)
    asked = answer_of_workspace if compiled.sources else ask
    found = asked(compiled, "get_snapshot_info")
    whole = asked(compiled, "get_snapshot_info", files=True)
    assert len(orjson.dumps(found)) <= MAX_SIZE
    assert not {"more_objects", "more_links"} & set(found)
    shortened = {"unread", "formats"}
    assert [name for name in found if name not in shortened and whole[name] != found[name]] == []


def many_kinds(count: int, **meta: Any) -> Snapshot:
    """A snapshot with `count` kinds of object and of link: one of the first kind, two of the second, and so on."""
    classes: list[type[Object]] = []
    for number in range(1, count + 1):

        @fact
        class Numbered(Object):
            """An object of one of many kinds."""

            table: ClassVar[str] = f"numbered_{number:03}"
            kind: ClassVar[str] = f"numbered_kind_{number:03}"
            id_field: ClassVar[str] = "name"

            name: str

        classes.append(Numbered)
    facts: list[Fact] = [
        one(span=place("x").span, ref=f"t:{one.kind}/{at}", name=str(at))  # type: ignore[call-arg]
        for size, one in enumerate(classes, start=1)
        for at in range(size)
    ]
    kinds = tuple(LinkKind(f"link_of_{one.kind}", "joined", dependent="none") for one in classes)
    hub = place("hub")
    links = [link(hub, hub, one.name) for size, one in enumerate(kinds, start=1) for _ in range(size)]
    whole = {"id": "0" * 64, "source": "many", "compiler_version": "0", "languages": {}, **meta}
    return closed_later(freeze(Contents(whole, facts, links, (), {}, [File, *classes], kinds)))


def test_snapshot_info_of_many_kinds_shows_the_largest_and_counts_the_rest() -> None:
    source = many_kinds(60)
    found = ask(source, "get_snapshot_info")
    assert MAX_SIZE - 200 < len(orjson.dumps(found)) <= MAX_SIZE
    for name in ("objects", "links"):
        shown = list(found[name].values())
        assert shown == list(range(60, 60 - len(shown), -1))
        left = list(range(60 - len(shown), 0, -1))
        assert found[f"more_{name}"] == {"kinds": len(left), "count": sum(left)}
    whole = ask(source, "get_snapshot_info", files=True)
    assert len(whole["objects"]) == len(whole["links"]) == 60


LONG_META: Json = {
    "source": "a-long-name-" * 30,
    "entry": "a-long-entry-" * 30,
    "revision": {"asked": "b" * 300, "commit": "1" * 40, "at": "2026-01-01T00:00:00Z", "subject": "s" * 500},
    "as_of": "2026-01-01T00:00:00Z",
    "languages": {name: {"version": "12", "files": 100_000} for name in ("world", "diagrams", "memory", "knowledge")},
    "unread": {f"folder/{number}/{'f' * 100}.md": "too large" for number in range(900)},
}


def test_snapshot_info_of_long_names_and_many_unread_files_is_small() -> None:
    source = many_kinds(60, **LONG_META)
    found = ask(source, "get_snapshot_info")
    assert len(orjson.dumps(found)) <= MAX_SIZE
    assert (len(found["unread"]), found["unread_count"]) == (3, 900)
    assert found["revision"]["subject"] == f"{'s' * 79}…"
    whole = ask(source, "get_snapshot_info", files=True)
    assert (len(whole["unread"]), whole["unread_count"]) == (100, 900)
    assert whole["revision"] == LONG_META["revision"]
