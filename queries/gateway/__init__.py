"""The tools that reach all others: `find_tools` and `use_tool`, for clients that call listed tools only."""
