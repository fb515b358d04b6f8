"""The relations as Parquet files, for engines that read columns. DuckDB writes them (the extra `frieze[parquet]`).

Any program that reads Parquet opens them, without Frieze.
"""
