"""Fuzzing: mutated sources of every language through parsers, builds and questions (`make fuzz`)."""
