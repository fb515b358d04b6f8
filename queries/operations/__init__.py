"""Operations: the writing tools of the seeds, each turned into the smallest edits of texts. Nothing is written."""
