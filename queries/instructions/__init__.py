"""The tools of instructions to agents."""
