#!/usr/bin/env python3
"""Writes a page of Markdown for each file of the wire, out of its comments, and one that lists them.

usage: wire.py DESCRIPTORS FOLDER      DESCRIPTORS: of protoc, with --include_source_info
"""

import pathlib
import re
import sys

from google.protobuf import descriptor_pb2

Field = descriptor_pb2.FieldDescriptorProto
# The numbers of the lists in descriptor.proto, of which a place in a file is made up.
MESSAGES, ENUMS, SERVICES, SYNTAX = 4, 5, 6, 12
FIELDS, NESTED, NESTED_ENUMS, VALUES, METHODS = 2, 3, 4, 2, 2
PACKAGE = ".carom.v1."
LIST = """# The wire, by message

What [the wire](README.md) consists of: a page for each file.

```{{toctree}}
:maxdepth: 2

{}
```
"""


class Page:
    """One file's. `homes`: the page of each type."""

    def __init__(self, file, homes):
        self._file = file
        self._homes = homes
        self._comments = {tuple(place.path): place for place in file.source_code_info.location}

    def _comment(self, *path):
        """What is written before a thing, or behind it, as Markdown."""
        place = self._comments.get(path)
        if place is None:
            return ""
        text = place.leading_comments or place.trailing_comments
        text = "\n".join(line.removeprefix(" ") for line in text.strip("\n").split("\n")).strip()
        # What looks like a tag is none, but within backquotes.
        return "".join(part if i % 2 else part.replace("<", r"\<").replace("*", r"\*").replace("[", r"\[")
                       for i, part in enumerate(re.split(r"(`[^`]*`)", text)))

    def _item(self, head, *path):
        """A line of a list, with the comment beneath it."""
        comment = self._comment(*path)
        lines = ["", *comment.split("\n")] if comment else []
        return f"- {head}\n" + "".join(f"  {line}".rstrip() + "\n" for line in lines)

    def _type(self, name):
        """A link to a message or an enum."""
        if name not in self._homes:
            return f"`{name.removeprefix('.')}`"
        short = name.removeprefix(PACKAGE)
        return f"[{short}]({self._homes[name]}.md#{short.replace('.', '').lower()})"

    def _type_of(self, field):
        if field.type in (Field.TYPE_MESSAGE, Field.TYPE_ENUM):
            text = self._type(field.type_name)
        else:
            text = Field.Type.Name(field.type).removeprefix("TYPE_").lower()
        if field.label == Field.LABEL_REPEATED:
            return f"list of {text}"
        return f"optional {text}" if field.proto3_optional else text

    def _field(self, message, field, *path):
        one_of = ""
        if field.HasField("oneof_index") and not field.proto3_optional:
            one_of = f", one of `{message.oneof_decl[field.oneof_index].name}`"
        return self._item(f"**{field.name}** = {field.number} ({self._type_of(field)}{one_of})", *path)

    def _message(self, message, name, *path):
        yield f"## {name}\n\n{self._comment(*path)}\n\n"
        for i, field in enumerate(message.field):
            yield self._field(message, field, *path, FIELDS, i)
        for i, nested in enumerate(message.nested_type):
            if not nested.options.map_entry:
                yield from self._message(nested, f"{name}.{nested.name}", *path, NESTED, i)
        for i, enum in enumerate(message.enum_type):
            yield from self._enum(enum, f"{name}.{enum.name}", *path, NESTED_ENUMS, i)

    def _enum(self, enum, name, *path):
        yield f"\n## {name}\n\n{self._comment(*path)}\n\n"
        for i, value in enumerate(enum.value):
            yield self._item(f"**{value.name}** = {value.number}", *path, VALUES, i)

    def _service(self, service, *path):
        yield f"\n## {service.name}\n\n{self._comment(*path)}\n\n"
        for i, method in enumerate(service.method):
            stream = "stream of " if method.server_streaming else ""
            yield self._item(f"**{method.name}**: {self._type(method.input_type)} → "
                             f"{stream}{self._type(method.output_type)}", *path, METHODS, i)

    def text(self):
        parts = [f"# {pathlib.Path(self._file.name).name}\n\n{self._comment(SYNTAX)}\n\n"]
        for i, service in enumerate(self._file.service):
            parts += self._service(service, SERVICES, i)
        for i, message in enumerate(self._file.message_type):
            parts += ["\n", *self._message(message, message.name, MESSAGES, i)]
        for i, enum in enumerate(self._file.enum_type):
            parts += self._enum(enum, enum.name, ENUMS, i)
        return "".join(parts)


def types(things, prefix):
    """Full names of messages and enums, with those within them."""
    for thing in things:
        yield prefix + thing.name
        if isinstance(thing, descriptor_pb2.DescriptorProto):
            yield from types([*thing.nested_type, *thing.enum_type], f"{prefix}{thing.name}.")


def main(descriptors, folder):
    files = descriptor_pb2.FileDescriptorSet.FromString(pathlib.Path(descriptors).read_bytes()).file
    homes = {name: pathlib.Path(file.name).stem for file in files
             for name in types([*file.message_type, *file.enum_type], f".{file.package}.")}
    folder = pathlib.Path(folder)
    (folder / "wire").mkdir(exist_ok=True)
    stems = sorted(pathlib.Path(file.name).stem for file in files)
    for file in files:
        page = Page(file, homes)
        (folder / f"wire/{pathlib.Path(file.name).stem}.md").write_text(page.text(), encoding="utf-8")
    listed = "\n".join(f"wire/{stem}.md" for stem in stems)
    (folder / "wire.md").write_text(LIST.format(listed), encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
