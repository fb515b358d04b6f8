"""Builds the package: beside what pyproject.toml says, the pages of docs/diagnostics, which `frieze explain` shows."""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

PAGES = Path(__file__).parent / "docs" / "diagnostics"


class BuildWithPages(build_py):
    """Puts the pages into the built package as `server/diagnostics`. An editable installation reads those of docs."""

    def run(self):
        super().run()
        if not self.editable_mode:
            built = Path(self.build_lib, "server", "diagnostics")
            built.mkdir(parents=True, exist_ok=True)
            for page in sorted(PAGES.glob("*.md")):
                shutil.copyfile(page, built / page.name)


setup(cmdclass={"build_py": BuildWithPages})
