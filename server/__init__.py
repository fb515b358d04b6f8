"""The table of queries, served: over MCP to agents, on the command line to people and CI.

Only this room knows MCP, JSON bytes, argv and the terminal.
"""
