"""The regular expressions of glob patterns as git has them: `*`, `?` and `[…]` within a name, `**` over folders."""


def glob_expression(text: str) -> str | None:
    """Return the expression, for RE2, of a pattern; None if the pattern is not valid."""
    parts: list[str] = []
    at = 0
    while at < len(text):
        sign = text[at]
        if sign == "*":
            piece, at = _stars(text, at)
        elif sign == "?":
            piece, at = "[^/]", at + 1
        elif sign == "[":
            piece, at = _character_class(text, at)
        elif sign == "\\":
            piece, at = (_escaped(text[at + 1]) if at + 1 < len(text) else ""), at + 2
        else:
            piece, at = _escaped(sign), at + 1
        if not piece:
            return None
        parts.append(piece)
    return "".join(parts)


def _stars(text: str, at: int) -> tuple[str, int]:
    """The expression of stars at a place, and where the text goes on. Two stars between slashes are any folders."""
    end = at
    while text[end : end + 1] == "*":
        end += 1
    starts_part = at == 0 or text[at - 1] == "/"
    if end - at >= 2 and starts_part and text[end : end + 1] == "/":
        return "(?:.*/)?", end + 1
    if end - at >= 2 and starts_part and end == len(text):
        return ".+" if at else ".*", end
    return "[^/]*", end


def _character_class(text: str, at: int) -> tuple[str, int]:
    """The expression of `[…]`, and where the text goes on; "" if it is not closed."""
    start = at + 1
    is_negated = text[start : start + 1] in ("!", "^")
    start += is_negated
    end = start + 1 if text[start : start + 1] == "]" else start
    while end < len(text) and text[end] != "]":
        if text.startswith("[:", end) and (closed := text.find(":]", end + 2)) >= 0:
            end = closed + 2
        else:
            end += 2 if text[end] == "\\" else 1
    if end >= len(text):
        return "", end
    members = _class_members(text[start:end])
    return (f"[^/{members}]" if is_negated else f"[{members}]"), end + 1


def _class_members(text: str) -> str:
    members = []
    at = 0
    while at < len(text):
        if text.startswith("[:", at) and (closed := text.find(":]", at + 2)) >= 0:
            members.append(text[at : closed + 2])
            at = closed + 2
            continue
        at += text[at] == "\\" and at + 1 < len(text)
        is_range = text[at] == "-" and 0 < at < len(text) - 1
        members.append("-" if is_range else _escaped(text[at]))
        at += 1
    return "".join(members)


def _escaped(sign: str) -> str:
    return sign if sign.isalnum() or sign in "_/" or not sign.isascii() else f"\\x{ord(sign):02x}"
