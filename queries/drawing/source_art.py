"""A text in a frame with a title."""

from queries.drawing.canvas import Canvas, Charset
from queries.drawing.labels import cell_width, wrap_tightly
from queries.drawing.shapes import paint_border


def source_art(text: str, title: str, width: int, charset: Charset, max_size: int) -> tuple[list[str], int]:
    """Return the framed text, at most `width` cells wide and about `max_size` characters long, and how many lines of
    the text are left out."""
    inner = max(width - 4, 2)
    lines: list[str] = []
    used = left_out = 0
    for line in text.expandtabs(4).splitlines():
        parts = [line] if cell_width(line) <= inner else wrap_tightly(line, inner)
        used += sum(cell_width(part) + 6 for part in parts)
        if used > max_size or left_out:
            left_out += 1
        else:
            lines += parts
    heading = wrap_tightly(title, inner)[0]
    wide = max([cell_width(heading) + 1, *map(cell_width, lines)])
    canvas = Canvas()
    paint_border(canvas, 0, 0, wide + 4, len(lines) + 2)
    canvas.text(2, 0, f" {heading} ")
    for row, line in enumerate(lines, 1):
        canvas.text(2, row, line)
    return canvas.lines(charset), left_out
