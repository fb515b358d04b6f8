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
    tracer = _Tracer(items)
    for item in items:
        for cited in item.item.cites:
            if cited.target not in (item.item.id, item.item.id.rpartition("/")[2]):
                tracer.add(item, cited)
    for tag in tags:
        tracer.add(tag, _cited(tag))
    return tracer.traced()


class _Tracer:
    """Finds what citations lead to."""

    def __init__(self, items: Sequence[StatedItem]) -> None:
        self._by_id: dict[str, StatedItem] = {}
        for item in items:
            self._by_id.setdefault(item.item.id, item)
        self._kinds = Counter(kind_of(item.item.id) for item in items)
        self._in_folders: dict[str, list[StatedItem]] = defaultdict(list)  # by their ids without the folder
        self._spellings: dict[str, list[StatedItem]] = defaultdict(list)
        for item in self._by_id.values():
            self._in_folders[item.item.id.rpartition("/")[2]].append(item)
            self._spellings[plain_key(item.item.id)].append(item)
        self._citations: list[TracedCitation] = []
        self._covered: dict[str, set[str]] = defaultdict(set)
        self._missing: list[tuple[StatedItem | StatedTag, Cited]] = []
        self._seen: set[tuple[str, str, str]] = set()  # what cites, what is cited, and how
        self._missed: set[tuple[str, str, str]] = set()  # the map, the id and the place

    def add(self, source: StatedItem | StatedTag, cited: Cited) -> None:
        """Add a citation: of an id, of a range of ids, or of all that begin alike."""
        is_group = cited.target.endswith(GROUP)
        if is_group or RANGE in cited.target:
            for name in self._by_id:
                if name.startswith(cited.target[: -len(GROUP)]) if is_group else is_between(name, cited.target):
                    self.add(source, cited._replace(target=name))
            return
        target = self._target(source, cited.target)
        if target is None:
            self._miss(source, cited)
        elif isinstance(source, StatedTag) and source.map and source.path == target.path:
            return  # an index names the page of each requirement
        elif (key := (source.id, target.id, cited.kind)) not in self._seen:
            self._seen.add(key)
            self._citations.append(TracedCitation(source, cited, target.id))
            if not (isinstance(source, StatedTag) and source.is_skipped):
                self._covered[target.id].add("test" if cited.kind == "verifies" else cited.kind)

    def _target(self, source: StatedItem | StatedTag, written: str) -> StatedItem | None:
        """The item that an id means: of the whole source, of the folder of what cites it, or spelt otherwise."""
        path = (source.map if isinstance(source, StatedTag) else "") or source.path
        return (
            self._by_id.get(written)
            or _of_folder(path, self._in_folders.get(written, ()))
            or _spelt_otherwise(written, self._spellings)
        )

    def _miss(self, source: StatedItem | StatedTag, cited: Cited) -> None:
        """Note a citation of an id that is not stated, if others of its kind are."""
        if self._kinds[kind_of(cited.target)] < _LEAST:
            return
        if isinstance(source, StatedTag) and source.map:
            place = source.map, cited.target, str(cited.place)
            if place in self._missed:  # a pattern stands for many files
                return
            self._missed.add(place)
        elif isinstance(source, StatedTag) and source.tag.kind in (MAY_CITE, OF_TEST):
            return
        self._missing.append((source, cited))

    def traced(self) -> Traced:
        """Return what was found, and the citations of nothing."""
        found = [citation.target for citation in self._citations]
        traced = Traced()
        traced.citations += [*self._citations, *_missed(self._missing, found, NearNames(list(self._by_id)))]
        traced.met = {key: (EVIDENCE,) for key, kinds in self._covered.items() if "test" in kinds}
        traced.made = {key: (EVIDENCE,) for key, kinds in self._covered.items() if "implements" in kinds}
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
