"""The embedder of the extra: the static token vectors that the package `wordllama` ships, 256 numbers a token.

The vector of a text is the sum of those of its tokens, as signed bytes. Nothing of the package is run: its code would
look for newer weights elsewhere. Its two files are read where they are installed.

The sum of half-precision numbers is exact in double precision, in any order; what follows is one multiplication and a
rounding. So a text has the same bytes on every machine.
"""

import struct
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from compiler.disk.regular_file import open_stream, read_regular
from compiler.store.vectors import EmbedderError

WEIGHTS = "weights/l2_supercat_256.safetensors"
TOKENS = "tokenizers/l2_supercat_tokenizer_config.json"
MOST_CHARACTERS = 2_000  # of a text: the mean of many more tokens points nowhere
_MOST_BYTES = 64 * 1024 * 1024  # of the tokens, and of the list of tensors
_LONGEST = 127  # the largest number of a vector, in signed bytes


class Model(NamedTuple):
    """What was loaded: the tokenizer, and the vectors of the tokens, left in their file: a text needs a few of them."""

    tokenizer: Any
    weights: Any


class WordLlama:
    """The embedder, over the folder of the installed package."""

    name = "wordllama-l2-supercat-256"

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @cached_property
    def version(self) -> str:
        from importlib.metadata import version

        return version("wordllama")

    @cached_property
    def fingerprint(self) -> str:
        stated = [(self._folder / name).stat() for name in (WEIGHTS, TOKENS)]
        return " ".join((self.name, *(f"{status.st_size} {status.st_mtime_ns}" for status in stated)))

    def vector(self, text: str) -> bytes | None:
        model = self._model
        import numpy

        # A lone surrogate, which a source may hold, is no text to the tokenizer.
        shown = text[:MOST_CHARACTERS].encode(errors="replace").decode()
        tokens = model.tokenizer.encode(shown, add_special_tokens=False).ids
        total = model.weights[tokens].astype(numpy.float64).sum(axis=0)
        largest = numpy.abs(total).max()
        if not largest > 0:
            return None
        found: bytes = numpy.rint(total * (_LONGEST / largest)).astype(numpy.int8).tobytes()
        return found

    @cached_property
    def _model(self) -> Model:
        try:
            return Model(_tokenizer(self._folder / TOKENS), _weights(self._folder / WEIGHTS))
        except Exception as error:  # the class that tokenizers raises of a broken installation
            raise EmbedderError(
                f"The extra frieze[semantic] is installed and cannot be used ({type(error).__name__}). Install it "
                "again, or uninstall wordllama to do without search by meaning."
            ) from error


def _tokenizer(path: Path) -> Any:
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_str(read_regular(path, _MOST_BYTES).decode())
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def _weights(path: Path) -> Any:
    import numpy

    with open_stream(path) as file:
        (size,) = struct.unpack("<Q", file.read(8))
        tensor = orjson.loads(file.read(min(size, _MOST_BYTES)))["embedding.weight"]
        start, shape = 8 + size + tensor["data_offsets"][0], tuple(tensor["shape"])
        return numpy.memmap(file, dtype="<f2", mode="r", offset=start, shape=shape)


def found() -> WordLlama | None:
    """The embedder, when all that it needs is installed. Nothing is imported to see that."""
    package = find_spec("wordllama")
    if package is None or not package.submodule_search_locations:
        return None
    folder = Path(package.submodule_search_locations[0])
    needed = (find_spec("numpy"), find_spec("tokenizers"))
    return WordLlama(folder) if all(needed) and all((folder / name).is_file() for name in (WEIGHTS, TOKENS)) else None
