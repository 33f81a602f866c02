"""Where the files of a data set are: in a folder of this machine, or in a file system that pyarrow or
fsspec knows by a URI."""
from __future__ import annotations

import contextlib
import os
import re
import threading
from pathlib import Path
from typing import Any, Dict, Optional, Union

from carom.arguments import wrong

_OBJECT_STORES = ("s3", "gcs", "abfs")  # A file is there when its last byte is, and not before.
_GCS_SECONDS = 60  # How long Google's storage is asked again; its own default is a quarter of an hour.
_SEEN = "a folder, or a URI of a file system that pyarrow or fsspec knows, as s3://BUCKET/PREFIX"


class Folder:
    """A folder of this machine. A file is there in full or not at all."""

    def __init__(self, path: Path):
        self._path = path

    def __str__(self) -> str:
        return str(self._path)

    def path_of(self, name: str) -> str:
        """The path of a file, for messages."""
        return f"{self}/{name}"

    def create(self) -> None:
        """Makes the folder where it is not there yet."""
        self._path.mkdir(parents=True, exist_ok=True)

    def sizes(self) -> Dict[str, int]:
        """The names of all files, and how many bytes each has."""
        sizes: Dict[str, int] = {}
        with os.scandir(self._path) as entries:
            for entry in entries:
                with contextlib.suppress(FileNotFoundError):  # Drafts get another name meanwhile.
                    if entry.is_file():
                        sizes[entry.name] = entry.stat().st_size
        return sizes

    def read(self, name: str) -> Optional[bytes]:
        """The bytes of a file; None where there is none."""
        try:
            return (self._path / name).read_bytes()
        except FileNotFoundError:
            return None

    def open(self, name: str) -> Any:
        """A file to read, fit for pyarrow."""
        return open(self._path / name, "rb")

    def write(self, name: str, data: bytes, sync: bool = False) -> None:
        """Writes a file. sync: whether it is also to be on the disk, in case the power goes."""
        draft = self._path / _draft_of(name)
        try:
            with open(draft, "wb") as file:
                file.write(data)
                file.flush()
                if sync:
                    os.fsync(file.fileno())
            os.replace(draft, self._path / name)
        finally:
            draft.unlink(missing_ok=True)

    def remove(self, name: str) -> None:
        """Removes a file, if it is there."""
        (self._path / name).unlink(missing_ok=True)


class _RemoteFolder(Folder):
    """A folder of a file system of pyarrow."""

    def __init__(self, files: Any, root: str, shown: str):
        self._files, self._root, self._shown = files, root.rstrip("/"), shown.rstrip("/")
        self._is_store = files.type_name in _OBJECT_STORES

    def __str__(self) -> str:
        return self._shown

    def create(self) -> None:
        if not self._is_store:  # A store makes no folders: they are parts of names.
            self._files.create_dir(self._root, recursive=True)

    def sizes(self) -> Dict[str, int]:
        from pyarrow import fs

        found = self._files.get_file_info(fs.FileSelector(self._root, allow_not_found=True))
        return {file.base_name: file.size for file in found if file.type == fs.FileType.File}

    def read(self, name: str) -> Optional[bytes]:
        try:
            with self.open(name) as file:
                data: bytes = file.read()
                return data
        except FileNotFoundError:
            return None

    def open(self, name: str) -> Any:
        return self._files.open_input_file(f"{self._root}/{name}")

    def write(self, name: str, data: bytes, sync: bool = False) -> None:
        path = f"{self._root}/{name}"
        draft = name if self._is_store else _draft_of(name)
        try:
            with self._files.open_output_stream(f"{self._root}/{draft}") as file:
                file.write(data)
            if draft != name:
                self.remove(name)  # Not every file system moves onto a file.
                self._files.move(f"{self._root}/{draft}", path)
        except NotImplementedError as error:
            raise OSError(f"{self.path_of(name)} cannot be written: {error}") from error
        finally:
            if draft != name:
                self.remove(draft)

    def remove(self, name: str) -> None:
        with contextlib.suppress(FileNotFoundError, NotImplementedError):
            self._files.delete_file(f"{self._root}/{name}")


def folder_of(out: Union[str, Path, Folder]) -> Folder:
    """The folder of a path or a URI; InvalidArgument where there is no such file system."""
    if isinstance(out, Folder):
        return out
    if not isinstance(out, (str, Path)) or not str(out):
        raise wrong("--out", out, _SEEN)
    if "://" in str(out):
        return _at_uri(str(out))
    if re.match(r"[A-Za-z][\w+.-]+:/", str(out)):  # pathlib.Path("s3://BUCKET").
        raise wrong("--out", str(out), "a URI with ://, as a text, or ./ before a folder of this name")
    return Folder(Path(out))


def _at_uri(uri: str) -> Folder:
    from pyarrow import fs

    shown = re.sub(r"//[^/@]*@", "//", uri.partition("?")[0])  # Without what may be secret.
    try:
        files, root = _file_system(uri)
    except (ImportError, OSError, ValueError) as error:
        why = str(error).split("\n")[0].replace(_bounded(uri), shown)
        raise wrong("--out", shown, f"{_SEEN} ({why})", got=repr(shown)) from error
    if isinstance(files, fs.LocalFileSystem):
        return Folder(Path(root))
    if not root.strip("/"):
        raise wrong("--out", shown, "a URI with the name of a folder", got=repr(shown))
    return _RemoteFolder(files, root, shown)


def _file_system(uri: str) -> Any:
    """The file system and the path in it: of pyarrow, and where it knows none, of fsspec."""
    import pyarrow as pa
    from pyarrow import fs

    try:
        return fs.FileSystem.from_uri(_bounded(uri))
    except pa.ArrowInvalid as error:
        if "Unrecognized filesystem type" not in str(error):
            raise
        try:
            from fsspec.core import url_to_fs
        except ImportError:
            raise error from None
    files, root = url_to_fs(uri)
    return fs.PyFileSystem(fs.FSSpecHandler(files)), root


def _bounded(uri: str) -> str:
    """Google's storage is not waited for without end where the URI does not say how long."""
    if not re.match("(gs|gcs)://", uri) or "retry_limit_seconds" in uri:
        return uri
    return f"{uri}{'&' if '?' in uri else '?'}retry_limit_seconds={_GCS_SECONDS}"


def _draft_of(name: str) -> str:
    """A name of its own for each who writes at the same time."""
    return f".{name}.{os.getpid()}.{threading.get_ident()}"
