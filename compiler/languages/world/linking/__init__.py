"""From the units of all files to the facts, links and findings of each world, beginning with `link`."""
