"""What `tileiras.triton` does with the kernels that Triton tells it about. A stand-in takes the place of Triton.

triton_hook.py has the tests with Triton itself.
"""

import json
import subprocess
import sys
import tempfile
import types
import unittest
import unittest.mock
import warnings
from pathlib import Path
from typing import Any, List

import tileiras
import tileiras.triton
from support import BAD, GOOD

LIBRARY = "/site-packages/triton"
# A kernel without a barrier, which any block can have.
ENTRY = GOOD.replace("  bar.sync 1, 128;\n", "")


def stand_in() -> Any:
    triton: Any = types.ModuleType("triton")
    triton.__file__ = f"{LIBRARY}/__init__.py"
    triton.__version__ = "3.9.0"
    triton.knobs = types.SimpleNamespace(compilation=types.SimpleNamespace(listener=None))
    return triton


def with_lines(*places: str) -> str:
    """The faulty kernel with a line table: each place is `FILE LINE`, the instruction's own first."""
    call = f", function_name f, inlined_at {places[1]} 5" if len(places) > 1 else ""
    body = BAD.replace("  bar.sync", f"  .loc {places[0]} 9{call}\n  bar.sync")
    return f'{body}.file 1 "user.py"\n.file 2 "{LIBRARY}/language/standard.py"\n'


