"""The functions of the package, with the tools of PATH."""

import doctest
import os
import shutil
import subprocess
import sys
import tempfile
import types
import unittest
import warnings
from pathlib import Path
from typing import Any

import tileiras
import tileiras._api
import tileiras._arguments
import tileiras._model
import tileiras._read
import tileiras.lit
import tileiras.triton
from support import BAD, GOOD, ROOT, run

MODULES = [tileiras, tileiras._api, tileiras._arguments, tileiras._model, tileiras._read, tileiras.lit, tileiras.triton]
SAXPY = ROOT / "examples" / "saxpy.ll"
TUPLES = """module attributes {nvvm.annotations = [[@k, "kernel", 1 : i32], [@k, "maxntidx", 64 : i32]]} {
  llvm.func @k() { llvm.return }
}
"""


class Doctests(unittest.TestCase):
    def test_examples_of_docstrings(self) -> None:
        os.chdir(ROOT)
        tried = 0
        for module in MODULES:
            failed, count = doctest.testmod(module)
            self.assertEqual(failed, 0, module.__name__)
            tried += count
        self.assertGreater(tried, 15)

    def test_each_function_has_an_example(self) -> None:
        for name in tileiras.__all__:
            value = getattr(tileiras, name)
            if isinstance(value, types.FunctionType):
                self.assertIn(">>>", value.__doc__ or "", name)

    def test_snippets_of_pages(self) -> None:
        """The Python blocks of pages run, in order; those with prompts print what they show."""
        os.chdir(ROOT)
        tried = 0
        for page in (ROOT / "python" / "README.md", ROOT / "docs" / "PYTHON.md"):
            names: dict[str, Any] = {}
            for part in page.read_text().split("```python\n")[1:]:
                block = part.split("```")[0]
                tried += 1
                if ">>>" in block:
                    test = doctest.DocTestParser().get_doctest(block, names, page.name, str(page), 0)
                    failed, _ = doctest.DocTestRunner().run(test, clear_globs=False)
                    self.assertEqual(failed, 0, block)
                    names.update(test.globs)
                else:
                    exec(compile(block, str(page), "exec"), names)
        self.assertGreater(tried, 1)


