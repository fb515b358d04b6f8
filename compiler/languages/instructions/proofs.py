"""What proves each format of instructions, for people: its path alone."""

from compiler.languages.instructions.formats import FORMATS

_OTHERS = {"imported": "another file of instructions imports it", "misnamed": "its name is near to one of instructions"}
PROOFS = {name: _OTHERS.get(name, "its path") for name in FORMATS}
