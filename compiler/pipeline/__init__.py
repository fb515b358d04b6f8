"""The pipeline: discover, parse, link, freeze. `build` reads top-down as these phases."""
