"""Words as people write them who leave out the accents: `Concluida`, `Propose`."""

from unicodedata import combining, normalize


def without_accents(text: str) -> str:
    """Return a text whose letters have no accents. Letters of other alphabets stay as they are."""
    return normalize("NFC", "".join(sign for sign in normalize("NFD", text) if not combining(sign)))
