"""The operations on an agent's memory."""
