"""The workspace: revisions of the repository, other sources and embeddings, beside the snapshot that is served."""
