"""One SELECT of anybody's over the relations of a snapshot, guarded and bounded."""
