"""The build: discover, parse, link, freeze. `pipeline` reads top-down as these phases."""
