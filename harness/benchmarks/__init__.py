"""Benchmarks of Frieze beside the libraries and tools that it is compared with: `python -m harness.benchmarks`.

Absolute times depend on the machine; only ratios count. Compared programs run in turns, so that a slow moment affects
both, and medians are shown.
"""