class Transplant(unittest.TestCase):
    def test_is_what_the_tool_writes(self) -> None:
        wanted = subprocess.run(
            ["tileiras-opt", "--nvvm-transplant"], input=TUPLES, stdout=subprocess.PIPE, text=True, check=True
        )
        self.assertEqual(tileiras.transplant(TUPLES), wanted.stdout)
        self.assertIn("nvvm.maxntid = array<i32: 64, 1, 1>", wanted.stdout)

    def test_reads_llvm_ir_as_text_and_as_bitcode(self) -> None:
        text = tileiras.transplant(SAXPY.read_text(), language="llvm")
        self.assertIn("nvvm.maxntid = array<i32: 256, 1, 1>, nvvm.minctasm = 2 : i32", text)
        bitcode = subprocess.run(["llvm-as", SAXPY, "-o", "-"], stdout=subprocess.PIPE, check=True).stdout
        self.assertIn("nvvm.maxntid = array<i32: 256, 1, 1>", tileiras.transplant(bitcode, language="llvm"))

    def test_options_reach_the_pass(self) -> None:
        conflict = TUPLES.replace('[@k, "kernel"', '[@k, "maxntidx", 32 : i32], [@k, "kernel"')
        with self.assertRaises(tileiras.Error):
            tileiras.transplant(conflict)
        for choice, kept, dropped in [("last", 64, 32), ("keep", 32, 64)]:
            with self.assertWarnsRegex(UserWarning, f"remark: .* {dropped} from 'maxntidx' in tuple . .* is discarded"):
                self.assertIn(f"{kept}, 1, 1", tileiras.transplant(conflict, on_conflict=choice))
        self.assertIn("nvvm.maxntid = array<i32: 64, 1, 1>", tileiras.transplant(TUPLES, form="upstream"))
        with self.assertRaises(tileiras.Error) as caught:
            large = TUPLES.replace("64", "2048").replace("maxntidx", "reqntidx")
            tileiras.transplant(large, passes=["nvvm-verify{chip=sm_90a}"])
        [finding, *_] = caught.exception.findings
        self.assertEqual((finding.severity, finding.rule), ("error", "cta-thread-cap"))
        self.assertEqual(finding.location, tileiras.Location("<stdin>", 2, 3))

    def test_a_remark_is_a_warning_with_the_words_of_the_tool(self) -> None:
        text = "llvm.func @k() attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2, 1, 1>} { llvm.return }"
        pipeline = "--pass-pipeline=builtin.module(nvvm-transplant,nvvm-legalize{chip=sm_80})"
        shown = subprocess.run(["tileiras-opt", pipeline], input=text, capture_output=True, text=True, check=True).stderr
        remarks = [line for line in shown.splitlines() if " remark: " in line]
        with warnings.catch_warnings(record=True) as caught:
            tileiras.transplant(text, passes=["nvvm-legalize{chip=sm_80}"])
        self.assertEqual([str(warning.message) for warning in caught], remarks)
        self.assertRegex(shown, r"^<stdin>:1:1: remark: .* \[cluster-suppressed\]\n")

    def test_bad_input_is_one_error_with_its_location(self) -> None:
        with self.assertRaises(tileiras.Error) as caught:
            tileiras.transplant("llvm.func @k(")
        [finding] = caught.exception.findings
        self.assertEqual((finding.reporter, finding.severity), ("tileiras-opt", "error"))
        self.assertEqual(finding.location.line if finding.location else None, 1)
        self.assertEqual(caught.exception.code, 1)

    def test_notes_belong_to_their_finding(self) -> None:
        text = "a.mlir:1:2: error: no [some-rule]\nsource\n^\na.mlir:3:4: note: here\ntool-x: other\n"
        [finding] = tileiras._read.diagnostics(text, "tileiras-opt")
        self.assertEqual((finding.message, finding.rule), ("no", "some-rule"))
        self.assertEqual(finding.notes, (tileiras.Note("here", tileiras.Location("a.mlir", 3, 4)),))


class Arguments(unittest.TestCase):
    def test_a_wrong_type_is_a_type_error_that_names_the_argument(self) -> None:
        api: Any = tileiras
        wrong = [
            ("text", lambda: api.transplant(5)),
            ("text", lambda: api.transplant(None)),
            ("language", lambda: api.transplant(TUPLES, language=1)),
            ("on_conflict", lambda: api.transplant(TUPLES, on_conflict=None)),
            ("passes", lambda: api.transplant(TUPLES, passes="nvvm-verify")),
            ("each of passes", lambda: api.transplant(TUPLES, passes=[1])),
            ("paths", lambda: api.check("k.ptx")),
            ("paths", lambda: api.check(5)),
            ("each of paths", lambda: api.check([b"k.ptx"])),
            ("each of paths", lambda: api.check([None])),
            ("chips", lambda: api.check([SAXPY], chips="sm_90a")),
            ("each of chips", lambda: api.check([SAXPY], chips=[90])),
            ("ptx_version", lambda: api.check([SAXPY], ptx_version=9.0)),
            ("disable", lambda: api.verify(GOOD, disable=5)),
            ("warnings_as_errors", lambda: api.verify(GOOD, warnings_as_errors="no")),
            ("pedantic", lambda: api.verify(GOOD, pedantic=1)),
            ("text", lambda: api.verify(["line"])),
            ("path", lambda: api.facts(None)),
            ("path", lambda: api.facts(3)),
            ("inputs", lambda: api.audit(5, "k.ptx")),
            ("output", lambda: api.audit([SAXPY], None)),
            ("chip", lambda: api.audit(SAXPY, "k.ptx", chip=["sm_90"])),
            ("source", lambda: api.compile(5)),
            ("opt_level", lambda: api.compile(SAXPY, opt_level="3")),
            ("opt_level", lambda: api.compile(SAXPY, opt_level=True)),
            ("emit", lambda: api.compile(SAXPY, emit=None)),
            ("ptxas", lambda: api.compile(SAXPY, ptxas=5)),
            ("options", lambda: api.compile(SAXPY, options="-v")),
            ("text", lambda: api.compile("-", text=5)),
            ("tool", lambda: api.run(5, [])),
            ("arguments", lambda: api.run("tileiras-cc", "-v")),
        ]
        for name, call in wrong:
            with self.assertRaisesRegex(TypeError, f"^{name} must be "):
                call()
        with self.assertRaisesRegex(ValueError, "^language must be one of mlir, llvm, not 'LLVM'$"):
            api.transplant(TUPLES, language="LLVM")

    def test_bytes_of_any_kind_are_a_module(self) -> None:
        self.assertEqual(tileiras.verify(GOOD.encode()), [])
        self.assertEqual(tileiras.verify(bytearray(GOOD.encode())), [])  # type: ignore[arg-type]


