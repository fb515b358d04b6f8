"""Instructions to agents: which text a program reads before it works on a file, and what that text takes in."""
