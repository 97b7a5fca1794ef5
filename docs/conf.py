"""Sphinx configuration."""

import re
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

autoclass_content = "both"
autodoc_default_options = {"members": True, "undoc-members": True}
autodoc_member_order = "groupwise"
napoleon_use_ivar = True

doctest_global_setup = "import gongzhu as gz"
doctest_test_doctest_blocks = ""  # pytest runs the examples of docstrings, in their own modules


def mark_console_sessions(_app: Sphinx, document: nodes.document) -> None:
    """Make doctests of the `pycon` fences of Markdown pages, which GitHub shows as any other code."""
    for block in document.findall(nodes.literal_block):
        if block.get("language") == "pycon":
            block["testnodetype"] = "doctest"
            block["groups"] = ["default"]
            block["options"] = {}


def shorten_signature(
    _app: Sphinx,
    _what: str,
    _name: str,
    _object: object,
    _options: object,
    signature: str | None,
    returns: str | None,
) -> tuple[str | None, str | None]:
    """Write the signatures of bound functions as those of other Python functions."""

    def shorten(text: str | None) -> str | None:
        plain = re.sub(r"gongzhu\._core\.|typing\.|\bself: [\w.]+(, )?", "", text or "")
        return plain.replace("SupportsInt | SupportsIndex", "int") or None

    return shorten(signature), shorten(returns)


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("doctree-read", mark_console_sessions)
    app.connect("autodoc-process-signature", shorten_signature)
    return {"parallel_read_safe": True}