class Findings(unittest.TestCase):
    def test_verify_raises_for_errors_and_returns_the_rest(self) -> None:
        self.assertEqual(tileiras.verify(GOOD), [])
        with self.assertRaises(tileiras.Error) as caught:
            tileiras.verify(BAD)
        [finding] = caught.exception.findings
        self.assertEqual(finding.rule, "named-barrier-count")
        self.assertEqual(finding.location, tileiras.Location("<stdin>", 7, 3))
        self.assertEqual(finding.notes[0].location, tileiras.Location("<stdin>", 4, 1))
        self.assertIn("barrier", finding.fix or "")
        self.assertEqual(tileiras.verify(BAD, disable=["named-barrier-count"]), [])
        warned = 'llvm.func @k() attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 16, 1, 1>} { llvm.return }'
        [finding] = tileiras.verify(warned, chips=["sm_90a"])
        self.assertEqual((finding.severity, finding.rule), ("warning", "cluster-portable-cap"))
        with self.assertRaises(tileiras.Error):
            tileiras.verify(warned, chips=["sm_90a"], warnings_as_errors=True)

    def test_check_returns_what_is_found_in_all_files(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            good, bad, missing = Path(name, "good.ptx"), Path(name, "bad.ptx"), Path(name, "missing.ptx")
            good.write_text(GOOD)
            bad.write_text(BAD)
            found = tileiras.check([good, bad, str(missing)])
        self.assertEqual([finding.rule for finding in found], ["named-barrier-count", None])
        self.assertEqual([finding.location and finding.location.file for finding in found], [str(bad), str(missing)])
        self.assertEqual(tileiras.check([]), [])

    def test_a_fault_of_the_command_line_is_an_error(self) -> None:
        with self.assertRaises(tileiras.Error) as caught:
            tileiras.check([SAXPY], chips=["sm_12345"])
        self.assertEqual(caught.exception.code, 2)
        self.assertIn("sm_12345", str(caught.exception))

    def test_a_name_like_an_option_is_a_file(self) -> None:
        with self.assertRaises(tileiras.Error) as caught:
            tileiras.facts("--json")
        self.assertIn("cannot be read", str(caught.exception))


class Stages(unittest.TestCase):
    def test_facts_follow_to_the_cubin(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            cubin = Path(name, "saxpy.cubin")
            compiled = tileiras.compile(SAXPY, chips=["sm_90a"])
            self.assertEqual(compiled.findings, ())
            cubin.write_bytes(compiled.code)
            [kernel] = tileiras.facts(cubin)
            self.assertEqual((kernel.name, kernel.stage, kernel.chip), ("saxpy", "cubin", "sm_90a"))
            self.assertEqual((kernel.facts["nvvm.maxntid"], kernel.register_cap), ((256, 1, 1), 128))
            [audit] = tileiras.audit([SAXPY], cubin)
            self.assertEqual((audit.before, audit.after, audit.broken), ("ir", "cubin", ()))
            rows = {row.subject: row for row in audit.kernels[0].rows}
            self.assertEqual(rows["nvvm.minctasm"].verdict, "folded")
            self.assertEqual(rows["nvvm.minctasm"].details, {"value": 2, "cap": 128})
            [audit] = tileiras.audit(ROOT / "examples" / "gemm_cluster.ll", cubin)
            self.assertIn(("gemm_cluster", "lost"), [(name, row.verdict) for name, row in audit.broken])
            with self.assertRaises(tileiras.Error) as caught:
                tileiras.audit(SAXPY, Path(name, "missing.cubin"))
            self.assertEqual(caught.exception.code, 1)

    def test_several_chips_make_a_fat_binary(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            fat = Path(name, "saxpy.fatbin")
            fat.write_bytes(tileiras.compile(SAXPY, chips=["sm_80", "sm_90a"]).code)
            self.assertEqual([kernel.chip for kernel in tileiras.facts(fat)], ["sm_80", "sm_90a"])
            self.assertEqual([audit.chip for audit in tileiras.audit(SAXPY, fat)], ["sm_80", "sm_90a"])

    def test_compile_reports_what_is_refused(self) -> None:
        with self.assertRaises(tileiras.Error) as caught:
            tileiras.compile("-", text=BAD)
        self.assertEqual((caught.exception.code, caught.exception.findings[0].rule), (3, "named-barrier-count"))
        self.assertEqual(tileiras.compile("-", text=GOOD, emit="ptx").code.decode().count(".reqntid 128"), 1)
        with self.assertRaises(tileiras.Error) as caught:
            tileiras.compile("-", text=GOOD, ptxas="/missing/ptxas")
        self.assertEqual(caught.exception.code, 5)


class Tools(unittest.TestCase):
    def test_a_missing_tool_is_named(self) -> None:
        code = "import tileiras; tileiras.facts('k.ptx')"
        done = run(sys.executable, "-c", code, PATH="/nonexistent")
        self.assertIn("tileiras._model.ToolNotFound: 'tileiras-contract' is neither in", done.stdout)

    def test_a_console_script_without_binaries_ends(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            script = Path(name, "tileiras-opt")
            script.write_text(f"#!{sys.executable}\nimport tileiras_tools\ntileiras_tools.opt()\n")
            script.chmod(0o755)
            done = run(script, "--version", PATH=name)
        self.assertEqual(done.stdout, "tileiras-opt: error: this installation of tileiras has no binaries, and PATH has none\n")
        self.assertEqual(done.returncode, 127)

    def test_a_console_script_without_binaries_is_not_a_tool(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            script = Path(name, "tileiras-opt")
            script.write_text(f"#!{sys.executable}\nimport tileiras_tools\ntileiras_tools.opt()\n")
            script.chmod(0o755)
            done = run(script, "--version", PATH=f"{name}:{os.environ['PATH']}")
        self.assertIn("LLVM version 22", done.stdout)
        self.assertEqual(done.returncode, 0)

    def test_the_ptxas_of_the_extra_is_named_as_such(self) -> None:
        """The package in a folder with the extra beside it, as pip installs both."""
        with tempfile.TemporaryDirectory() as name:
            packages = Path(name)
            shutil.copytree(ROOT / "python/src/tileiras_tools", packages / "tileiras_tools")
            (packages / "nvidia").symlink_to(ROOT / ".tools/cuda/nvidia")
            ptxas = next(packages.glob("nvidia/*/bin/ptxas"))
            command = (sys.executable, "-c", "import tileiras_tools; tileiras_tools.tileiras()", "--version")
            settings = {"PYTHONPATH": name, "CUDA_HOME": "/missing"}
            shown = run(*command, TILEIRAS_PTXAS="", **settings).stdout
            self.assertRegex(shown, rf"ptxas [0-9.]+ \({ptxas}, from the Python package\)")
            shown = run(*command, TILEIRAS_PTXAS=str(ptxas.resolve()), **settings).stdout
            self.assertIn(f"({ptxas.resolve()}, from TILEIRAS_PTXAS)", shown)

    def test_the_extra_has_the_ptxas_of_the_tests(self) -> None:
        pins = (ROOT / "scripts/cuda-tools.txt").read_text().split()
        [pin] = [word for word in pins if word.startswith("nvidia-cuda-nvcc==")]
        self.assertIn(f'ptxas = ["{pin}"]', (ROOT / "python/pyproject.toml").read_text())


if __name__ == "__main__":
    unittest.main()
