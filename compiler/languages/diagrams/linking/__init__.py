"""From units to facts: ids, sessions, reconciliation with sidecars, the facts of each kind, cross-references."""
