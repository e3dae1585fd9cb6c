"""Finds the tools of tileiras, and starts them as console scripts.

This is a package of its own, and imports little (not even `typing`, which takes longer than the tool): each console
script imports it before the tool can start.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Dict, NoReturn, Optional

TOOLS = (
    "tileiras-cc",
    "tileiras-contract",
    "tileiras-lsp-server",
    "tileiras-opt",
    "tileiras-ptxas",
    "tileiras-translate",
)

_PACKAGE = os.path.dirname(os.path.abspath(__file__))


def find(tool: str) -> Optional[str]:
    """The file to execute for a tool: the wheel's own, or else that of PATH.

    The wheel has one binary, `tileiras`, which is each tool by the name that it is started with.
    """
    path = os.path.join(_PACKAGE, "bin", "tileiras")
    if os.path.isfile(path):
        return path
    for folder in os.get_exec_path():
        path = os.path.join(folder, tool)
        if os.access(path, os.X_OK) and os.path.isfile(path) and not _is_console_script(path):
            return path
    return None


def _is_console_script(path: str) -> bool:
    """Whether a program is a console script of this package: without binaries, it would only start itself."""
    with open(path, "rb") as file:
        return b"tileiras_tools" in file.read(1024)


def find_ptxas() -> Optional[str]:
    """The ptxas of the extra `ptxas`, which pip installs beside this package."""
    nvidia = os.path.join(os.path.dirname(_PACKAGE), "nvidia")
    if os.path.isdir(nvidia):
        for folder in sorted(os.listdir(nvidia), reverse=True):
            path = os.path.join(nvidia, folder, "bin", "ptxas")
            if os.path.isfile(path):
                return path
    return None


def environment() -> Dict[str, str]:
    """The environment for a tool: TILEIRAS_PYTHON_PTXAS names the ptxas of the extra. TILEIRAS_PTXAS counts more."""
    values = dict(os.environ)
    ptxas = find_ptxas()
    if ptxas is not None:
        values["TILEIRAS_PYTHON_PTXAS"] = ptxas
    return values


def _execute(tool: str) -> NoReturn:
    path = find(tool)
    if path is None:
        sys.stderr.write(f"{tool}: error: this installation of tileiras has no binaries, and PATH has none\n")
        sys.exit(127)
    os.execve(path, [tool, *sys.argv[1:]], environment())


def tileiras() -> NoReturn:
    _execute("tileiras")


def cc() -> NoReturn:
    _execute("tileiras-cc")


def contract() -> NoReturn:
    _execute("tileiras-contract")


def lsp_server() -> NoReturn:
    _execute("tileiras-lsp-server")


def opt() -> NoReturn:
    _execute("tileiras-opt")


def ptxas() -> NoReturn:
    _execute("tileiras-ptxas")


def translate() -> NoReturn:
    _execute("tileiras-translate")
