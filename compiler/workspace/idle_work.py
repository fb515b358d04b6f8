"""What the process that compiles for a server does when it has answered and nobody waits for it."""

import gc
import sqlite3
from contextlib import suppress

from compiler.pipeline.options import Resident

LOOK_AT_ALL_EVERY = 50  # times, for cycles among what was kept then


class IdleWork:
    """Copies the last database for the next build, reads what that will ask of it, and looks for garbage, so that no
    build stops for that.

    What a build leaves are the units of all files and other plain values. The collector would look at all of them
    again and again: so they are put out of its sight (`gc.freeze`).
    """

    def __init__(self, resident: Resident) -> None:
        self._resident = resident
        self._times = 0

    def run(self) -> None:
        """Do it now."""
        with suppress(OSError, sqlite3.Error):
            self._resident.ahead.catch_up()
            if copied := self._resident.ahead.copied:
                self._resident.rows.read(*copied)
        if self._times % LOOK_AT_ALL_EVERY == 0:
            gc.unfreeze()
        self._times += 1
        gc.collect()
        gc.freeze()
