"""Trees of the shape of real repositories, with traps: what looks like an object or a finding and is none."""
