"""How each programming language writes a comment of one line, told by the name of the file."""

from typing import NamedTuple


class Style(NamedTuple):
    """How comments begin. `quotes` are what opens text of several lines, in which nothing is a comment."""

    openers: tuple[str, ...]
    quotes: tuple[str, ...] = ()


_HASH = Style(("#",))
_SLASH = Style(("//",), ("/*",))
_SCRIPT = Style(("//",), ("/*", "`"))

_BY_SUFFIX: dict[str, Style] = {
    **dict.fromkeys(("py", "pyi", "pyx"), Style(("#",), ('"""', "'''"))),
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
    "php": Style(("//", "#"), ("/*",)),
    **dict.fromkeys(("sql", "hs", "elm", "ada", "adb", "ads", "vhd", "vhdl"), Style(("--",))),
    "lua": Style(("--",), ("[[",)),
    **dict.fromkeys(("lisp", "cl", "el", "clj", "cljs", "cljc", "scm", "rkt", "asm"), Style((";",))),
    **dict.fromkeys(("tex", "sty", "erl", "hrl"), Style(("%",))),
    **dict.fromkeys(("vb", "vbs", "bas"), Style(("'",))),
    **dict.fromkeys(("jinja", "jinja2", "j2"), Style(("{#",))),
}
_BY_NAME: dict[str, Style] = dict.fromkeys(
    ("Dockerfile", "Makefile", "GNUmakefile", "CMakeLists.txt", "Rakefile", "Gemfile", "Justfile", "justfile"), _HASH
)


def style_of(path: str) -> Style | None:
    """The comments of a file; None when it is of no language known here."""
    name = path.rpartition("/")[2]
    return _BY_NAME.get(name) or _BY_SUFFIX.get(name.rpartition(".")[2].lower() if "." in name else "")
