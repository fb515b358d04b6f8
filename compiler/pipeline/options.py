"""How to compile, as the caller asks for it."""

from collections.abc import Callable
from dataclasses import dataclass, field

from compiler.pipeline.budget import Budget
from compiler.pipeline.kept_names import KeptNames
from compiler.store.cache.base_rows import RowsAhead
from compiler.store.cache.copy_ahead import CopyAhead
from compiler.store.cache.unit_cache import MAX_BYTES as UNIT_BYTES
from compiler.store.cache.unit_memory import UnitMemory
from compiler.store.fingerprint import compiler_digest, digest
from compiler.store.vectors import Embedder

UNITS_PER_BYTE = 6  # bytes of units that a byte of a source may make

Progress = Callable[[float], None]  # is given the part of the work that is done, 0 to 1


@dataclass(frozen=True, slots=True)
class Resident:
    """What a process that builds one source again and again keeps between builds."""

    ahead: CopyAhead = field(default_factory=CopyAhead)
    units: UnitMemory = field(default_factory=UnitMemory)
    rows: RowsAhead = field(default_factory=RowsAhead)
    names: KeptNames = field(default_factory=KeptNames)


@dataclass(frozen=True, slots=True)
class CompileOptions:
    """How to compile a source.

    `use_cache`: open an unchanged source from the cache, and keep its units and its snapshot there. `jobs` is how many
    processes work, None for as many as pay. `progress` is called now and then. `embedder` makes the vectors of texts,
    None for none. `resident` is what a process keeps between builds, None if it builds once. `budget` is what the build
    may use, None for what a server may.
    """

    use_cache: bool = False
    jobs: int | None = None
    progress: Progress = lambda _: None
    embedder: Embedder | None = None
    resident: Resident | None = None
    budget: Budget | None = None

    @property
    def unit_bytes(self) -> int | None:
        """How much room the cache of units may take; None for the usual. A large source needs as much as its units do,
        for what makes room is parsed again in the same build."""
        return max(UNIT_BYTES, UNITS_PER_BYTE * self.budget.max_bytes) if self.budget else None

    @property
    def fingerprint(self) -> str:
        """Names all that a snapshot depends on beside its source."""
        beside = [
            *([self.embedder.fingerprint] if self.embedder else []),
            *(self.budget.fingerprint if self.budget else ()),
        ]
        return digest([compiler_digest(), *beside]) if beside else compiler_digest()
