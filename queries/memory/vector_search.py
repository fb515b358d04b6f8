"""Search by meaning, for snapshots with vectors: alone, or together with a search by words.

The similarity of a record and a query is the cosine of their vectors. Records below `LEAST` are no hits: most unrelated
texts are below it. Filters come first; of the records that pass, the `NEAREST` count. A hybrid score adds two parts in
the shares of `WORDS`: the score by words relative to the best, and the similarity relative to the nearest. Each part is
1.0 for its best record, so neither scale outweighs its share. Joining by ranks alone, as is common, would lose how far
the best hit is ahead of the second.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import islice

from compiler.languages.memory.facts import Record
from compiler.store.snapshot import Snapshot
from compiler.workspace.embeddings.protocol import Similarity, SimilarityError
from compiler.workspace.interface import Workspace
from queries.errors.query_error import QueryError
from queries.memory.ranking import Candidate, Hit, best_first, candidates, exclusion_filter
from queries.memory.word_query import WordQuery
from queries.tools.parameters import Parameter
from queries.tools.schemas import string

NEAREST = 100
LEAST = 0.2
NO_VECTORS = "words alone: this snapshot has no embeddings"
NO_MODEL = "words alone: the model of the embeddings is not installed"
SEARCHED_BY = string("Of a hybrid search that could not go by meaning: words alone, and why.")
WORDS: Mapping[str, float] = {"hybrid": 0.7, "vector": 0.0}  # the share of the words in a score


def search_type_of(default: str, hybrid: str, keyword: str) -> Parameter:
    """Return the parameter `search_type`. `hybrid` and `keyword` say what each type does with words."""
    return Parameter(
        "search_type",
        "string",
        f"hybrid: {hybrid}, and by meaning where the snapshot has embeddings; keyword: {keyword}; vector: by meaning "
        "alone, which needs embeddings.",
        default=default,
        choices=("hybrid", "keyword", "vector"),
    )


def no_vectors() -> QueryError:
    """Return the error for a search by meaning in a snapshot without embeddings."""
    return QueryError(
        "unavailable",
        "Search by vectors is not available: this snapshot was compiled without embeddings (extra frieze[semantic])",
        search_type="vector",
        hint="Leave search_type out, and put several words for the same thing into the query: any of them is enough.",
    )


def check_search_type(workspace: Workspace, search_type: str) -> None:
    """Raise QueryError `unavailable` for a search by vectors alone in a snapshot that has none."""
    if search_type == "vector" and not _has_vectors(workspace.similarity, workspace.snapshot):
        raise no_vectors()


def _has_vectors(similarity: Similarity | None, snapshot: Snapshot) -> bool:
    return similarity is not None and similarity.covers(snapshot)


def goes_by_words(search_type: str, wanted: WordQuery) -> bool:
    """Return whether a search uses words. All types but vector do; an empty query, which lists the newest, does too."""
    return WORDS.get(search_type, 1.0) > 0.0 or wanted.is_empty


def with_meaning(
    similarity: Similarity | None,
    snapshot: Snapshot,
    record_class: type[Record],
    wanted: WordQuery,
    keep: Callable[[Candidate], bool],
    by_words: Sequence[Hit],
    search_type: str,
) -> tuple[list[Hit], dict[str, str]]:
    """Join the hits by words with hits by meaning, best first. Return them, and the fields of an answer (`searched_by`,
    `hint`) that say if a hybrid search only went by words."""
    # A revision of the source may have had no memory yet, and so no vectors: there is nothing to be found in it.
    if search_type not in WORDS or wanted.is_empty or not candidates(snapshot, record_class):
        return list(by_words), {}
    if similarity is None or not similarity.covers(snapshot):
        if search_type == "vector":
            raise no_vectors()
        return list(by_words), {"searched_by": NO_VECTORS}
    try:
        likeness = similarity.similar(snapshot, record_class, " ".join(term.text for term in wanted.terms), LEAST)
    except SimilarityError as error:
        if search_type == "vector":
            raise QueryError("unavailable", str(error), search_type="vector", hint=error.advice) from None
        return list(by_words), {"searched_by": NO_MODEL, "hint": f"{error}. {error.advice}"}
    snapshot.charge(len(likeness))
    is_barred = exclusion_filter(snapshot, record_class, wanted)
    places = snapshot.memoize(
        f"queries.memory.places.{record_class.kind}", lambda snapshot: _places(snapshot, record_class)
    )
    alike = (Hit(places[row].row, like, places[row].entry) for row, like in likeness.items())
    nearest = islice((hit for hit in alike if keep(hit.entry) and not is_barred(hit.row)), NEAREST)
    return _joined(by_words, list(nearest), likeness, WORDS[search_type]), {}


def _places(snapshot: Snapshot, record_class: type[Record]) -> dict[int, Hit]:
    """Return the records by the rows of their facts."""
    return {entry.row: Hit(row, 0.0, entry) for row, entry in candidates(snapshot, record_class).items()}


def _joined(by_words: Sequence[Hit], near: Sequence[Hit], likeness: Mapping[int, float], words: float) -> list[Hit]:
    """Return hits by words and by meaning, scored by the share of each."""
    if not words:
        return best_first(near)
    of_words = words / (max((hit.score for hit in by_words), default=0.0) or 1.0)
    of_meaning = (1.0 - words) / (near[0].score if near else 1.0)
    known = {row for row, _, _ in by_words}
    hits = [
        Hit(row, of_words * score + of_meaning * likeness.get(entry.row, 0.0), entry) for row, score, entry in by_words
    ]
    hits += [Hit(row, of_meaning * like, entry) for row, like, entry in near if row not in known]
    return best_first(hits)
