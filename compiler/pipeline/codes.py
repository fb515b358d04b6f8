"""Every code that no language owns: those of discovery, of the settings, of mentions, and of the recommended rules."""

from compiler.model.diagnostics import Code
from compiler.pipeline import discovery, mentions
from compiler.pipeline.settings import codes, recommended

CODES: tuple[Code, ...] = (*discovery.CODES, *codes.CODES, *mentions.CODES, *recommended.CODES)
