"""A text as it stands, in a frame with a title."""

from queries.drawing.canvas import Canvas, Charset
from queries.drawing.labels import cells, filled
from queries.drawing.shapes import frame


def source_art(text: str, title: str, width: int, charset: Charset, most: int) -> tuple[list[str], int]:
    """The framed text, at most `width` wide, and how many of its lines `most` characters do not hold."""
    inner = max(width - 4, 2)
    lines: list[str] = []
    used = left_out = 0
    for line in text.expandtabs(4).splitlines():
        parts = [line] if cells(line) <= inner else filled(line, inner)
        used += sum(cells(part) + 6 for part in parts)
        if used > most or left_out:
            left_out += 1
        else:
            lines += parts
    heading = filled(title, inner)[0]
    wide = max([cells(heading) + 1, *map(cells, lines)])
    canvas = Canvas()
    frame(canvas, 0, 0, wide + 4, len(lines) + 2)
    canvas.text(2, 0, f" {heading} ")
    for row, line in enumerate(lines, 1):
        canvas.text(2, row, line)
    return canvas.lines(charset), left_out
