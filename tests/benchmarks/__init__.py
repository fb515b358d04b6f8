"""Benchmarks: what Frieze costs, measured beside what it stands on. Run them with `python -m tests.benchmarks`.

Absolute times are a machine's; the ratios are Frieze's. What is compared is run in turns, so that a noisy moment falls
on both sides, and medians are shown.
"""
