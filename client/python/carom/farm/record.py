"""What is known of the parts that are there, so that who resumes or ends a job need not read them."""
from __future__ import annotations

import hashlib
import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Dict, List, Optional

from carom.farm.folder import Folder

if TYPE_CHECKING:
    from carom.farm.dataset import Parts

NAME = "_parts.json"
_READERS = 16  # Files that are open at a time: those of a store are far away.


def part_name(number: int) -> str:
    return f"part-{number:05d}.parquet"


def sum_of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@dataclass(frozen=True)
class Part:
    """A file of a data set that is there, whole and of its job."""

    number: int
    bytes: int
    rows: int
    engine_version: str
    sha256: str = ""  # Until somebody needs it, of a file that was found.


class Record:
    """The parts that are known to be there, by number: those of the folder's `_parts.json` and those
    noted since. A part is there as long as its file has the size that was noted."""

    def __init__(self, folder: Folder):
        self._folder = folder
        self.parts = _read(folder.read(NAME))

    def save(self) -> None:
        lines = [json.dumps(asdict(self.parts[number])) for number in sorted(self.parts)]
        self._folder.write(NAME, ("[" + ",\n".join(lines) + "]\n").encode())

    def look(self, job: Parts, verify: bool = False) -> List[int]:
        """Looks at what is there, and returns the numbers of the parts that are not.

        Of a file that is not known the footer is read, or where `verify` all bytes of each file.
        ValueError where one is of another job.
        """
        sizes, known = self._folder.sizes(), self.parts
        there = [number for number in range(job.parts) if part_name(number) in sizes]
        self.parts = {number: known[number] for number in there if not verify and number in known
                      and known[number].bytes == sizes[part_name(number)]}
        with ThreadPoolExecutor(_READERS) as pool:
            found = pool.map(lambda number: self._find(job, number, known.get(number), verify),
                             [number for number in there if number not in self.parts])
            self.parts.update((part.number, part) for part in found if part is not None)
        if self.parts != known:
            self.save()
        return [number for number in range(job.parts) if number not in self.parts]

    def add_sums(self) -> None:
        """Of the parts whose sums are not known yet."""
        for number, part in self.parts.items():
            if not part.sha256:
                data = self._folder.read(part_name(number)) or b""
                self.parts[number] = replace(part, sha256=sum_of(data))

    def _find(self, job: Parts, number: int, known: Optional[Part], verify: bool) -> Optional[Part]:
        part = _read_footer(job, number, self._folder)
        if part is None or not verify:
            return part
        data = self._folder.read(part_name(number)) or b""
        if known is not None and known.sha256:
            return known if sum_of(data) == known.sha256 else None
        return replace(part, sha256=sum_of(data)) if _has_sound_pages(data) else None


def _read(data: Optional[bytes]) -> Dict[int, Part]:
    """The parts of a record. One that is damaged says nothing: files can be looked at again."""
    try:
        return {part["number"]: Part(**part) for part in json.loads(data or b"[]")}
    except (ValueError, TypeError, KeyError):
        return {}


def _read_footer(job: Parts, number: int, folder: Folder) -> Optional[Part]:
    """A part whose file ends as it should; None: it is to be done. ValueError where it is of another
    job."""
    import pyarrow as pa
    import pyarrow.parquet as parquet

    name = part_name(number)
    try:
        with folder.open(name) as file:
            size = file.seek(0, 2)
            footer = parquet.read_metadata(file)
    except (pa.ArrowInvalid, OSError):
        return None
    metadata = {key.decode(errors="replace"): value.decode(errors="replace")
                for key, value in (footer.metadata or {}).items()}
    if metadata.get("job") != job.text():
        raise ValueError(f"{folder.path_of(name)} is of another job")
    if not job.can_have(number, footer.num_rows):
        return None
    return Part(number, size, footer.num_rows, metadata.get("engine_version", ""))


def _has_sound_pages(data: bytes) -> bool:
    import pyarrow as pa
    import pyarrow.parquet as parquet

    try:
        parquet.read_table(pa.BufferReader(data), page_checksum_verification=True)
    except (pa.ArrowInvalid, OSError):
        return False
    return True
