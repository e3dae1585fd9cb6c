"""Adds the tools in the folder TILEIRAS_TOOLS to the wheel, which is then for Linux on x86-64."""

import os
from pathlib import Path
from typing import Any, Dict

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ToolsHook(BuildHookInterface):  # type: ignore[type-arg, misc]
    def initialize(self, version: str, build_data: Dict[str, Any]) -> None:
        folder = os.environ.get("TILEIRAS_TOOLS")
        if not folder:
            return
        for tool in sorted(Path(folder).resolve().iterdir()):
            build_data["force_include"][str(tool)] = f"tileiras_tools/bin/{tool.name}"
        build_data["pure_python"] = False
        # auditwheel replaces the platform by the one that the binaries need.
        build_data["tag"] = "py3-none-linux_x86_64"
