"""A question beside the vectors of a snapshot: how near each fact is to it in meaning.

Products of whole numbers this small are exact in single precision, so that neither the machine nor the way of counting
changes an answer. numpy counts where it is installed, which it is with every embedder of ours.
"""

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from math import sqrt
from operator import mul
from typing import Any

from compiler.model.facts import Fact
from compiler.store.snapshot import Snapshot
from compiler.store.vectors import META, Embedder, EmbedderError
from compiler.workspace.embeddings import embedder
from compiler.workspace.embeddings.protocol import SimilarityError


class VectorSimilarity:
    """The `Similarity` of the vectors that a snapshot was compiled with."""

    def covers(self, snapshot: Snapshot) -> bool:
        return META in snapshot.meta

    def similar(self, snapshot: Snapshot, fact_class: type[Fact], text: str, least: float) -> Mapping[int, float]:
        try:
            question = _embedder_of(snapshot).vector(text)
        except EmbedderError as error:
            raise SimilarityError("Search by vectors is not available", str(error)) from error
        vectors = snapshot.memoize(
            f"compiler.embeddings.{fact_class.table}", lambda snapshot: _vectors(snapshot, fact_class)
        )
        return vectors.near(question, least) if question and vectors.rows else {}


def _embedder_of(snapshot: Snapshot) -> Embedder:
    """The installed model, which must be the one that made the vectors of a snapshot. Raises SimilarityError."""
    model, version = snapshot.meta[META]["model"], snapshot.meta[META]["version"]
    found = embedder.installed()
    if found is None or (found.name, found.version) != (model, version):
        here = f"{found.name} {found.version} is installed here" if found else "it is not installed here"
        raise SimilarityError(
            f"Search by vectors is not available: the vectors of this snapshot were made with {model} "
            f"{version}, and {here}",
            f"Install frieze[semantic] with version {version} of the model, or compile the source again here.",
        )
    return found


def _vectors(snapshot: Snapshot, fact_class: type[Fact]) -> "VectorList":
    sql = "SELECT fact_row, value FROM vector WHERE fact_table = ? ORDER BY fact_row"
    found = snapshot.rows(sql, (fact_class.table,))
    rows, values = [row for row, _ in found], [value for _, value in found]
    return (VectorMatrix if find_spec("numpy") else VectorList)(rows, values)


class VectorList:
    """The vectors of fact rows, in the order of the rows."""

    def __init__(self, rows: Sequence[int], values: Sequence[bytes]) -> None:
        self.rows = rows
        self._values = [memoryview(value).cast("b") for value in values]
        self._lengths = [_length(value) for value in self._values]

    def near(self, asked: bytes, least: float) -> dict[int, float]:
        question = memoryview(asked).cast("b")
        length = _length(question)
        products = (sum(map(mul, value, question)) for value in self._values)
        cosines = [product / (own * length) for product, own in zip(products, self._lengths, strict=True)]
        near = [pair for pair in zip(self.rows, cosines, strict=True) if pair[1] >= least]
        return dict(sorted(near, key=lambda pair: -pair[1]))


def _length(vector: memoryview) -> float:
    return sqrt(sum(map(mul, vector, vector)))


class VectorMatrix(VectorList):
    """The same with numpy. Unlike a matrix product, einsum starts no threads, which would cost more than they save."""

    def __init__(self, rows: Sequence[int], values: Sequence[bytes]) -> None:
        import numpy

        self.rows = rows
        self._row_numbers = numpy.array(rows)
        self._numbers = _numbers(b"".join(values)).reshape(len(values), -1)
        products = numpy.einsum("ij,ij->i", self._numbers, self._numbers)
        self._long: Any = numpy.sqrt(products.astype(numpy.float64))

    def near(self, asked: bytes, least: float) -> dict[int, float]:
        import numpy

        question = _numbers(asked)
        products = numpy.einsum("ij,j->i", self._numbers, question).astype(numpy.float64)
        length = sqrt(float(numpy.einsum("i,i", question, question)))
        cosines = products / (self._long * length)
        near = numpy.flatnonzero(cosines >= least)
        near = near[numpy.argsort(-cosines[near], kind="stable")]
        return dict(zip(self._row_numbers[near].tolist(), cosines[near].tolist(), strict=True))


def _numbers(vectors: bytes) -> Any:
    import numpy

    return numpy.frombuffer(vectors, dtype=numpy.int8).astype(numpy.float32)
