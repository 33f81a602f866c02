"""Sphinx's settings for the site that deploy/site.sh writes."""

import enum
import importlib.metadata
import pathlib
import re

project = "Carom"
version = release = importlib.metadata.version("carom")
extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "README"
include_patterns = ["**.md"]
exclude_patterns = ["deploy/site/contents.md"]
html_theme = "furo"
html_title = f"Carom {release}"
html_copy_source = False
html_show_copyright = False
myst_heading_anchors = 4
# Docstrings write names and code alike in single backquotes.
default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints = "none"
# What Python's own classes bring to ours is left out.
autodoc_default_options = {"inherited-members": "Enum, int, BaseException"}
# Too large packages for their names.
autodoc_mock_imports = ["jax", "pooltool", "ray", "stable_baselines3", "torch"]

CONTENTS = pathlib.Path(__file__).with_name("contents.md").read_text(encoding="utf-8")
LINK = re.compile(r"\[([^\]]*)\]\(([^)\s#]+)\)")
# "name: what it is", or "one, other: what they are", as docstrings explain arguments.
ARGUMENT = re.compile(r"^([a-z_]\w*(?:, \w+)*): (.+)$")


def without_links_to_folders(app, name, source):
    """A site has no page for a folder: its name remains. The first page gets the list of all."""
    folder = (pathlib.Path(app.srcdir) / f"{name}.md").parent
    source[0] = LINK.sub(lambda link: link[1] if (folder / link[2]).is_dir() else link[0], source[0])
    if name == root_doc:
        source[0] += CONTENTS


def _paragraph(lines):
    """As reST: what explains arguments is a list; a table, or what has indented lines, stays as it is."""
    if ARGUMENT.match(lines[0]):
        return [ARGUMENT.sub(r"- **\1**: \2", line) if ARGUMENT.match(line) else f"  {line.strip()}"
                for line in lines]
    if any(line.startswith((" ", "|")) for line in lines):
        return ["::", "", *(f"    {line}" for line in lines)]
    return lines


def to_rst(app, what, name, thing, options, lines):
    """Docstrings are plain text."""
    paragraphs = [text.split("\n") for text in re.split(r"\n\s*\n", "\n".join(lines).rstrip()) if text]
    lines[:] = [line for paragraph in paragraphs for line in (*_paragraph(paragraph), "")]


def keep_values(app, what, name, thing, skip, options):
    """Values of an enum need no text of their own."""
    return False if isinstance(thing, enum.Enum) else None


def setup(app):
    app.connect("source-read", without_links_to_folders)
    app.connect("autodoc-process-docstring", to_rst)
    app.connect("autodoc-skip-member", keep_values)
