"""A bound on what a short text stands for: the edges between all of `a & b` and all of `c & d`, and the styles of a
definition, which each element that has the class gets.

Such lists have as many entries as the product of two numbers, so a text of a few KB could fill the memory. What a
diagram may copy is in proportion to its text, as many small ones could do so too.
"""

COPIES, CHARACTERS_PER_COPY = 400, 2  # of one diagram; drawings have hundreds


class Copies:
    """What a diagram may still copy. `was_cut`: something was left out, and so is all that follows."""

    __slots__ = ("left", "most", "was_cut")

    def __init__(self, characters: int) -> None:
        """`characters` are those of the text of the diagram."""
        self.most = self.left = COPIES + characters // CHARACTERS_PER_COPY
        self.was_cut = False

    def take(self, count: int) -> bool:
        """Whether so many entries may be made, which then count as made."""
        if count > self.left:
            self.left, self.was_cut = 0, True
            return False
        self.left -= count
        return True
