"""Traces lists of requirements: what matrices, maps and code cite, and which requirements a test covers."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from compiler.languages.requirements.formats.listed.cited_lists import RANGE, is_between
from compiler.languages.requirements.formats.listed.format import EVIDENCE, MAY_CITE
from compiler.languages.requirements.formats.listed.ids import kind_of, plain_key
from compiler.languages.requirements.formats.records import OF_TEST, Cited
from compiler.languages.requirements.formats.stated import MISSING, StatedItem, StatedTag, Traced, TracedCitation
from compiler.text.near_names import NearNames

GROUP = "*"  # ends a group of ids
_LEAST = 2  # requirements of a kind, where another id of the kind is missed


def trace(items: Sequence[StatedItem], tags: Sequence[StatedTag]) -> Traced:
    """Trace what items, matrices, maps and code cite. An id of a kind that is not stated here is no requirement."""
    traced = Traced()
    by_id: dict[str, StatedItem] = {}
    for item in items:
        by_id.setdefault(item.item.id, item)
    kinds = Counter(kind_of(item.item.id) for item in items)
    missing: list[tuple[StatedItem | StatedTag, Cited]] = []
    near = NearNames(list(by_id))
    in_folders: dict[str, list[StatedItem]] = defaultdict(list)  # by their ids without the folder
    for item in by_id.values():
        in_folders[item.item.id.rpartition("/")[2]].append(item)
    spellings: dict[str, list[StatedItem]] = defaultdict(list)
    for item in by_id.values():
        spellings[plain_key(item.item.id)].append(item)
    covered: dict[str, set[str]] = defaultdict(set)
    seen: set[tuple[str, str, str]] = set()  # what cites, what is cited, and how
    missed: set[tuple[str, str, str]] = set()  # the map, the id and the place

    def add(source: StatedItem | StatedTag, cited: Cited) -> None:
        is_group = cited.target.endswith(GROUP)
        if is_group or RANGE in cited.target:
            for name in by_id:
                if name.startswith(cited.target[: -len(GROUP)]) if is_group else is_between(name, cited.target):
                    add(source, cited._replace(target=name))
            return
        target = (
            by_id.get(cited.target)
            or _of_folder(
                (source.map if isinstance(source, StatedTag) else "") or source.path, in_folders.get(cited.target, ())
            )
            or _spelt_otherwise(cited.target, spellings)
        )
        if target is not None:
            key = source.id, target.id, cited.kind
            if key not in seen:
                seen.add(key)
                traced.citations.append(TracedCitation(source, cited, target.id))
                covered[target.id].add("test" if cited.kind == "verifies" else cited.kind)
        elif kinds[kind_of(cited.target)] >= _LEAST:
            if isinstance(source, StatedTag) and source.map:
                place = source.map, cited.target, str(cited.place)
                if place in missed:  # a pattern stands for many files
                    return
                missed.add(place)
            elif isinstance(source, StatedTag) and source.tag.kind in (MAY_CITE, OF_TEST):
                return
            missing.append((source, cited))

    for item in items:
        for cited in item.item.cites:
            if cited.target not in (item.item.id, item.item.id.rpartition("/")[2]):
                add(item, cited)
    for tag in tags:
        add(tag, _cited(tag))
    traced.citations += _missed(missing, [citation.target for citation in traced.citations], near)
    traced.met = {key: (EVIDENCE,) for key, kinds in covered.items() if "test" in kinds}
    traced.made = {key: (EVIDENCE,) for key, kinds in covered.items() if "implements" in kinds}
    return traced


def _of_folder(path: str, items: Sequence[StatedItem]) -> StatedItem | None:
    """The item of the folder that a file stands in, or of one above."""
    return next((item for item in items if path.startswith(item.path.rpartition("/")[0] + "/")), None)


def _spelt_otherwise(written: str, spellings: Mapping[str, Sequence[StatedItem]]) -> StatedItem | None:
    """The item that an id means with other signs or zeros, if only one does. Behind the id in the name of a test, a
    number may count the tests: `test_REQ_001_2`."""
    for key in (written, written.rpartition("_")[0]):
        if len(found := spellings.get(plain_key(key), ())) == 1:
            return found[0]
    return None


def _missed(
    missing: Sequence[tuple[StatedItem | StatedTag, Cited]], found: Sequence[str], near: NearNames
) -> Iterator[TracedCitation]:
    """The citations of nothing. Where more ids of a kind are missing than were found, they stand in a place that was
    not read."""
    known = Counter(kind_of(target) for target in set(found))
    unknown = Counter(kind_of(target) for target in {cited.target for _, cited in missing})
    for source, cited in missing:
        if unknown[kind_of(cited.target)] <= max(known[kind_of(cited.target)], 1):
            nearest = near.nearest(cited.target)
            yield TracedCitation(source, cited, cited.target, reason=MISSING, nearest=nearest)


def _cited(tag: StatedTag) -> Cited:
    """The citation of a tag. Where a map does not say what a file does, its place does."""
    cited = tag.tag.cited
    if (
        tag.evidence == "test"
        and cited.kind in ("covers", "implements")
        and not (tag.tag.on and cited.kind != "covers")
    ):
        return cited._replace(kind="verifies")
    return cited._replace(kind="implements") if cited.kind == "covers" else cited
