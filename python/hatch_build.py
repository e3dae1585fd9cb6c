"""Adds the files in the folder TILEIRAS_TOOLS to the package of the tools. The wheel is then for Linux on x86-64."""

import os
from pathlib import Path
from typing import Any, Dict

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ToolsHook(BuildHookInterface):  # type: ignore[type-arg, misc]
    def initialize(self, version: str, build_data: Dict[str, Any]) -> None:
        folder = os.environ.get("TILEIRAS_TOOLS")
        if not folder:
            return
        root = Path(folder).resolve()
        for path in sorted(path for path in root.rglob("*") if path.is_file()):
            build_data["force_include"][str(path)] = f"tileiras_tools/{path.relative_to(root)}"
        build_data["pure_python"] = False
        # auditwheel replaces the platform by the one that the binaries need.
        build_data["tag"] = "py3-none-linux_x86_64"
