"""The loop of lark's LALR parser, over tables in which each step is ready to be taken.

lark looks its actions up as it wrote them down: by rules, which are hashed and compared field by field at every
reduction. Here an action is the next state, or what a reduction needs: how many values it takes, what makes one of
them, and the name under which that goes on. What is parsed, called and raised is the same.
"""

from collections.abc import Callable, Iterable
from typing import Any

import lark
from lark import UnexpectedInput
from lark.lexer import Token
from lark.parsers.lalr_interactive_parser import InteractiveParser
from lark.parsers.lalr_parser import LALR_Parser, _Parser
from lark.parsers.lalr_parser_state import ParseConf, ParserState

Reduction = tuple[int, Callable[[list[Any]], Any], str]
Actions = dict[int, dict[str, int | Reduction]]


def quicken(parser: lark.Lark) -> lark.Lark:
    """The parser, which goes through its tables by this loop from now on."""
    frontend: Any = parser.parser
    engine: LALR_Parser = frontend.parser
    engine.parser = _Driver(engine.parser)
    return parser


class _Conf(ParseConf[int]):
    __slots__ = ("actions", "shifted")

    def __init__(self, driver: "_Driver", start: str) -> None:
        super().__init__(driver.parse_table, driver.callbacks, start)
        self.actions, self.shifted = driver.actions, driver.shifted


class _State(ParserState[int]):
    __slots__ = ()

    def feed_all(self, tokens: Iterable[Any]) -> Any:
        """Feeds the tokens, one by one, and gives the last. Raises UnexpectedToken for one that does not fit."""
        token = None
        states, values = self.state_stack, self.value_stack
        actions: Actions = self.parse_conf.actions  # type: ignore[attr-defined]
        shifted = self.parse_conf.shifted  # type: ignore[attr-defined]
        for token in tokens:
            name = token.type
            action = actions[states[-1]].get(name)
            while action.__class__ is tuple:
                size, make, origin = action
                if size:
                    parts = values[-size:]
                    del states[-size:], values[-size:]
                else:
                    parts = []
                value = make(parts)
                states.append(actions[states[-1]][origin])  # type: ignore[arg-type]
                values.append(value)
                action = actions[states[-1]].get(name)
            if action is None:
                super().feed_token(token)  # raises
            states.append(action)  # type: ignore[arg-type]
            values.append(shifted[name](token) if name in shifted else token)
        return token

    def feed_token(self, token: Any, is_end: bool = False) -> Any:
        """Feeds one token; with `is_end` gives what is made of all."""
        return super().feed_token(token, is_end) if is_end else self.feed_all((token,))


class _Driver(_Parser):
    def __init__(self, parser: _Parser) -> None:
        super().__init__(parser.parse_table, parser.callbacks, parser.debug)
        callbacks: dict[Any, Any] = parser.callbacks
        self.shifted = {name: made for name, made in callbacks.items() if isinstance(name, str)}
        reductions: dict[int, Reduction] = {}
        self.actions: Actions = {}
        for state, steps in parser.parse_table.states.items():
            found = self.actions[state] = {}
            for name, (_, to) in steps.items():
                if isinstance(to, int):
                    found[name] = to
                    continue
                if id(to) not in reductions:
                    reductions[id(to)] = (len(to.expansion), callbacks[to], to.origin.name)
                found[name] = reductions[id(to)]

    def parse(
        self, lexer: Any, start: str, value_stack: Any = None, state_stack: Any = None, start_interactive: bool = False
    ) -> Any:
        state = _State(_Conf(self, start), lexer, state_stack, value_stack)
        return InteractiveParser(self, state, lexer) if start_interactive else self.parse_from_state(state)

    def parse_from_state(self, state: Any, last_token: Token | None = None) -> Any:
        try:
            token = state.feed_all(state.lexer.lex(state)) or last_token
            end = Token.new_borrow_pos("$END", "", token) if token else Token("$END", "", 0, 1, 1)
            return state.feed_token(end, True)
        except UnexpectedInput as error:
            error.interactive_parser = InteractiveParser(self, state, state.lexer)
            raise
