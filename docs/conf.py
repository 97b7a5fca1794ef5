"""Sphinx configuration."""

from importlib.metadata import version as installed_version
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

project = "gongzhu"
version = release = installed_version("gongzhu")

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.doctest", "sphinx.ext.napoleon"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = f"gongzhu {version}"

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

autodoc_default_options = {"members": True, "show-inheritance": False}
autodoc_member_order = "groupwise"
autodoc_typehints = "signature"

doctest_global_setup = "import gongzhu as gz"


def mark_console_sessions(_app: Sphinx, document: nodes.document) -> None:
    """Make doctests of the `pycon` fences of Markdown pages, which GitHub shows as any other code."""
    for block in document.findall(nodes.literal_block):
        if block.get("language") == "pycon":
            block["testnodetype"] = "doctest"
            block["groups"] = ["default"]
            block["options"] = {}


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("doctree-read", mark_console_sessions)
    return {"parallel_read_safe": True}
