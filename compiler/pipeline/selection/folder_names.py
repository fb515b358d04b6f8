"""The names of folders that hold no sources of the project, and of those that hold its records."""

# Files of programs: never read, and not counted, since they come and go.
NEVER_READ = frozenset(
    {
        ".git",
        ".hg",
        ".svn",
        ".jj",
        "__pycache__",
        ".tox",
        ".nox",
        ".mypy_cache",
        ".pytest_cache",
        ".ruff_cache",
        ".hypothesis",
    }
)

# Not read unless `include` names them: packages of others, what a build makes of the sources, and deleted files.
PASSED_OVER = {
    **dict.fromkeys(("node_modules", "bower_components", "vendor", ".venv", "venv", "site-packages"), "third_party"),
    ".trash": "discarded",  # what Obsidian and file managers keep of deleted files
    **dict.fromkeys(("dist", "build", "target", "site", "_site"), "built"),
}
# A folder of these names may hold sources too: its files tell.
PROVED = frozenset({"site", "build", "target"})
# A folder of sources has several pages, or one of these. A build makes an `index.html`.
PAGES = (".md", ".mdx", ".rst", ".adoc")
FIRST_PAGES = frozenset(
    {"index.md", "_index.md", "index.mdx", "index.rst", "index.adoc", "AGENTS.md", "CLAUDE.md", "GEMINI.md", "SKILL.md"}
)
BUILT_INDEX = "index.html"
# Settings of a program that makes sites, which a folder of sources for one has.
SITE_SETTINGS = frozenset(
    {"package.json", "hugo.toml", "hugo.yaml", "hugo.yml", "hugo.json", "config.toml", "_config.yml", "mkdocs.yml"}
    | {
        "conf.py",
        "book.toml",
        "docfx.json",
        "_quarto.yml",
        "myst.yml",
        "antora.yml",
        "antora-playbook.yml",
        "zola.toml",
    }
)
ENVIRONMENT_FILE = "pyvenv.cfg"  # in the root of each virtual environment of Python

# Folders that programs keep a project's tasks in. Many a project has git ignore them.
STORES = {".beads": "Beads", ".taskmaster": "Task Master", ".backlog": "Backlog.md", ".medulla": "Medulla"}
