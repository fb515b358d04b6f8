"""Standard input and output, taken for the protocol before anything else can use them."""

import os
import sys
from typing import NamedTuple


class Wire(NamedTuple):
    """The file descriptors that the client's messages come from and go to. They are ours alone."""

    incoming: int
    outgoing: int


def take_wire() -> Wire:
    """Moves the protocol away from descriptors 0 and 1: from now on whatever prints, here or in a child, reaches
    standard error, and whatever reads standard input finds its end.

    Call it before the imports of other people's code.
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
    """A host may start us with some of 0, 1 and 2 closed; a copy of the wire must not land on one of them."""
    descriptor = os.open(os.devnull, os.O_RDWR)
    while descriptor <= 2:
        descriptor = os.open(os.devnull, os.O_RDWR)
    os.close(descriptor)
