"""Standard input and output, reserved for the protocol before anything else can use them."""

import os
import sys
from typing import NamedTuple


class Wire(NamedTuple):
    """The file descriptors of the client's messages, duplicates of 0 and 1 that nothing else uses."""

    incoming: int
    outgoing: int


def take_wire() -> Wire:
    """Move the protocol away from descriptors 0 and 1. From now on what this process or a child prints goes to standard
    error, and standard input is empty.

    Call this before other code is imported. The SDK does the same, but only when its transport starts.
    """
    _open_standard_descriptors()
    wire = Wire(os.dup(0), os.dup(1))
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    if sys.stdout is not None:
        sys.stdout.flush()
    os.dup2(2, 1)
    return wire


def _open_standard_descriptors() -> None:
    """Open those of 0, 1 and 2 that are closed, so that a duplicate of the wire does not get one of these numbers."""
    descriptor = os.open(os.devnull, os.O_RDWR)
    while descriptor <= 2:
        descriptor = os.open(os.devnull, os.O_RDWR)
    os.close(descriptor)
