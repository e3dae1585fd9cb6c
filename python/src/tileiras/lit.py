"""Substitutions and features for the lit suites of projects that use tileiras.

In `lit.cfg.py`:

    import tileiras.lit

    tileiras.lit.configure(config, lit_config)

| name | what it is |
|---|---|
| `%tileiras-cc`, `%tileiras-opt`, ... | the tools |
| `%ptxas` | the ptxas that `tileiras-cc` uses |
| feature `tileiras` | the tools are there; tests without them say `REQUIRES: tileiras` |
| features `ptxas`, `ptxas-13`, `ptxas-13.5` | there is a ptxas, and its version |
| features `ptxas-sm_90a`, ... | the chips that this ptxas assembles for |

The tools are those of the folder `tools`, or of the wheel, or of PATH; they are on the PATH of the tests.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from typing import Any, Dict, List, Optional

import tileiras_tools


def configure(config: Any, lit_config: Any, *, tools: Optional[str] = None, ptxas: Optional[str] = None) -> None:
    """Adds the tools and ptxas to the configuration of a suite. A missing tool of the folder `tools` ends the run."""
    found = find_tools(tools)
    missing = [name for name in tileiras_tools.TOOLS if name not in found]
    if missing and tools is not None:
        lit_config.fatal(f"{tools} has no {', '.join(missing)}")
    for name, path in found.items():
        _substitute(config, name, path)
    if not missing:
        config.available_features.add("tileiras")
    folders = [os.path.dirname(path) for path in found.values()]

    ptxas = ptxas or find_ptxas()
    if ptxas is not None:
        if not os.path.isfile(ptxas):
            lit_config.fatal(f"{ptxas} is missing")
        _substitute(config, "ptxas", ptxas)
        config.environment["TILEIRAS_PTXAS"] = ptxas
        config.available_features.update(ptxas_features(ptxas))
    # The folder of ptxas is not on PATH: it may have other tools.
    path = config.environment.get("PATH", os.environ.get("PATH", ""))
    config.environment["PATH"] = os.pathsep.join([*dict.fromkeys(folders), path])


def find_tools(folder: Optional[str] = None) -> Dict[str, str]:
    """The paths of the tools, by name. A wheel's tools are its console scripts, as its one binary has one name."""
    folders = [folder] if folder else [os.path.dirname(sys.executable), *os.get_exec_path()]
    path = os.pathsep.join(folders)
    found = {name: shutil.which(name, path=path) for name in tileiras_tools.TOOLS}
    return {name: os.path.abspath(path) for name, path in found.items() if path is not None}


def find_ptxas() -> Optional[str]:
    """The ptxas that `tileiras-cc` uses."""
    named = os.environ.get("TILEIRAS_PTXAS") or tileiras_tools.find_ptxas()
    if named:
        return os.path.abspath(named)
    homes = [os.environ.get("CUDA_HOME"), os.environ.get("CUDA_PATH"), "/usr/local/cuda"]
    folders = [os.path.join(home, "bin") for home in homes if home] + os.get_exec_path()
    return shutil.which("ptxas", path=os.pathsep.join(folders))


def ptxas_features(ptxas: str) -> List[str]:
    """`ptxas`, its version, and its chips.

    >>> features = ptxas_features(find_ptxas())
    >>> "ptxas" in features, "ptxas-13.5" in features, "ptxas-sm_90a" in features
    (True, True, True)
    """
    version = re.search(r"release (\d+)\.(\d+)", _output(ptxas, "--version"))
    names = ["ptxas"]
    if version:
        names += [f"ptxas-{version[1]}", f"ptxas-{version[1]}.{version[2]}"]
    return names + sorted({f"ptxas-{chip}" for chip in re.findall(r"'(sm_\d+[af]?)'", _output(ptxas, "--help"))})


def _output(*command: str) -> str:
    return subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout


def _substitute(config: Any, name: str, path: str) -> None:
    # The name is not the start of another word, such as `%tileiras-opt-other`.
    config.substitutions.append((rf"%{re.escape(name)}(?![\w-])", path))
