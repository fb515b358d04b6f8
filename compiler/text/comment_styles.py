"""How a one-line comment begins in each programming language, by file name."""

from typing import NamedTuple


class CommentStyle(NamedTuple):
    """`openers` begin a one-line comment. `quotes` open text that may span lines, in which nothing is a comment."""

    openers: tuple[str, ...]
    quotes: tuple[str, ...] = ()


_HASH = CommentStyle(("#",))
_SLASH = CommentStyle(("//",), ("/*",))
_SCRIPT = CommentStyle(("//",), ("/*", "`"))

_BY_SUFFIX: dict[str, CommentStyle] = {
    **dict.fromkeys(("py", "pyi", "pyx"), CommentStyle(("#",), ('"""', "'''"))),
    **dict.fromkeys(
        ("sh", "bash", "zsh", "fish", "rb", "rake", "pl", "pm", "r", "jl", "nim", "ex", "exs", "cr"), _HASH
    ),
    **dict.fromkeys(("yaml", "yml", "toml", "tf", "tfvars", "hcl", "cmake", "mk", "ps1", "coffee", "awk"), _HASH),
    **dict.fromkeys(("graphql", "gql", "feature", "robot", "dockerfile", "tcl", "gd"), _HASH),
    **dict.fromkeys(
        ("c", "h", "cc", "cpp", "cxx", "hpp", "hh", "hxx", "cs", "java", "kt", "kts", "rs", "swift"), _SLASH
    ),
    **dict.fromkeys(
        ("scala", "groovy", "gradle", "m", "mm", "proto", "zig", "v", "sv", "d", "fs", "fsx", "sol"), _SLASH
    ),
    **dict.fromkeys(("dart", "scss", "less"), _SLASH),
    **dict.fromkeys(("js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts", "vue", "svelte", "go"), _SCRIPT),
    "php": CommentStyle(("//", "#"), ("/*",)),
    **dict.fromkeys(("sql", "hs", "elm", "ada", "adb", "ads", "vhd", "vhdl"), CommentStyle(("--",))),
    "lua": CommentStyle(("--",), ("[[",)),
    **dict.fromkeys(("lisp", "cl", "el", "clj", "cljs", "cljc", "scm", "rkt", "asm"), CommentStyle((";",))),
    **dict.fromkeys(("tex", "sty", "erl", "hrl"), CommentStyle(("%",))),
    **dict.fromkeys(("vb", "vbs", "bas"), CommentStyle(("'",))),
}
# Suffixes of files that say how something is set up, written or tried, and run nothing.
_NO_CODE = frozenset(("yaml", "yml", "toml", "tf", "tfvars", "hcl", "tex", "sty", "feature"))
_TEMPLATES = (".jinja", ".jinja2", ".j2")
# Comments of the template itself, and of the scripts and styles that most templates hold.
_TEMPLATE = CommentStyle(("{#", "//"))
_BY_NAME: dict[str, CommentStyle] = dict.fromkeys(
    (
        "Dockerfile",
        "Makefile",
        "GNUmakefile",
        "CMakeLists.txt",
        "Rakefile",
        "Gemfile",
        "Justfile",
        "justfile",
        ".gitmodules",
    ),
    _HASH,
)


def comment_style(path: str) -> CommentStyle | None:
    """The comment style of a source file; None when its language is unknown.

    A template also has the comments of the file that it becomes, if its name tells: `deploy.sh.j2`.
    """
    name = path.rpartition("/")[2]
    stem, dot, suffix = name.rpartition(".")
    if f"{dot}{suffix.lower()}" in _TEMPLATES:
        inner = comment_style(stem) or _TEMPLATE
        return CommentStyle(tuple(dict.fromkeys((*_TEMPLATE.openers, *inner.openers))), inner.quotes)
    return _BY_NAME.get(name) or _BY_SUFFIX.get(suffix.lower() if dot else "")


def code_suffixes() -> list[str]:
    """The suffixes of files of programming languages, in lower case."""
    return sorted({*_BY_SUFFIX} - _NO_CODE)
