"""SECURITY.md lists the pinned Python packages with the licences that they state."""

import importlib.metadata
import unittest
from typing import Dict, List

from support import ROOT


def pinned() -> List[str]:
    pages = [(ROOT / "scripts" / name).read_text() for name in ("python-tools.txt", "cuda-tools.txt")]
    return [line.split("==")[0] for page in pages for line in page.splitlines() if "==" in line]


def licence(name: str) -> str:
    """The licence of an installed package: an SPDX expression, or else a text, or else the classifiers."""
    [package, *_] = [
        *importlib.metadata.distributions(name=name),
        *importlib.metadata.distributions(name=name, path=[str(ROOT / ".tools" / "cuda")]),
    ]
    metadata = package.metadata
    stated = metadata.get("License-Expression") or metadata.get("License")
    classifiers = metadata.get_all("Classifier", [])
    return stated or ", ".join(text.split(" :: ")[-1] for text in classifiers if text.startswith("License ::"))


class Licences(unittest.TestCase):
    def test_the_page_has_the_licence_of_each_package(self) -> None:
        wanted: Dict[str, List[str]] = {}
        for name in sorted(pinned()):
            wanted.setdefault(licence(name), []).append(name)
        _, section = (ROOT / "SECURITY.md").read_text().split("### Python packages\n")
        rows = [line.strip("| ").split(" | ") for line in section.split("\n## ")[0].splitlines() if line.startswith("| ")]
        found = {row[0]: row[1].replace("`", "").split(", ") for row in rows[1:]}
        self.assertEqual(found, wanted)


if __name__ == "__main__":
    unittest.main()
