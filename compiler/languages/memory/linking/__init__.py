"""From units to facts: versions, branches, conversations, and what refers to what."""
