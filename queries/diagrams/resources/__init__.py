"""The resources of the packs that speak of diagrams."""
