"""Links between sources: what one source cites and another one defines."""
