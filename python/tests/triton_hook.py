"""Kernels that Triton compiles are checked, without a GPU. test_triton.py has the tests that need no Triton.

Runs in an environment with Triton and the package: wheel.py makes one.
"""

import os
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
import warnings
from pathlib import Path
from typing import Any, List

import tileiras.triton
import tileiras_tools
import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource
from triton.experimental import gluon
from triton.experimental.gluon import language as gl
from triton.experimental.gluon._runtime import GluonASTSource
from triton.experimental.gluon.language.nvidia.hopper import mbarrier

TARGET = GPUTarget("cuda", 90, 32)
LINES = Path(__file__).read_text().splitlines()


@triton.jit
def good(x, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(x + i, tl.load(x + i) + 1)


@triton.jit
def good_too(x, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(x + i, tl.load(x + i) + tl.sum(i))


@triton.jit
def rendezvous(value):
    asm: tl.constexpr = "bar.sync 1, 256; mov.b32 $0, $1;"
    return tl.inline_asm_elementwise(asm, "=r,r", [value], dtype=tl.int32, is_pure=False, pack=1)  # fault


@triton.jit
def bad(x, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(x + i, rendezvous(tl.load(x + i)))  # call of the fault


@gluon.jit
def bad_gluon(x, N: gl.constexpr):
    barrier = gl.allocate_shared_memory(gl.int64, [1], mbarrier.MBarrierLayout())
    mbarrier.init(barrier, count=1)
    mbarrier.wait(barrier, 0)  # fault of Gluon


def line(mark: str) -> int:
    [found] = [number for number, text in enumerate(LINES, 1) if text.endswith(f"# {mark}")]
    return found


class Hook(unittest.TestCase):
    def setUp(self) -> None:
        self.use_new_cache()
        self.addCleanup(tileiras.triton.uninstall)

    def use_new_cache(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        os.environ["TRITON_CACHE_DIR"] = folder.name

    def compile(self, kernel: Any, **options: Any) -> Any:
        kind = GluonASTSource if kernel is bad_gluon else ASTSource
        source = kind(kernel, {"x": "*i32", "N": "constexpr"}, {"N": 128}, {(0,): [["tt.divisibility", 16]]})
        return triton.compile(source, target=TARGET, options=options)

    def warnings_of(self, *kernels: Any, **options: Any) -> List[warnings.WarningMessage]:
        with warnings.catch_warnings(record=True) as found:
            warnings.simplefilter("always")
            for kernel in kernels:
                self.assertTrue(self.compile(kernel, **options).asm["cubin"])
        ours = (tileiras.triton.KernelWarning, tileiras.triton.NotCheckedWarning)
        return [warning for warning in found if issubclass(warning.category, ours)]

    def test_a_fault_has_its_line_of_python(self) -> None:
        tileiras.triton.install()
        [found] = self.warnings_of(bad)
        self.assertEqual((found.filename, found.lineno), (__file__, line("fault")))
        self.assertIn("kernel 'bad': error: 'bar.sync' counts 256 threads", str(found.message))
        self.assertIn("[named-barrier-count]", str(found.message))
        # The line tables of older releases have no calls.
        if tuple(map(int, triton.__version__.split(".")[:2])) >= (3, 8):
            self.assertIn(f"  note: from {__file__}:{line('call of the fault')}", str(found.message))
        assert isinstance(found.message, tileiras.triton.KernelWarning) and found.message.finding is not None
        place = found.message.finding.location
        assert place is not None and place.line is not None
        self.assertIn("bar.sync", Path(place.file).read_text().splitlines()[place.line - 1])

    def test_a_fault_of_gluon_has_its_line_of_python(self) -> None:
        tileiras.triton.install()
        [found] = self.warnings_of(bad_gluon)
        self.assertEqual((found.filename, found.lineno), (__file__, line("fault of Gluon")))
        self.assertIn("[mbarrier-never-completes]", str(found.message))

    def test_good_kernels_are_silent_and_launched_as_the_ptx_states(self) -> None:
        tileiras.triton.install()
        self.assertEqual(self.warnings_of(good, good_too), [])
        self.assertEqual(self.warnings_of(good, num_warps=8, num_ctas=2, maxnreg=64), [])
        # The count of the barrier is then right.
        self.assertEqual(self.warnings_of(bad, num_warps=8), [])

    def test_a_kernel_is_reported_once(self) -> None:
        tileiras.triton.install()
        tileiras.triton.install(disable=["named-barrier-count"])
        self.assertEqual(len(self.warnings_of(bad, bad)), 1)
        self.use_new_cache()
        self.assertEqual(self.warnings_of(bad), [])

    def test_options(self) -> None:
        tileiras.triton.install(disable=["named-barrier-count"])
        self.assertEqual(self.warnings_of(bad), [])
        tileiras.triton.uninstall()
        # It is in the cache of Triton now.
        tileiras.triton.install(cached=False)
        self.assertEqual(self.warnings_of(bad), [])
        tileiras.triton.uninstall()
        tileiras.triton.install()
        self.assertEqual(len(self.warnings_of(bad)), 1)

    def test_the_cubin_and_the_key_of_the_cache_stay(self) -> None:
        for kernel in (good, bad, bad_gluon):
            self.use_new_cache()
            before = self.compile(kernel)
            self.use_new_cache()
            tileiras.triton.install()
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                after = self.compile(kernel)
            tileiras.triton.uninstall()
            self.assertEqual(after.hash, before.hash)
            self.assertEqual(after.asm["cubin"], before.asm["cubin"])

    def test_the_listener_of_the_user_is_called_and_comes_back(self) -> None:
        events: List[bool] = []

        def listener(**event: Any) -> None:
            events.append(event["cache_hit"])

        knobs = triton.knobs.compilation
        with unittest.mock.patch.object(knobs, "listener", listener):
            tileiras.triton.install()
            tileiras.triton.install()
            self.assertEqual(len(self.warnings_of(bad, bad)), 1)
            self.assertEqual(events, [False, True])
            tileiras.triton.uninstall()
            self.assertIs(knobs.listener, listener)
            self.assertEqual(self.warnings_of(bad_gluon), [])
        self.assertIsNone(knobs.listener)

    def test_a_missing_tool_is_one_warning(self) -> None:
        tileiras.triton.install()
        with unittest.mock.patch.object(tileiras_tools, "find", lambda tool: None):
            [found] = self.warnings_of(good, bad)
        self.assertIs(found.category, tileiras.triton.NotCheckedWarning)
        self.assertIn("kernels are not checked: 'tileiras-contract' is neither", str(found.message))

    def test_warnings_can_be_errors(self) -> None:
        tileiras.triton.install()
        with warnings.catch_warnings():
            warnings.filterwarnings("error", category=tileiras.triton.KernelWarning)
            self.compile(good)
            # The second time, it is in the cache.
            for _ in range(2):
                with self.assertRaisesRegex(tileiras.triton.KernelWarning, "named-barrier-count"):
                    self.compile(bad)

    def test_the_page_shows_what_is_printed(self) -> None:
        page = (Path(__file__).resolve().parents[2] / "docs" / "TRITON.md").read_text()
        code, shown = (page.split(f"```{language}\n")[1].split("```")[0] for language in ("python", "text"))
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "turn.py").write_text(code)
            command = [sys.executable, "-W", "ignore::UserWarning:triton.knobs", str(Path(folder, "turn.py"))]
            done = subprocess.run(command, capture_output=True, text=True)
            self.assertEqual(done.stderr.replace(f"{folder}/", ""), shown)


if __name__ == "__main__":
    unittest.main()
