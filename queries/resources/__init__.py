"""Resources, which clients read by URI: their declaration, their catalogue, and those of the core."""
