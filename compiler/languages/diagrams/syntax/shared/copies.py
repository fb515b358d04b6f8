"""A bound on what a short text stands for: the edges between all of `a & b` and all of `c & d`, and the styles of a
definition, which each element that has the class gets.

Such lists have as many entries as the product of two numbers, so a text of a few KB could fill the memory. What the
diagrams of a file may copy is in proportion to their texts, as many small ones could do so too.
"""

COPIES = 400  # of the diagrams of a file; drawings have hundreds
CHARACTERS_PER_COPY = 6  # further ones: about what an edge takes that is written out


class Copies:
    """What a diagram may still copy. `was_cut`: something was left out, and so is all that follows in the diagram."""

    __slots__ = ("left", "most", "was_cut")

    def __init__(self, characters: int, left_over: int = COPIES) -> None:
        """`characters` are those of the text of the diagram, `left_over` is what those before it in its file left."""
        self.most = self.left = left_over + characters // CHARACTERS_PER_COPY
        self.was_cut = False

    def take(self, count: int) -> bool:
        """Whether so many entries may be made, which then count as made."""
        if self.was_cut or count > self.left:
            self.was_cut = True
            return False
        self.left -= count
        return True
