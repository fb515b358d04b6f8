"""Questions to several sources at once: which of them a question is about, and how the answer names what is theirs."""
