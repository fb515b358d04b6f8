"""The least that reading takes: what `git` shows to a reader who knows all words to look for and where they stand.

Such a reader asks for the right lines at once, opens nothing in vain, and draws the right conclusions from what is
there. So a real one pays more.
"""

import re
import subprocess
from collections.abc import Mapping
from pathlib import Path

from harness.benchmarks.known_project.asking import Client, Question, Row

Command = tuple[str, ...]  # the words behind `git`


def _grep(pattern: str, *paths: str) -> Command:
    return ("grep", "--no-index", "-niE", pattern, "--", *paths)


def _diff(*paths: str) -> Command:
    return ("diff", "-U0", "v1", "v2", "--", *paths)


TASKS = ("backlog/tasks", ".beads", ".taskmaster", "specs", "plans")
HEADS = _grep(r"^## REQ|\*\*(Level|Implements|Refines|Addresses|Satisfies)", "spec")
STATUSES = _grep(r"^## REQ|\*\*Status", "spec")
IN_CODE = _grep("req-", "src")
IN_TESTS = _grep("req-|def test", "tests")
REPLACED = _grep("super[sc]ede", "docs")
OF_TASKS = r'^(id|status|dependencies):|^  - |"(id|status|dependencies)"|depends'

# By the name of a question. {} is what it asks about.
COMMANDS: Mapping[str, tuple[Command, ...]] = {
    "derived requirements": (HEADS,),
    "untested assertions": (HEADS, _grep(r"^[A-Z]\. ", "spec"), _grep("req-", "tests")),
    "failing tests": (HEADS, STATUSES, _grep("<failure", "results"), IN_TESTS),
    "code of deprecated requirements": (HEADS, STATUSES, IN_CODE),
    "changed without code": (("diff", "-U16", "v1", "v2", "--", "spec"), IN_CODE),
    "ready tasks": (_grep("^(id|status|labels|dependencies|priority):|^  - ", "backlog"), _grep('"{}"', ".beads")),
    "waiting tasks": (_grep(OF_TASKS, "backlog/tasks", ".beads"),),
    "missing dependencies": (_grep(OF_TASKS, *TASKS),),
    "tasks by label": (_grep('^(status|labels):|"labels"', "backlog/tasks", ".beads"),),
    "finished since": (_diff("backlog"),),
    "successors of a decision": (REPLACED,),
    "newly replaced decisions": (_diff("docs"),),
    "nodes on a loop": (("show", "v2:diagrams/network.mmd"),),
    "senders of messages": (_grep("{}", "diagrams"),),
    "depending services": (_grep("depends_on", "agents"),),
    "tasks citing superseded decisions": (REPLACED, _grep("adr|^status: In|in.progress", *TASKS)),
    "citations of a requirement": (_grep("{}", "."),),
    "diagrams citing deprecated requirements": (STATUSES, _grep("req-", "diagrams")),
    "decisions without tasks": (_grep("accepted|super[sc]ede", "docs"), _grep("adr|docs/", *TASKS)),
    "remembered deprecated requirements": (STATUSES, _grep("req-", "agents")),
    "ids that nothing has": (
        ("grep", "--no-index", "-noiE", r"\b(req|tram|adr|car)-[a-z]?[0-9]+", "--", "notes"),
        ("grep", "--no-index", "-ohE", r"^## REQ-\w+", "--", "spec"),
        ("ls-tree", "-r", "--name-only", "v2", "backlog", "docs"),
        ("grep", "--no-index", "-ohE", r'"id": "car-[0-9]+"', "--", ".beads"),
    ),
}
_SUBJECT = re.compile(r"\bis (REQ-[pod])0*(\d+) cited|labelled (\w+)|messages to (\w+)")


def by_files(client: Client, asked: Question, root: Path) -> set[Row]:
    """Return the rows of a question that what `git` prints lets a reader find: those with all their words in it.

    Each command is a call of the client. Raises OSError if there is no git, CalledProcessError if it fails."""
    printed = "".join(_printed(client, command, asked, root) for command in COMMANDS[asked.name]).casefold()
    return {row for row in asked.rows if all(word in printed for word in _words(row))}


def _printed(client: Client, command: Command, asked: Question, root: Path) -> str:
    words = [word.replace("{}", _subject(asked)) for word in command]
    # Quoted names of files would count for more than they are.
    completed = subprocess.run(
        ["git", "-c", "core.quotePath=false", *words], cwd=root, capture_output=True, check=True, timeout=60
    )
    client.count(len(completed.stdout))
    return completed.stdout.decode(errors="replace")


def _subject(asked: Question) -> str:
    """Return what to look for, as a pattern; of an id in each of its spellings. "" if the words say it."""
    found = _SUBJECT.search(asked.text)
    if not found:
        return ""
    kind, number, label, name = found.groups()
    return rf"{kind}0*{number}\b" if kind else label or name


def _words(row: Row) -> list[str]:
    """Return the words of a row that a reader sees: ids without the label of an assertion, the list of a task and the
    letters of a decision, whose file has its number; no counts. A file and a line stand together."""
    file, *rest = row
    if rest and isinstance(rest[0], int) and "/" in str(file):
        return [f"{file}:{rest[0]}:".casefold()]
    texts = (value for value in row if isinstance(value, str))
    return [re.sub(r"-[A-Z]$|^ADR-", "", text.rpartition("/")[2]).casefold() for text in texts]
