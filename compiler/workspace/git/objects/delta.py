"""Deltas: an object as copies of parts of another one, and new bytes (gitformat-pack(5))."""

from collections.abc import Iterator

from compiler.workspace.git.objects.bounds import DamagedError

HEADER_BYTES = 20  # at most, of the two sizes at the beginning
_COPY = 0x80
_DEFAULT_COUNT = 0x10000


def sizes(delta: bytes) -> tuple[int, int, int]:
    """Return the size of what a delta is applied to, that of the result, and where the instructions begin. Raises
    DamagedError."""
    base, at = _number(delta, 0)
    result, at = _number(delta, at)
    return base, result, at


def applied(base: bytes, delta: bytes) -> bytes:
    """Return what a delta makes of `base`. Raises DamagedError before more is made than the delta declares."""
    base_size, result_size, at = sizes(delta)
    if base_size != len(base):
        raise DamagedError
    parts, left = [], result_size
    for part in _parts(base, delta, at):
        left -= len(part)
        if left < 0 or not part:
            raise DamagedError
        parts.append(part)
    if left:
        raise DamagedError
    return b"".join(parts)


def _parts(base: bytes, delta: bytes, at: int) -> Iterator[memoryview]:
    source, instructions = memoryview(base), memoryview(delta)
    while at < len(delta):
        code = delta[at]
        at += 1
        if not code & _COPY:
            yield instructions[at : at + code]
            at += code
            continue
        numbers = []
        for flags, width in ((code, 4), (code >> 4, 3)):
            value = 0
            for place in range(width):
                if flags >> place & 1:
                    if at >= len(delta):
                        raise DamagedError
                    value |= delta[at] << 8 * place
                    at += 1
            numbers.append(value)
        start, count = numbers[0], numbers[1] or _DEFAULT_COUNT
        if start + count > len(base):
            raise DamagedError
        yield source[start : start + count]


def _number(data: bytes, at: int) -> tuple[int, int]:
    """A number of seven bits a byte, the lowest first, and where it ends."""
    value = shift = 0
    while at < len(data) and shift < 64:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if not byte & 0x80:
            return value, at
    raise DamagedError
