"""The package is typed, runs on Python 3.9, and has the members of the JSON schemas."""

import ast
import dataclasses
import json
import sys
import unittest
from pathlib import Path
from typing import Any

import tileiras
from support import ROOT, run

SOURCES = ROOT / "python" / "src"


def members(schema: str, *path: str) -> set[str]:
    value: Any = json.loads((ROOT / "docs" / "schemas" / f"{schema}.schema.json").read_text())
    for name in path:
        value = value[name]
    return set(value["properties"])


def fields(kind: Any) -> set[str]:
    return {field.name for field in dataclasses.fields(kind)}


class Types(unittest.TestCase):
    def test_mypy_is_strict_and_finds_nothing(self) -> None:
        command = [sys.executable, "-m", "mypy", "--strict", "--no-incremental"]
        done = run(*command, SOURCES)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("Success: no issues found in", done.stdout)

    def test_a_user_gets_the_types(self) -> None:
        code = "import tileiras\nn: int = tileiras.facts('k.ptx')[0].name\n"
        done = run(sys.executable, "-m", "mypy", "--strict", "--no-incremental", "-c", code, MYPYPATH=str(SOURCES))
        self.assertIn('Incompatible types in assignment (expression has type "str"', done.stdout)

    def test_the_oldest_python_reads_the_sources(self) -> None:
        for path in SOURCES.rglob("*.py"):
            ast.parse(path.read_text(), feature_version=(3, 9))

    def test_nothing_but_the_standard_library_is_imported(self) -> None:
        for path in SOURCES.rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
                if isinstance(node, ast.ImportFrom) and node.level == 0:
                    names.append(node.module or "")
                for name in names:
                    top = name.split(".")[0]
                    self.assertIn(top, {*sys.stdlib_module_names, "tileiras_tools"}, f"{path}: {name}")


class Schemas(unittest.TestCase):
    def test_findings(self) -> None:
        self.assertEqual(members("findings") - {"version", "tool"}, fields(tileiras.Finding))
        self.assertEqual(members("findings", "definitions", "location"), fields(tileiras.Location))
        self.assertEqual(members("findings", "properties", "notes", "items"), fields(tileiras.Note))

    def test_kernels(self) -> None:
        module = members("show", "$defs", "module") - {"file", "functions"}
        self.assertEqual(module | members("show", "$defs", "function"), fields(tileiras.Kernel))

    def test_audits(self) -> None:
        audit = members("audit", "$defs", "audit") - {"from", "to"}
        self.assertEqual(audit | {"before", "after"}, fields(tileiras.Audit))


class Files(unittest.TestCase):
    def test_the_packages_are_marked_as_typed(self) -> None:
        for package in ("tileiras", "tileiras_tools"):
            self.assertTrue(Path(SOURCES, package, "py.typed").is_file(), package)


if __name__ == "__main__":
    unittest.main()
