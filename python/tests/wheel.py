"""The wheel, in a fresh virtual environment without LLVM: `make wheel-test`.

TILEIRAS_WHEEL names the wheel; the default is the one in target/wheels. The tools of PATH are those to compare with.
"""

import argparse
import hashlib
import os
import re
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

import tileiras_tools
from support import GOOD, ROOT, project, run, run_recipe

WHEEL = Path(os.environ.get("TILEIRAS_WHEEL") or next((ROOT / "target" / "wheels").glob("*.whl"))).resolve()
SAXPY = ROOT / "examples" / "saxpy.ll"
TRITON = sorted((ROOT / "examples" / "producers" / "triton").glob("*.mlir"))


def packages_of_triton() -> Path:
    """The folder with the Triton of `make producers`, which is installed (200 MB from PyPI) if it is not there."""
    sys.path.append(str(ROOT / "scripts" / "producers"))
    import producers

    options = argparse.Namespace(venv=[], environments=ROOT / ".tools" / "producers")
    python = producers.environment(options, "triton-3.9.0")
    [packages] = python.parent.parent.glob("lib/python3*/site-packages")
    return packages


class Wheel(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.bin = cls.folder / "venv" / "bin"
        subprocess.run([sys.executable, "-m", "venv", cls.bin.parent], check=True)
        command = [cls.bin / "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index", WHEEL]
        subprocess.run(command, check=True)

    def alone(self, *command: object, text: str = "", **settings: str) -> "subprocess.CompletedProcess[str]":
        """Runs a program of the environment with no other program on PATH."""
        [program, *arguments] = [str(part) for part in command]
        return subprocess.run(
            [str(self.bin / program), *arguments],
            cwd=self.folder,
            env={"PATH": "", **settings},
            input=text,
            capture_output=True,
            text=True,
        )

    def test_auditwheel_finds_the_system_of_the_name(self) -> None:
        report = " ".join(run(sys.executable, "-m", "auditwheel", "show", WHEEL).stdout.split())
        platform = re.search(r"py3-none-(manylinux_2_\d+_x86_64)\.whl$", WHEEL.name)
        assert platform is not None, WHEEL.name
        self.assertIn(f'is consistent with the following platform tag: "{platform[1]}"', report)

    def test_it_has_the_program_and_the_licences_and_nothing_of_nvidia(self) -> None:
        names = zipfile.ZipFile(WHEEL).namelist()
        tools = [name for name in names if name.startswith("tileiras_tools/") and not name.endswith((".py", "/", "py.typed"))]
        self.assertEqual(sorted(tools), ["tileiras_tools/THIRD-PARTY.txt", "tileiras_tools/bin/tileiras"])
        others = {name.split("/")[0] for name in names} - {"tileiras", "tileiras_tools"}
        self.assertEqual([name.split("-")[0] for name in others], ["tileiras"], names)
        licences = zipfile.ZipFile(WHEEL).read("tileiras_tools/THIRD-PARTY.txt").decode()
        for text in ("libmlir-22-dev", "Jason Evans"):
            self.assertIn(text, licences)

    def test_each_tool_is_a_console_script(self) -> None:
        # The help of tileiras-ptxas is that of ptxas, which is not here.
        for name in set(tileiras_tools.TOOLS) - {"tileiras-ptxas"}:
            done = self.alone(name, "--help")
            self.assertEqual(done.returncode, 0, done.stderr)
            wanted = subprocess.run([name, "--help"], stdout=subprocess.PIPE, text=True, check=True).stdout
            usage = [line for line in wanted.splitlines() if line.upper().startswith("USAGE")]
            self.assertEqual([line for line in done.stdout.splitlines() if line.upper().startswith("USAGE")], usage)
            self.assertEqual(len(usage), 1)

    def test_triton_modules_get_the_output_of_the_tools(self) -> None:
        self.assertGreater(len(TRITON), 2)
        for module in TRITON:
            text = module.read_text()
            wanted = subprocess.run(
                ["tileiras-opt", "--nvvm-launch"], input=text, stdout=subprocess.PIPE, text=True, check=True
            )
            done = self.alone("tileiras-opt", "--nvvm-launch", text=text)
            self.assertEqual((done.returncode, done.stdout), (0, wanted.stdout), module.name)
            self.assertIn("nvvm.reqntid", done.stdout)

    def test_nothing_of_llvm_is_loaded(self) -> None:
        done = self.alone("tileiras-opt", "--nvvm-launch", str(TRITON[0]), "-o", "out.mlir", LD_DEBUG="libs")
        self.assertEqual(done.returncode, 0, done.stderr)
        loaded = set(re.findall(r"calling init: (\S+)", done.stderr))
        # Python loads the first of them, for the console script.
        self.assertTrue(any("libc.so" in path for path in loaded), loaded)
        # Nor is any looked for in its folder.
        self.assertIsNone(re.search("llvm|mlir", done.stderr, re.IGNORECASE), done.stderr)

    def test_the_package_uses_its_own_tools(self) -> None:
        code = "import tileiras, tileiras_tools as t; print(tileiras.facts(%r)[0].name, t.find('tileiras-cc'))"
        done = self.alone("python", "-c", code % str(SAXPY))
        self.assertEqual(done.returncode, 0, done.stderr)
        name, path = done.stdout.split()
        self.assertEqual(name, "saxpy")
        self.assertTrue(path.startswith(str(self.bin.parent)), path)

    def test_ptxas_of_the_extra_is_found(self) -> None:
        """The extra's wheel is not installed here: its folder is linked to where pip puts it."""
        command = ("tileiras-cc", SAXPY, "--gpu-name=sm_90a", "-o", "saxpy.cubin")
        done = self.alone(*command)
        self.assertEqual(done.returncode, 5, done.stderr)
        [packages] = self.bin.parent.glob("lib/python3*/site-packages")
        (packages / "nvidia").symlink_to(ROOT / ".tools" / "cuda" / "nvidia")
        self.addCleanup((packages / "nvidia").unlink)
        done = self.alone(*command)
        self.assertEqual(done.returncode, 0, done.stderr)
        version = self.alone("tileiras", "--version").stdout
        self.assertRegex(version, r"ptxas [0-9.]+ \(.*/site-packages/nvidia/.*/ptxas, from the Python package\)")
        done = self.alone("tileiras-contract", "audit", SAXPY, "saxpy.cubin")
        self.assertIn("2 carried, 1 folded", done.stdout)
        # A variable of the user counts more.
        self.assertEqual(self.alone(*command, TILEIRAS_PTXAS="/missing").returncode, 5)

    def test_the_helper_for_lit_finds_the_scripts(self) -> None:
        code = "import tileiras.lit; print(tileiras.lit.find_tools()['tileiras-opt'])"
        done = self.alone("python", "-c", code)
        self.assertEqual(done.stdout, f"{self.bin / 'tileiras-opt'}\n", done.stderr)

    def test_kernels_that_triton_compiles_are_checked(self) -> None:
        script = ROOT / "python" / "tests" / "triton_hook.py"
        done = self.alone("python", script, "-v", PYTHONPATH=str(packages_of_triton()))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stderr, r"Ran 10 tests in .*\n\nOK\n")

    def test_the_ci_recipe_installs_it(self) -> None:
        folder = project(self.folder / "project", GOOD)
        snapshot = self.alone("tileiras-contract", "snapshot", folder / "kernels/k.ptx", "-o", "-")
        (folder / "contracts.json").write_text(snapshot.stdout)
        steps = run_recipe(folder, TILEIRAS_WHEEL=str(WHEEL), PATH="/usr/bin:/bin", PYTHONPATH="")
        codes = [(name, code) for name, code, _ in steps]
        names = ["Install", "Check", "Findings for the upload", "Compare with the snapshot"]
        self.assertEqual(codes, [(name, 0) for name in names], steps)


class Reproducible(unittest.TestCase):
    def test_the_same_tools_give_the_same_bytes(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        folder = Path(temporary.name)
        run(sys.executable, "-m", "zipfile", "-e", WHEEL, folder / "content")
        # auditwheel has changed the binaries, and does not change them again.
        tools = folder / "content" / "tileiras_tools" / "bin"
        wheels = []
        for name in ("first", "second"):
            done = run(sys.executable, ROOT / "scripts" / "wheel.py", tools, "-o", folder / name)
            self.assertEqual(done.returncode, 0, done.stdout)
            [wheel] = (folder / name).glob("*.whl")
            wheels.append((wheel.name, hashlib.sha256(wheel.read_bytes()).hexdigest()))
            wheel.unlink()
        self.assertEqual(wheels[0], wheels[1])


if __name__ == "__main__":
    unittest.main()
