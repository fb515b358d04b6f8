"""The texts of the files that a build writes."""

from collections.abc import Iterator, Mapping

from compiler.model.source import SourceFile


class FileTexts(Mapping[str, str]):
    """The texts of files by path, each read when it is asked for if it is not in memory."""

    def __init__(self, files: Mapping[str, SourceFile], shown: Mapping[str, str]) -> None:
        """`shown` are the texts of binary files."""
        self._files, self._shown = files, shown

    def __getitem__(self, path: str) -> str:
        return self._shown[path] if path in self._shown else self._files[path].text

    def __contains__(self, path: object) -> bool:
        return path in self._files

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)

    def size(self, path: str) -> int:
        """About how long the text of a file is, in characters: its bytes; 0 if it is none of these."""
        if path in self._shown:
            return len(self._shown[path])
        return self._files[path].size if path in self._files else 0
