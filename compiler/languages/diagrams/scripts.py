"""Characters as JavaScript's regular expressions see them: Mermaid's `\\s` and `\\w` are not Python's."""

_WIDE_BLANKS = "\u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff" + "".join(map(chr, range(0x2000, 0x200B)))
JS_BLANKS = "\t\n\v\f\r " + _WIDE_BLANKS
JS_SPACE = r"[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]"  # `\s`
JS_INLINE_SPACE = r"[\t\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]"  # `\s` but the line feed
JS_WORD = r"[A-Za-z0-9_]"  # `\w`
JS_WORD_END = r"(?![A-Za-z0-9_])"  # `\b` behind a word
