"""Completion in the shell: what may stand at the cursor of a command line."""