class Triton(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.ptx = Path(folder.name, "k.ptx")
        self.triton = stand_in()
        patch = unittest.mock.patch.dict(sys.modules, triton=self.triton)
        patch.start()
        self.addCleanup(patch.stop)
        self.addCleanup(tileiras.triton.uninstall)

    def tell(self, ptx: str, backend: str = "cuda", hit: bool = False, **metadata: Any) -> List[str]:
        """What is reported of a kernel: the place, the kind and the text."""
        self.ptx.write_text(ptx)
        target = types.SimpleNamespace(backend=backend, arch=90, warp_size=32)
        values = {"name": "k", "target": target, "num_warps": 4, "num_ctas": 1, "maxnreg": None, **metadata}
        source = types.SimpleNamespace(name="k", path="kernel.ttgir")
        with warnings.catch_warnings(record=True) as found:
            warnings.simplefilter("always")
            listener = self.triton.knobs.compilation.listener
            files = {} if values.pop("no_ptx", False) else {"k.ptx": str(self.ptx), "k.cubin": "k.cubin"}
            listener(src=source, metadata=values, metadata_group=files, times=None, cache_hit=hit)
        return [f"{one.filename}:{one.lineno}: {one.category.__name__}: {one.message}" for one in found]

    def test_an_installation_without_triton_says_what_is_missing(self) -> None:
        with unittest.mock.patch.dict(sys.modules, triton=None):
            with self.assertRaisesRegex(ImportError, "needs Triton, which is not installed"):
                tileiras.triton.install()
        self.triton.knobs = None
        self.triton.__version__ = "3.3.1"
        with self.assertRaisesRegex(ImportError, "needs Triton 3.4 or newer, and this is 3.3.1"):
            tileiras.triton.install()

    def test_options_have_types(self) -> None:
        with self.assertRaisesRegex(TypeError, "disable must be a list of str, not str"):
            tileiras.triton.install(disable="data-race")
        self.assertIsNone(self.triton.knobs.compilation.listener)

    def test_an_unknown_rule_is_an_error_at_once(self) -> None:
        with self.assertRaisesRegex(ValueError, "disable has the unknown rule 'data-rays'; "):
            tileiras.triton.install(disable=["data-rays"])
        self.assertIsNone(self.triton.knobs.compilation.listener)

    def test_the_place_is_the_innermost_one_outside_of_triton(self) -> None:
        tileiras.triton.install()
        text = "KernelWarning: kernel 'k': error: 'bar.sync' counts 128 threads, and at most 96 arrive at the barrier "
        text += "[named-barrier-count]"
        self.assertEqual(self.tell(with_lines("1 7"), num_warps=3), [f"user.py:7: {text}"])
        found = self.tell(with_lines("2 40", "1 8"), num_warps=3)
        self.assertEqual(found, [f"user.py:8: {text}\n  note: from {LIBRARY}/language/standard.py:40"])
        # Without a line table, it is that of the kernel.
        self.assertEqual(self.tell(BAD, num_warps=3), [f"kernel.ttgir:1: {text}"])

    def test_equal_warnings_about_variants_of_a_kernel_are_one(self) -> None:
        tileiras.triton.install()
        twice = with_lines("1 7").replace("  ret;", "  bar.sync 1, 128;\n  ret;")
        self.assertEqual(len(self.tell(twice, num_warps=3)), 1)
        self.assertEqual(self.tell(with_lines("1 7"), num_warps=3), [])
        self.assertEqual(len(self.tell(with_lines("1 8"), num_warps=3)), 1)

    def test_contradictions_of_the_launch(self) -> None:
        tileiras.triton.install()
        facts = ".maxntid 64\n.reqnctapercluster 2\n.maxnreg 64"
        [threads, cluster, registers] = self.tell(GOOD.replace(".reqntid 128", facts).replace("128", "64"), maxnreg=32)
        self.assertIn("Triton launches 128 threads, and '.maxntid' of the PTX allows 64", threads)
        self.assertIn("Triton launches clusters of 1, and '.reqnctapercluster' of the PTX requires 2", cluster)
        self.assertIn("Triton was asked for 'maxnreg' 32, and the PTX has 64", registers)
        [threads] = self.tell(GOOD, num_warps=8)
        self.assertIn("KernelWarning: kernel 'k': Triton launches 256 threads, and '.reqntid' of", threads)
        self.assertEqual(self.tell(GOOD), [])

    def test_launches_are_judged_as_entries_of_the_cache_are(self) -> None:
        one = {"num_warps": 4, "num_ctas": 1, "maxnreg": None}
        two, released = {**one, "num_ctas": 2}, {"triton_version": "3.9.0"}
        shape = {**one, "cluster_dims": [2, 2, 1]}
        for facts, launch, is_contradiction in (
            ("", {**one, **released}, False),
            # Triton 3.9 is the first release whose PTX states the cluster.
            ("", two, False),
            ("", {**two, "triton_version": "3.8.1"}, False),
            ("", {**two, **released}, True),
            ("", {**two, "triton_version": "3.10.0+git"}, True),
            ("", shape, False),
            ("", {**shape, **released}, True),
            (".reqnctapercluster 2", one, True),
            (".reqnctapercluster 2", two, False),
            (".reqnctapercluster 2", shape, True),
            (".reqnctapercluster 2, 2", {**shape, **released}, False),
            (".maxclusterrank 1", {**two, "triton_version": "3.8.1"}, True),
            (".maxclusterrank 4", {**two, **released}, False),
            (".reqntid 128", one, False),
            (".reqntid 64", one, True),
            (".maxntid 128", one, False),
            (".maxntid 64", one, True),
            (".maxntid 256", one, True),
            (".maxnreg 64", {**one, "maxnreg": 64}, False),
            (".maxnreg 64", {**one, "maxnreg": 32}, True),
            ("", {**one, "maxnreg": 32}, True),
            (".maxnreg 64", one, False),
        ):
            with self.subTest(facts=facts, launch=launch):
                # A warning is given once.
                tileiras.triton.uninstall()
                tileiras.triton.install()
                ptx = ENTRY.replace(".reqntid 128", facts)
                target = {"backend": "cuda", "arch": 90, "warp_size": 32}
                entry = {"name": "k", "shared": 0, "target": target, **launch}
                self.ptx.write_text(ptx)
                self.ptx.with_suffix(".json").write_text(json.dumps(entry))
                of_entry = [found.message for found in tileiras.check([self.ptx]) if found.rule is None]
                of_process = [found for found in self.tell(ptx, **launch) if "Triton" in found]
                self.assertEqual((bool(of_entry), bool(of_process)), (is_contradiction,) * 2, (of_entry, of_process))

    def test_faults_of_the_check_are_one_warning(self) -> None:
        tileiras.triton.install(time_limit=1)
        [found] = self.tell("no PTX")
        self.assertRegex(found, "NotCheckedWarning: kernel 'k' is not checked: ")
        self.assertEqual(self.tell("no PTX"), [])
        [found] = self.tell(GOOD, no_ptx=True)
        self.assertIn("is not checked: Triton keeps no PTX", found)
        late = subprocess.TimeoutExpired(["tileiras-contract"], 11)
        for error, text in ((late, "the tool has not ended after 11 seconds"), (OSError("no"), "OSError: no")):
            with unittest.mock.patch.object(tileiras._api, "run", side_effect=error):
                [found] = self.tell(GOOD)
                self.assertIn(f"NotCheckedWarning: kernel 'k' is not checked: {text}", found)
        with unittest.mock.patch.object(tileiras._api, "run", side_effect=tileiras.ToolNotFound("no tool")):
            self.assertEqual(self.tell(GOOD), ["kernel.ttgir:1: NotCheckedWarning: kernels are not checked: no tool"])
            self.assertEqual(self.tell(BAD), [])

    def test_other_targets_are_left_alone(self) -> None:
        tileiras.triton.install()
        self.assertEqual(self.tell(BAD, backend="hip"), [])

    def test_a_listener_that_came_later_stays(self) -> None:
        knobs = self.triton.knobs.compilation
        tileiras.triton.install()
        ours = knobs.listener
        knobs.listener = lambda **event: ours(**event)
        later = knobs.listener
        self.assertEqual(len(self.tell(BAD, num_warps=3)), 1)
        tileiras.triton.uninstall()
        self.assertIs(knobs.listener, later)
        self.assertEqual(self.tell(BAD, num_warps=3), [])
        tileiras.triton.install()
        self.assertEqual(len(self.tell(BAD, num_warps=3)), 1)


if __name__ == "__main__":
    unittest.main()
