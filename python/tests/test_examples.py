"""The suite of another project, the CI recipe and the hook of pre-commit, with the tools of PATH."""

import json
import re
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

import tileiras
import tileiras.lit
from support import BAD, GOOD, RECIPE, ROOT, project, recipe_steps, run, run_recipe

LIT = shutil.which("lit-22") or shutil.which("lit")


class Folder(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)


class Lit(Folder):
    SUITE = ROOT / "examples" / "embedding-lit"

    def lit(self, **settings: str) -> str:
        self.assertIsNotNone(LIT, "lit is missing")
        done = run(LIT, "-v", self.SUITE, TMPDIR=str(self.folder), PYTHONDONTWRITEBYTECODE="1", **settings)
        return re.sub(r"\s*\(\d+ of \d+\)", "", done.stdout)

    def test_the_suite_passes(self) -> None:
        report = self.lit()
        for line in (
            "PASS: embedding-lit :: transplant.mlir",
            "PASS: embedding-lit :: cubin.ptx",
            "UNSUPPORTED: embedding-lit :: chip.ptx",
        ):
            self.assertIn(line, report)

    def test_without_tools_nothing_is_tested(self) -> None:
        report = self.lit(PATH="/usr/bin:/bin")
        self.assertIn("UNSUPPORTED: embedding-lit :: transplant.mlir", report)
        self.assertNotIn("PASS", report)

    def test_features_are_those_of_ptxas(self) -> None:
        ptxas = tileiras.lit.find_ptxas()
        self.assertIsNotNone(ptxas)
        features = tileiras.lit.ptxas_features(ptxas or "")
        for chip, works in (("sm_75", True), ("sm_90a", True), ("sm_100f", True), ("sm_70", False)):
            text = f".version 9.0\n.target {chip}\n"
            (self.folder / "k.ptx").write_text(text)
            done = run(ptxas, f"-arch={chip}", "k.ptx", "-o", "k.cubin", cwd=self.folder)
            self.assertEqual(done.returncode == 0, works, done.stdout)
            self.assertEqual(f"ptxas-{chip}" in features, works, chip)

    def test_a_folder_without_tools_ends_the_run(self) -> None:
        suite = self.folder / "suite"
        shutil.copytree(self.SUITE, suite)
        config = suite / "lit.cfg.py"
        config.write_text(config.read_text().replace("lit_config)", f"lit_config, tools={str(suite)!r})"))
        done = run(LIT, suite)
        self.assertIn(f"fatal: {suite} has no tileiras-cc, tileiras-contract,", done.stdout)
        self.assertNotEqual(done.returncode, 0)


class Ci(Folder):
    def recipe(self, text: str) -> list[tuple[str, int]]:
        folder = project(self.folder, text)
        # The snapshot is in the repository.
        done = run("tileiras-contract", "snapshot", "kernels/k.ptx", "-o", "contracts.json", cwd=folder)
        self.assertEqual(done.returncode, 0, done.stdout)
        return [(name, code) for name, code, _ in run_recipe(folder, without=("Install",))]

    def rules(self) -> list[str]:
        log = json.loads((self.folder / "contracts.sarif").read_text())
        return [result["ruleId"] for result in log["runs"][0]["results"]]

    def test_a_good_project_passes(self) -> None:
        steps = [("Check", 0), ("Findings for the upload", 0), ("Compare with the snapshot", 0)]
        self.assertEqual(self.recipe(GOOD), steps)
        self.assertEqual(self.rules(), [])

    def test_a_broken_contract_fails_and_has_a_log(self) -> None:
        # A finding does not hide a changed contract.
        steps = [("Check", 3), ("Findings for the upload", 0), ("Compare with the snapshot", 0)]
        self.assertEqual(self.recipe(BAD), steps)
        self.assertEqual(self.rules(), ["named-barrier-count"])

    def test_a_changed_contract_fails(self) -> None:
        self.recipe(GOOD)
        (self.folder / "kernels/k.ptx").write_text(GOOD.replace("128", "64"))
        steps = [(name, code) for name, code, _ in run_recipe(self.folder, without=("Install",))]
        self.assertEqual(steps, [("Check", 0), ("Findings for the upload", 0), ("Compare with the snapshot", 6)])

    def test_the_upload_takes_the_log(self) -> None:
        [upload] = [step for step in recipe_steps() if step.get("name") == "Upload"]
        self.assertEqual(upload["with"]["sarif_file"], "contracts.sarif")
        self.assertTrue(upload["if"].startswith("always()"))
        self.assertIn("> contracts.sarif", RECIPE.read_text())


class PreCommit(Folder):
    def git(self, folder: Path, *arguments: str) -> str:
        names = [f"GIT_{who}_{what}" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")]
        settings = {name: "tileiras@example.com" for name in names}
        settings |= {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"}
        settings |= {"PRE_COMMIT_HOME": str(self.folder / "cache")}
        done = run("git", *arguments, cwd=folder, **settings)
        return f"{done.stdout}exit code {done.returncode}\n"

    def repository(self, name: str) -> Path:
        folder = self.folder / name
        folder.mkdir()
        self.git(folder, "init", "--quiet")
        return folder

    def test_a_broken_contract_is_not_committed(self) -> None:
        hooks = self.repository("hooks")
        shutil.copy(ROOT / ".pre-commit-hooks.yaml", hooks)
        self.git(hooks, "add", ".")
        self.git(hooks, "commit", "--quiet", "-m", "Add hooks")
        revision = run("git", "rev-parse", "HEAD", cwd=hooks).stdout.strip()

        user = self.repository("user")
        [_, page] = (ROOT / "docs" / "CI.md").read_text().split("```yaml\n")
        config = page.split("```")[0].replace("REPOSITORY", str(hooks)).replace("REVISION", revision)
        (user / ".pre-commit-config.yaml").write_text(config)
        cache = str(self.folder / "cache")
        done = run(sys.executable, "-m", "pre_commit", "install", cwd=user, PRE_COMMIT_HOME=cache)
        self.assertEqual(done.returncode, 0, done.stdout)

        (user / "kernels").mkdir()
        (user / "kernels/k.ptx").write_text(GOOD)
        self.git(user, "add", ".")
        output = self.git(user, "commit", "-m", "Add a kernel")
        self.assertRegex(output, r"launch contracts\.+Passed")
        self.assertTrue(output.endswith("exit code 0\n"), output)

        (user / "kernels/k.ptx").write_text(BAD)
        self.git(user, "add", ".")
        output = self.git(user, "commit", "-m", "Break it")
        self.assertRegex(output, r"launch contracts\.+Failed")
        self.assertIn("k.ptx:7:3: error: 'bar.sync' counts 128 threads", output)
        self.assertTrue(output.endswith("exit code 1\n"), output)
        self.assertEqual(run("git", "rev-list", "--count", "HEAD", cwd=user).stdout, "1\n")

        (user / "notes.txt").write_text("no kernel\n")
        self.git(user, "reset", "--quiet", "--hard")
        self.git(user, "add", ".")
        output = self.git(user, "commit", "-m", "Add notes")
        self.assertRegex(output, r"launch contracts\.+\(no files to check\)Skipped")


if __name__ == "__main__":
    unittest.main()
