"""The declaration of a tool, and what follows from it: schemas and checked arguments.

A query is a plain function `(snapshot, *, arguments…) -> dict`, which the decorator `tool` turns into a `Tool`:

    @tool(
        title="Exit graph",
        pack="world",
        parameters=(WORLD, LIMIT, CURSOR),
        result={"nodes": strings("Location ids.")},
    )
    def get_exit_graph(snapshot: Snapshot, *, world: str | None, limit: int, cursor: Cursor) -> dict[str, Any]:
        \"""Returns the exits between locations. Use it to …\"""

The first paragraph of the docstring is the description that agents choose by; the others stand in the reference.
Arguments are checked and complete when the query gets them. The argument `from` is passed as `from_`, a cursor or an
offset as a `Cursor`.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from inspect import cleandoc
from typing import Any

from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import Workspace, as_workspace
from queries.errors.numbers import NUMBERED_PACK, number_tool_error
from queries.errors.query_error import SCHEMA_VERSION, QueryError, UnknownTool, is_error
from queries.tools.arguments import Arguments
from queries.tools.not_understood import NOT_UNDERSTOOD, not_understood, with_not_understood
from queries.tools.paging import CURSOR, PAGE_FIELDS, Cursor, cursor_for
from queries.tools.parameters import Parameter
from queries.tools.projection import FIELDS, FORMAT, Projection, named_fields
from queries.tools.row_fields import RowFields

__all__ = ["Parameter", "QueryError", "Tool", "UnknownTool", "is_error", "tool"]

Query = Callable[..., dict[str, Any]]
Schema = dict[str, Any]


class Tool:
    """One tool of the table.

    Clients show `name`, `title` and `description`. `pack` is its group; `result` maps the fields of the answer to their
    JSON Schemas; `run` is the query. `may_run_long` marks a query whose work is not bounded by the size of the source,
    such as a search for routes or a drawing. `needs_workspace` marks a query that takes a `Workspace` in place of the
    snapshot, for other revisions or sources, or for embeddings. `of_object` marks a query about one object: the lists
    in its answer are about that. `looks_like` are the kinds of `unread` that the tool lists: the answer says how many
    places of these kinds were not understood.

    A tool whose answer has rows (lists of objects) also takes `fields` and `format` (`queries.tools.row_fields`).
    """

    def __init__(
        self,
        run: Query,
        *,
        title: str,
        pack: str,
        parameters: Sequence[Parameter],
        result: Mapping[str, Schema],
        may_run_long: bool = False,
        needs_workspace: bool = False,
        of_object: bool = False,
        looks_like: Sequence[str] = (),
        name: str = "",
    ) -> None:
        self.run = run
        self.name = name or run.__name__
        self.title = title
        self.description, self.details = described(run.__doc__ or "")
        self.pack = pack
        self.may_run_long = may_run_long
        self.needs_workspace = needs_workspace
        self._looks_like = tuple(looks_like)
        self._is_paged = CURSOR in parameters
        self.result = {**result, **PAGE_FIELDS} if self._is_paged else dict(result)
        if looks_like:
            self.result["not_understood"] = NOT_UNDERSTOOD
        self._rows = RowFields(self.name, self.result, of_object=of_object)
        own = {parameter.name for parameter in parameters}
        self._added = tuple(parameter for parameter in (FIELDS, FORMAT) if self._rows and parameter.name not in own)
        self.parameters = (*parameters, *self._added)
        self._arguments = Arguments(self.name, self.parameters)
        self._keywords = {
            parameter.name: parameter.keyword for parameter in parameters if parameter.keyword != parameter.name
        }

    def extended(self, parameters: Sequence[Parameter], result: Mapping[str, Schema]) -> "Tool":
        """Return the declaration of this tool with more parameters and fields. It is listed, and does not answer."""
        found = object.__new__(Tool)
        cached = ("_input_schema", "_listed_schema", "_output_schema")
        vars(found).update({name: value for name, value in vars(self).items() if name not in cached})
        found.parameters = (*self.parameters, *parameters)
        found.result = {**self.result, **{name: value for name, value in result.items() if name not in self.result}}
        return found

    def described_further(self, text: str) -> "Tool":
        """Return the declaration of this tool with more in its description. It is listed, and does not answer."""
        found = self.extended((), {})
        found.description = f"{self.description} {text}".rstrip()
        return found

    def __repr__(self) -> str:
        return f"Tool({self.name})"

    @property
    def reference(self) -> str:
        """The description and the details, as the reference has them."""
        return f"{self.description}\n\n{self.details}" if self.details else self.description

    def input_schema(self) -> Schema:
        """Return the JSON Schema of the arguments. It is shared: do not change it.

        It does not say that there are no further arguments: aliases are accepted too, and clients that check arguments
        against it must not refuse them. A name that is wrong is answered by `check`.
        """
        return self._input_schema

    def listed_schema(self) -> Schema:
        """Return the JSON Schema of the arguments for the list of tools, which is as short as can be: of those that
        are required or have a brief description. All others are accepted too."""
        return self._listed_schema

    def output_schema(self) -> Schema:
        """Return the JSON Schema of answers that are no errors. It is shared: do not change it."""
        return self._output_schema

    @cached_property
    def _input_schema(self) -> Schema:
        return self._object_schema({parameter.name: parameter.schema() for parameter in self.parameters})

    @cached_property
    def _listed_schema(self) -> Schema:
        return self._object_schema(
            {parameter.name: parameter.listed_schema() for parameter in self.parameters if parameter.is_listed}
        )

    def _object_schema(self, properties: Schema) -> Schema:
        required = [parameter.name for parameter in self.parameters if parameter.required]
        return {"type": "object", "properties": properties, **({"required": required} if required else {})}

    @cached_property
    def _output_schema(self) -> Schema:
        version = {"type": "string", "const": SCHEMA_VERSION, "description": "The version of this answer's shape."}
        return {
            "type": "object",
            "properties": {"schema_version": version, **self._rows.schemas(self.result)},
            "required": ["schema_version"],
        }

    def answer(self, source: Snapshot | Workspace, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Run the query and return its answer. Raises QueryError for wrong arguments, and if there is no answer."""
        workspace = as_workspace(source)
        complete = self.check(arguments)
        projection = Projection(named_fields(complete.get(FIELDS.name) or ()), complete.get(FORMAT.name) == "table")
        for parameter in self._added:
            del complete[parameter.name]
        if self._is_paged:
            pages = self._rows.for_pages(projection)
            complete["cursor"] = cursor_for(workspace.snapshot.id, self.name, complete, pages)
        elif "offset" in complete:
            complete["offset"] = Cursor("", "", complete["offset"], self._rows.for_pages(projection))
        source = workspace if self.needs_workspace else workspace.snapshot
        answer = {"schema_version": SCHEMA_VERSION, **self.run(source, **self._passed(complete))}
        shown = self._rows.shown(answer, projection, self._arguments)
        if not self._looks_like:
            return shown
        return with_not_understood(shown, not_understood(workspace.snapshot, self._looks_like, complete))

    def numbered(self, error: QueryError) -> QueryError:
        """Return an error of this tool with its name and number, if the seed of its pack numbers errors."""
        if self.pack != NUMBERED_PACK:
            return error
        return number_tool_error(error, self._arguments.names("type"))

    def keyword_arguments(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Return the arguments as the query takes them. Raises what `check` raises."""
        return self._passed(self.check(arguments))

    def _passed(self, complete: dict[str, Any]) -> dict[str, Any]:
        return {self._keywords.get(name, name): value for name, value in complete.items()}

    def check(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Return the arguments by their declared names, complete with defaults. Raises one QueryError
        `invalid_argument` that lists all problems."""
        return self._arguments.complete(arguments)


def described(docstring: str) -> tuple[str, str]:
    """Return the description of a tool, and its details: the first paragraph of a docstring, and all others. The
    description is what agents choose by; the details stand in the reference."""
    description, _, details = unwrapped(docstring).partition("\n\n")
    return description, details


def unwrapped(docstring: str) -> str:
    """Return the paragraphs of a docstring, each on one line."""
    paragraphs = cleandoc(docstring).split("\n\n")
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)


def tool(
    *,
    title: str,
    pack: str,
    parameters: Sequence[Parameter] = (),
    result: Mapping[str, Schema],
    may_run_long: bool = False,
    needs_workspace: bool = False,
    of_object: bool = False,
    looks_like: Sequence[str] = (),
) -> Callable[[Query], Tool]:
    """Declare a query as a tool of a pack. See the head of this module."""
    return lambda run: Tool(
        run,
        title=title,
        pack=pack,
        parameters=parameters,
        result=result,
        may_run_long=may_run_long,
        needs_workspace=needs_workspace,
        of_object=of_object,
        looks_like=looks_like,
    )
