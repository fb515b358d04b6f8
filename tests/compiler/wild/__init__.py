"""Trees of our own with the shape of real repositories, and what Frieze makes of the traps in them."""
