"""A revision as it is listed: a branch, a tag or a commit."""

from typing import Literal, NamedTuple

from compiler.workspace.git.commits import Commit

Kind = Literal["branch", "remote", "tag", "commit"]


class Revision(NamedTuple):
    """A branch, a branch of a remote (`remote`), a tag or a commit. `at` is the time of its commit (RFC 3339, UTC),
    `subject` the first line of the commit's
    message.

    Of a branch: `parent` is the branch that it forked off from, `forked_at` the commit at which it did, and `merged`
    whether the default branch has all of its commits. All three are None for the default branch, a tag or a commit; of
    a remote branch there is `merged` alone. A branch that `is_archived` is called `archive/x` and stands in git as
    `refs/archive/x`.
    """

    kind: Kind
    name: str
    commit: str
    at: str
    subject: str
    parent: str | None = None
    forked_at: str | None = None
    merged: bool | None = None
    is_current: bool = False
    is_archived: bool = False


def revision_at(kind: Kind, name: str, commit: Commit) -> Revision:
    """Return the revision of a name that stands for a commit."""
    return Revision(kind, name, commit.id, commit.at, commit.subject)
