"""Where the tests find the project: its root and the sample sources."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
