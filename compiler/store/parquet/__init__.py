"""The relations as Parquet files, for engines that read columns: written from a snapshot, checked before they are read.

DuckDB writes and reads them (the extra `frieze[parquet]`). Any program that reads Parquet can open them without Frieze.
"""
