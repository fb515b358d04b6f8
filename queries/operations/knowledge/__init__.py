"""The operations on decisions, tasks and notes."""
