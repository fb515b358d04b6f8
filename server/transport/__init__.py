"""The two transports of MCP: standard input and output, and HTTP."""
