"""The relations as tables: with the extra by Datasette, without it by a page that says how to get it."""
