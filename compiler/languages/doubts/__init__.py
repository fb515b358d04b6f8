"""The net beside the parsers: what a person would take for a thing that is asked for. It gives doubts, and no facts."""
