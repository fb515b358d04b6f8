"""Settings of StrictDoc for the snow plough. Frieze reads that there are some, and runs nothing."""

from strictdoc.core.project_config import ProjectConfig


def create_config() -> ProjectConfig:
    return ProjectConfig(project_title="Snow plough")
