"""The table of queries, served: over MCP to agents, on the command line to people and CI.

* The root starts the two programs: `__main__` (`server SOURCE`), with `prebuild` and `deferred`, and `cli` (`frieze`).
* `protocol/` answers the requests of MCP. `transport/` carries them, over standard input and output or HTTP.
* `commands/` reads arguments and prints answers. `reports/` has the formats of `frieze check`.
* `options/` has the options that both programs take.
* Imports point one way: root -> commands, reports -> protocol; root -> transport -> options.

Only this room knows MCP, JSON bytes, argv and the terminal.
"""
