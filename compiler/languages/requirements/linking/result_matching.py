"""Finds the test that yielded a result."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from compiler.languages.requirements.records import Function, ResultCase


@dataclass(slots=True)
class LinkedTest:
    """A test with the ids of the requirements that it verifies. `outcome` is the worst status of its results."""

    id: str
    path: str
    function: Function
    imports: tuple[str, ...]
    requirements: dict[str, None] = field(default_factory=dict)
    outcome: str = ""


class TestMatcher:
    """Finds the test of a result by module, class and name, or by name if the result does not tell the module."""

    def __init__(self, tests: dict[str, LinkedTest]) -> None:
        self._by_id = tests
        self._by_line = {(test.path, test.function.line): test for test in tests.values()}
        self._paths = {test.path for test in tests.values()}
        self._by_file: defaultdict[str, set[str]] = defaultdict(set)
        self._by_name: defaultdict[str, list[LinkedTest]] = defaultdict(list)
        for test in tests.values():
            self._by_file[test.path.rpartition("/")[2]].add(test.path)
            self._by_name[test.function.name].append(test)

    def test_of(self, case: ResultCase, folder: str) -> LinkedTest | None:
        """The test that yielded a result, None if none fits. `folder` is that of the configuration of the results.

        All cases of a parametrised test have that test.
        """
        name = case.name.split("[", 1)[0] if case.name.endswith("]") else case.name
        if case.file:
            return self._find_in_file(case, name, folder)
        for path, class_name in _modules(case.classname):
            for file in self._files(path, folder):
                found = self._by_id.get("::".join(filter(None, (file, class_name, name))))
                if found:
                    return found
        return self._find_by_name(case.classname, name)

    def _files(self, path: str, folder: str) -> Iterator[str]:
        """The file with a path below `folder`, or else the only file anywhere whose path ends so; perhaps none."""
        below = f"{folder}/{path}" if folder else path
        if below in self._paths:
            yield below
            return
        fitting = [
            path_there
            for path_there in self._by_file.get(path.rpartition("/")[2], ())
            if path_there.endswith(f"/{path}")
        ]
        if len(fitting) == 1:
            yield fitting[0]

    def _find_in_file(self, case: ResultCase, name: str, folder: str) -> LinkedTest | None:
        """The test with a name in the file that the result names.

        Of several such tests, the one at the line of the result, or else the one in its class.
        """
        for path in self._files(case.file.removeprefix("./"), folder):
            inside = [test for test in self._by_name.get(name, ()) if test.path == path]
            if len(inside) == 1:
                return inside[0]
            if (path, case.file_line + 1) in self._by_line:
                return self._by_line[path, case.file_line + 1]
            classes = {class_name for _, class_name in _modules(case.classname)}
            inside = [test for test in inside if test.function.class_name in classes]
            if len(inside) == 1:
                return inside[0]
        return None

    def _find_by_name(self, classname: str, name: str) -> LinkedTest | None:
        """The only test with a name, preferably in a class that the result names. Python files are left out."""
        classes = re.split(r"::|[.$]", classname)
        fitting = [test for test in self._by_name.get(name, ()) if not test.path.endswith(".py")]
        innermost = {test.id: test.function.class_name.rpartition("::")[2] for test in fitting}
        # In a result, the innermost of nested classes comes last.
        named = [test for test in fitting if innermost[test.id] in (classes[-1], classname)]
        named = named or [test for test in fitting if innermost[test.id] in classes]
        best = named or fitting
        return best[0] if len(best) == 1 else None


def _modules(classname: str) -> Iterator[tuple[str, str]]:
    """The path of a Python module and the class in it, for a dotted name; nothing if the name has no module."""
    # Only the capital letter tells a class from a module.
    parts = classname.split(".")
    at = len(parts)
    while at > 0 and parts[at - 1][:1].isupper():
        at -= 1
    if at:
        yield "/".join(parts[:at]) + ".py", "::".join(parts[at:])
