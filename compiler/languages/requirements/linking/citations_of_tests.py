"""Which tests of a file a citation belongs to.

A comment in or directly above a test belongs to that test, and so does an id in the name of the test. A comment of a
class, or above the first declaration of the file, stands for all tests of the class or file that cite nothing nearer.
If each of them does, it stands for all.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from compiler.languages.requirements.configuration.ids import Ids
from compiler.languages.requirements.facts import test_ref
from compiler.languages.requirements.linking.resolve import Citer, ListedId, Resolver
from compiler.languages.requirements.linking.result_matching import LinkedTest
from compiler.languages.requirements.records import CitingComment
from compiler.model.spans import Span

EdgeKind = Callable[[CitingComment], str]


def link_tests(
    by_line: Mapping[int, LinkedTest],
    comments: Iterable[CitingComment],
    edge_kind: EdgeKind,
    resolver: Resolver,
    ids: Ids,
    ids_in_names: Sequence[Ids],
) -> list[CitingComment]:
    """Resolve what the tests of one file cite. Return the comments that stand for no test.

    `by_line` has the tests by the line where each begins, `edge_kind` gives the kind of link that a comment makes.
    `ids` are those that comments may use, `ids_in_names` those that names of tests may hold.
    """
    tests = tuple({test.id: test for test in by_line.values()}.values())
    citing = {test.id for test in tests if _resolve_name(test, resolver, ids_in_names)}
    shared: list[CitingComment] = []
    for comment in comments:
        own = by_line.get(comment.function.line) if comment.function else None
        if own is None:
            shared.append(comment)
        else:
            citing.add(own.id)
            _resolve([own], comment, edge_kind(comment), resolver, ids)
    # Comments of inner classes come first, and that of the file last.
    shared.sort(key=lambda comment: -len((comment.scope or "").split("::")) if comment.scope else 0)
    return _resolve_shared(tests, shared, citing, edge_kind, resolver, ids)


def _resolve_shared(
    tests: Sequence[LinkedTest],
    comments: Sequence[CitingComment],
    citing: set[str],
    edge_kind: EdgeKind,
    resolver: Resolver,
    ids: Ids,
) -> list[CitingComment]:
    """Resolve comments that stand for several tests. Return those that stand for none."""
    unbound: list[CitingComment] = []
    for scope in dict.fromkeys(comment.scope for comment in comments):
        members = [test for test in tests if scope is not None and _is_within(test, scope)]
        members = [member for member in members if member.id not in citing] or members
        for comment in comments:
            if comment.scope == scope and members:
                _resolve(members, comment, edge_kind(comment), resolver, ids)
            elif comment.scope == scope:
                unbound.append(comment)
        citing.update(member.id for member in members)
    return unbound


def _is_within(test: LinkedTest, scope: str) -> bool:
    """Whether a test is in the class of this name; the file is the scope ""."""
    return not scope or f"{test.function.class_name}::".startswith(f"{scope}::")


def _resolve(tests: Sequence[LinkedTest], comment: CitingComment, edge_kind: str, resolver: Resolver, ids: Ids) -> None:
    """Resolve a comment that stands for some tests."""
    citers = [_citer(test) for test in tests]
    citer = citers[0]._replace(sharing=tuple(citers[1:]))
    reached = resolver.resolve(citer, edge_kind, comment.citation, ids)
    for test in tests:
        test.requirements.update(dict.fromkeys(reached))


def _resolve_name(test: LinkedTest, resolver: Resolver, candidates: Sequence[Ids]) -> bool:
    """Resolve the id in the name of a test. Return whether there is one."""
    line = test.function.declared
    for ids in candidates:
        if cited := ids.cited_by_name(test.function.name):
            word = ListedId(_citer(test), "verifies", cited, Span(test.path, line, 1, line, 1))
            test.requirements.update(dict.fromkeys(resolver.resolve_words([word], ids)))
            return True
    return False


def _citer(test: LinkedTest) -> Citer:
    return Citer(test.id, test_ref(test.id), "test", test.path, is_code=True)
