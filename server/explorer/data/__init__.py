"""The relations as tables: Datasette, where the extra `frieze[explorer]` is installed, behind the guards of the server.

Datasette opens no file and no connection to the snapshot. Each of its statements is a question like those of
`query_facts`: one guarded SELECT over the relations, with the same bounds, on the snapshot of the moment.
"""
