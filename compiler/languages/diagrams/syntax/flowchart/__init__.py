"""Flowcharts: `flowchart TD`, `graph LR`."""
