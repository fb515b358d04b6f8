"""Search by meaning, an optional extra: vectors of facts, made while a snapshot is, and asked by queries.

`embedder` says what makes vectors and whether it is installed; `wordllama` is the one that the extra installs;
`vectors` writes the table; `asking` compares a question with it. Without the extra nothing here does anything.
"""
