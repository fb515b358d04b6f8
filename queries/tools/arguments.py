"""The arguments of a call: names and values are resolved and checked, and what is missing gets its default."""

from collections.abc import Mapping, Sequence
from typing import Any

from queries.errors.near import nearest
from queries.errors.query_error import ECHO, QueryError
from queries.tools.argument_names import same_meaning
from queries.tools.parameters import Parameter, echoed

MAX_PROBLEMS = 20

Problem = dict[str, Any]


class Arguments:
    """The parameters of one tool, by the names that callers use."""

    def __init__(self, tool: str, parameters: Sequence[Parameter]) -> None:
        self._tool = tool
        self._parameters = parameters
        self._defaults = {parameter.name: parameter.default for parameter in parameters if not parameter.required}
        self._required = tuple(parameter.name for parameter in parameters if parameter.required)
        aliased = {alias: parameter for parameter in parameters for alias in parameter.aliases}
        self._by_name = aliased | {parameter.name: parameter for parameter in parameters}

    def names(self, parameter: str) -> list[str]:
        """Return all names of a parameter; none if there is no such parameter."""
        return [name for name, argument in self._by_name.items() if argument.name == parameter]

    def complete(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the arguments by their declared names, complete with defaults. Raises one QueryError
        `invalid_argument` that lists all problems."""
        complete = dict(self._defaults)
        named: dict[str, str] = {}
        problems: list[Problem] = []
        for name, value in given.items():
            if len(problems) >= MAX_PROBLEMS:
                raise self.error(problems)
            parameter = self._by_name.get(name)
            if parameter is None:
                problems.append(self._unknown(name, value))
                continue
            if parameter.name in named:
                problems.append({"argument": name, "problem": f"is the same argument as '{named[parameter.name]}'"})
                continue
            named[parameter.name] = name
            value = parameter.read(value)
            if value is not None or parameter.required:
                problem = _problem(parameter, name, value)
                if problem is None:
                    complete[parameter.name] = _converted(parameter, value)
                else:
                    problems.append(problem)
        problems += [{"argument": name, "problem": "is missing"} for name in self._required if name not in named]
        if problems:
            raise self.error(problems)
        return complete

    def _unknown(self, name: str, value: Any) -> Problem:
        found: Problem = {"argument": echoed(str(name)), "problem": "is not an argument of this tool"}
        return found | {"value": echoed(value)} | self._meant(str(name)[:ECHO])

    def _meant(self, name: str) -> Problem:
        """The argument that an unknown name may stand for: one that means the same, one of which it is a value, or one
        that is spelt nearly so."""
        names = {parameter.name: None for parameter in self._parameters}
        if near := same_meaning(name, names):
            return {"did_you_mean": near}
        for parameter in self._parameters:
            if (choice := parameter.meant(name)) in parameter.choices:
                return {"did_you_mean": f"{parameter.name}: {choice}"}
        if near_names := nearest(name, self._by_name, 1):
            return {"did_you_mean": near_names[0]}
        return {}

    def error(self, problems: Sequence[Problem], hint: str = "") -> QueryError:
        """Return the error of a call with these problems; `hint` stands before what the tool takes."""
        shown = list(problems[:MAX_PROBLEMS])
        listed = "; ".join(map(_sentence, shown))
        hint = hint or self._takes()
        return QueryError("invalid_argument", f"Invalid arguments: {listed}.", problems=shown, hint=hint)

    def _takes(self) -> str:
        if not self._parameters:
            return f"{self._tool} takes no arguments."
        names = [
            f"{parameter.name} ({_type(parameter)}{', required' if parameter.required else ''})"
            for parameter in self._parameters
        ]
        return f"{self._tool} takes {', '.join(names)}."


def _problem(parameter: Parameter, name: str, value: Any) -> Problem | None:
    problem = parameter.problem(parameter.meant(value))
    if problem is None:
        return None
    near = parameter.near_choice(value)
    return {"argument": name, "problem": problem, "value": echoed(value)} | ({"did_you_mean": near} if near else {})


def _converted(parameter: Parameter, value: Any) -> Any:
    return int(value) if parameter.type == "integer" else parameter.meant(value)


def _sentence(problem: Problem) -> str:
    near = f" (did you mean '{problem['did_you_mean']}'?)" if "did_you_mean" in problem else ""
    return f"'{problem['argument']}' {problem['problem']}{near}"


def _type(parameter: Parameter) -> str:
    return "array of strings" if parameter.type == "strings" else parameter.type
