"""What the tests share: the folders, child processes, and the steps of the CI recipe."""

import os
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Dict, List, Tuple

import yaml

ROOT = Path(__file__).resolve().parent.parent.parent
RECIPE = ROOT / "examples" / "ci" / "github-actions.yml"

GOOD = """.version 8.7
.target sm_90a
.address_size 64
.visible .entry k()
.reqntid 128
{
  bar.sync 1, 128;
  ret;
}
"""
# The barrier waits for threads that the block does not have.
BAD = GOOD.replace(".reqntid 128", ".reqntid 96")


def run(*command: object, cwd: Path = ROOT, **settings: str) -> "subprocess.CompletedProcess[str]":
    """Runs a program with more variables; standard error is part of the output."""
    return subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env={**os.environ, **settings},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def project(folder: Path, text: str) -> Path:
    """A project with one kernel."""
    kernels = folder / "kernels"
    kernels.mkdir(parents=True)
    (kernels / "k.ptx").write_text(text)
    return folder


def recipe_steps() -> List[Dict[str, Any]]:
    [job] = yaml.safe_load(RECIPE.read_text())["jobs"].values()
    return list(job["steps"])


def run_recipe(project: Path, without: Tuple[str, ...] = (), **settings: str) -> List[Tuple[str, int, str]]:
    """Runs the shell steps of the recipe as GitHub does: name, exit code, output. After one that fails, those with the
    condition `always()` run."""
    done = []
    has_failed = False
    with tempfile.TemporaryDirectory() as name:
        added = Path(name, "path")
        added.touch()
        for step in recipe_steps():
            is_due = not has_failed or step.get("if") == "always()"
            if "run" not in step or step["name"] in without or not is_due:
                continue
            script = Path(name, "step.sh")
            script.write_text(step["run"])
            path = os.pathsep.join([*reversed(added.read_text().split()), settings.get("PATH", os.environ["PATH"])])
            result = run("bash", "-e", script, cwd=project, **{**settings, "PATH": path, "GITHUB_PATH": str(added)})
            done.append((step["name"], result.returncode, result.stdout))
            has_failed = has_failed or result.returncode != 0
    return done
