"""Project knowledge: decisions, tasks, notes, prompts, components and links, in the formats of their programs."""
