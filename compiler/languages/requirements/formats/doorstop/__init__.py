"""Doorstop: a file of YAML for each item, in folders that `.doorstop.yml` makes documents."""
