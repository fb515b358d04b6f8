"""Which files hold tests, by their names and their folders."""

import re

_TEST_PATH = re.compile(
    r"(?:^|/)(?:[Tt]ests?|__tests__|specs?)/|(?:^|/)test_[^/]*$|[_.-](?:test|tests|spec)\.\w+$|Tests?\.\w+$|(?:^|/)Test[A-Z][^/]*$"
    r"|\.feature$"
)
_FEATURES = "/specs/"  # a folder of what features shall do, and not of their tests


def is_test_path(path: str) -> bool:
    """Whether a source file holds tests."""
    return bool(_TEST_PATH.search(path))


def is_test_of_features(path: str) -> bool:
    """Whether a source file holds tests, where `specs/NAME/` says what the feature NAME shall do."""
    _, in_features, below = f"/{path}".rpartition(_FEATURES)
    _, _, in_feature = below.partition("/")
    return is_test_path((in_feature or below) if in_features else path)
