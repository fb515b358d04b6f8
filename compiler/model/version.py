"""The version of Frieze, a part of every snapshot's identity."""

VERSION = "0.1.0"
