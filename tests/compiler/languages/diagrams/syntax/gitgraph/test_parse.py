"""Git graphs: text to tree and diagnostics."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from compiler.languages.diagrams.syntax.gitgraph.parse import parse
from tests.compiler.languages.diagrams.syntax.grammar_checks import assert_spans_inside, parse_text, without_spans
from tests.compiler.tables import table


def check(body: str, *commits: str) -> dict[str, Any]:
    """Assert the commits, as `id branch < parents`, and that nothing is found."""
    tree, found = parse_text(parse, f"gitGraph\n{body}")
    assert not found, found
    assert [written(one) for one in tree["commits"]] == list(commits)
    plain: dict[str, Any] = without_spans(tree)
    return plain


def written(commit: dict[str, Any]) -> str:
    parents = commit.get("parents", ())
    return f"{commit['id']} {commit['branch']}" + (f" < {' '.join(parents)}" if parents else "")


def check_found(body: str, *messages: str) -> dict[str, Any]:
    tree, found = parse_text(parse, f"gitGraph\n{body}")
    assert [f"{one.span.start_line} {one.code}: {one.message}" for one in found] == list(messages)
    plain: dict[str, Any] = without_spans(tree)
    return plain


@table("header", ["gitGraph", "gitGraph:", "gitGraph LR:", "gitGraph :"])
def test_header_may_have_a_colon_and_a_direction(header: str) -> None:
    tree, found = parse_text(parse, f"{header}\ncommit\n")
    assert not found
    assert tree["direction"] == "LR"
    assert parse_text(parse, "gitGraph TB:\ncommit\n")[0]["direction"] == "TB"


def test_commit_follows_the_last_one_of_its_branch() -> None:
    check('commit id: "a"\ncommit\ncommit id: "c"', "a main", "auto1 main < a", "c main < auto1")


def test_branch_begins_at_the_commit_on_which_it_is_created() -> None:
    tree = check(
        'commit id: "a"\nbranch dev\ncommit id: "b"\ncheckout main\ncommit id: "c"\nswitch dev\ncommit id: "d"',
        "a main",
        "b dev < a",
        "c main < a",
        "d dev < b",
    )
    assert tree["branches"] == [{"name": "main", "head": "c"}, {"name": "dev", "head": "d"}]


def test_merge_has_two_parents_and_its_type_is_its_look() -> None:
    tree = check(
        'commit id: "a"\nbranch dev\ncommit id: "b"\ncheckout main\nmerge dev id: "m" tag: "v1" type: REVERSE',
        "a main",
        "b dev < a",
        "m main < a b",
    )
    assert tree["commits"][2] == {
        "id": "m",
        "branch": "main",
        "type": "MERGE",
        "parents": ["a", "b"],
        "message": "merged branch dev into main",
        "tags": ["v1"],
        "look": "REVERSE",
        "merged": "dev",
    }


def test_cherry_pick_follows_the_commit_picked_and_is_tagged_with_it() -> None:
    tree = check(
        'commit id: "a"\nbranch dev\ncommit id: "b" msg: "Fix"\ncheckout main\ncherry-pick id: "b"',
        "a main",
        "b dev < a",
        "auto2 main < a b",
    )
    assert tree["commits"][2]["tags"] == ["cherry-pick:b"]
    assert tree["commits"][2]["message"] == "cherry-picked Fix into main"


def test_commit_has_message_tags_and_type() -> None:
    tree = check('commit "First \\"one\\"" tag: \'v1\' tag: "v2" type: HIGHLIGHT', "auto0 main")
    assert tree["commits"] == [
        {
            "id": "auto0",
            "branch": "main",
            "type": "HIGHLIGHT",
            "message": 'First "one"',
            "tags": ["v1", "v2"],
            "automatic": True,
        }
    ]


def test_branches_are_ordered_and_their_names_may_be_quoted() -> None:
    tree = check('commit id: "a"\nbranch late order: 3\nbranch "merge" order: 1\nbranch feature/x-1', "a main")
    assert [one["name"] for one in tree["branches"]] == ["main", "feature/x-1", "merge", "late"]


def test_branch_whose_order_has_thousands_of_digits_is_the_last() -> None:
    tree = check(f'commit id: "a"\nbranch late order: {"1" * 5000}\nbranch soon order: 9', "a main")
    assert [one["name"] for one in tree["branches"]] == ["main", "soon", "late"]


def test_main_branch_is_named_by_the_configuration() -> None:
    config = '%%{init: {"gitGraph": {"mainBranchName": "trunk"}}}%%\n'
    tree, found = parse_text(parse, f'{config}gitGraph\ncommit id: "a"\nbranch dev\ncheckout trunk\n')
    assert not found
    assert written(tree["commits"][0]) == "a trunk"


@table(
    ("commands", "found"),
    [
        ("commit\nbranch main", "`branch`: there is a branch `main` already; `checkout main` goes to it"),
        ("checkout dev", "`checkout`: there is no branch `dev` before this line; `branch dev` creates it"),
        ("commit\nmerge main", "`merge`: the branch `main` cannot be merged into itself"),
        ("branch dev\nmerge main", "`merge`: the branch `dev` has no commit"),
        ("commit\nmerge dev", "`merge`: there is no branch `dev`"),
        ("branch dev\ncommit\nmerge main", "`merge`: the branch `main` has no commit"),
        ("commit\ncherry-pick id: 'x'", "`cherry-pick`: there is no commit `x`"),
        ("commit id: 'x'\ncherry-pick id: 'x'", "`cherry-pick`: the commit `x` is on the branch `main` already"),
        ("commit\ncherry-pick tag: 'x'", "`cherry-pick`: it names no commit: `id:` is missing"),
    ],
)
def test_command_that_mermaid_refuses_is_an_error(commands: str, found: str) -> None:
    check_found(commands, f"{commands.count(chr(10)) + 2} MMD922: Mermaid refuses this {found}.")


def test_merge_of_a_branch_without_new_commits_is_refused() -> None:
    check_found(
        "commit\nbranch a\nbranch b\ncheckout a\nmerge b",
        "6 MMD922: Mermaid refuses this `merge`: the branches `a` and `b` have the same last commit.",
    )


def test_pick_of_a_merge_names_one_of_its_parents() -> None:
    body = 'commit id: "a"\nbranch dev\ncommit id: "b"\ncheckout main\nmerge dev id: "m"\nbranch fix\ncommit\n'
    picked = 'checkout dev\ncherry-pick id: "m"'
    check_found(
        body + picked,
        "10 MMD922: Mermaid refuses this `cherry-pick`: "
        "the commit `m` is a merge, so `parent:` must name one of its parents.",
    )
    check_found(
        body + picked + ' parent: "x"',
        "10 MMD922: Mermaid refuses this `cherry-pick`: `x` is no parent of the commit `m`.",
    )
    tree = check_found(body + picked + ' parent: "b"')
    assert tree["commits"][-1]["tags"] == ["cherry-pick:m|parent:b"]


def test_commits_behind_a_refused_checkout_are_not_of_the_branch_before() -> None:
    tree, _ = parse_text(parse, 'gitGraph\ncommit id: "a"\ncheckout dev\ncommit id: "b"')
    assert [written(one) for one in tree["commits"]] == ["a main", "b dev"]


def test_second_commit_of_an_id_replaces_the_first() -> None:
    tree = check_found(
        'commit id: "a"\ncommit id: "b"\ncommit id: "a"',
        "4 MMD923: The commit `a` on line 2 has this id too; Mermaid keeps the last one only.",
    )
    assert [written(one) for one in tree["commits"]] == ["b main < a", "a main < b"]


def test_mistake_costs_its_line_only() -> None:
    tree = check_found(
        'commit id: "a"\ncommit id: a\nbranch commit\ncommit id: "b"',
        "3 MMD921: Expected a text in quotes, found `a`.",
        "4 MMD921: Expected the name of a branch or a text in quotes, found `commit`.",
    )
    assert [written(one) for one in tree["commits"]] == ["a main", "b main < a"]


PIECES = "commit|branch a|checkout a|merge a|cherry-pick id:| id: 'x'|\n|type: NORMAL| tag: |'|\"|:|LR|title x|%%"


@given(st.lists(st.sampled_from(PIECES.split("|"))))
def test_never_fails(pieces: list[str]) -> None:
    text = "gitGraph\n" + "".join(pieces)
    tree, found = parse_text(parse, text)
    assert_spans_inside(text, tree, found)
