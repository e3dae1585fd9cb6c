"""What is installed: the one list that `make install` and every package use."""

from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# The program that is all tools, and the names under which it is one of them, as in src/tools.rs.
PROGRAM = "tileiras"
TOOLS = (
    "tileiras-cc",
    "tileiras-contract",
    "tileiras-lsp-server",
    "tileiras-opt",
    "tileiras-ptxas",
    "tileiras-translate",
)

DOCS = "share/doc/tileiras"


@dataclass(frozen=True)
class Files:
    """The files of a pattern, which match at least one, in a folder; `name` is a file's name there."""

    package: str
    source: str
    folder: str
    name: str = "{name}"


@dataclass(frozen=True)
class Tree:
    """All files and links below a folder; none if it is not there."""

    package: str
    source: str
    folder: str


@dataclass(frozen=True)
class Link:
    """A symbolic link."""

    package: str
    path: str
    target: str


CONTENTS = (
    Files("tileiras", f"target/release/{PROGRAM}", "bin"),
    *(Link("tileiras", f"bin/{tool}", PROGRAM) for tool in TOOLS),
    Files("tileiras", "target/man/*.1", "share/man/man1"),
    Files("tileiras", "target/completions/*.bash", "share/bash-completion/completions", "{stem}"),
    Files("tileiras", "target/completions/_*", "share/zsh/site-functions"),
    Files("tileiras", "target/completions/*.fish", "share/fish/vendor_completions.d"),
    # For build systems: docs/BUILDS.md.
    Files("tileiras", "builds/cmake/*.cmake", "lib/cmake/TileirasTools"),
    Files("tileiras", "builds/bazel/tileiras.bzl", "share/tileiras"),
    Files("tileiras", "LICENSE", DOCS),
    Files("tileiras", "*.md", DOCS),
    Files("tileiras", "docs/*.md", f"{DOCS}/docs"),
    Files("tileiras", "docs/schemas/*", f"{DOCS}/docs/schemas"),
    Files("tileiras", "docs/api/*", f"{DOCS}/docs/api"),
    Tree("tileiras", "examples", f"{DOCS}/examples"),
    Files("tileiras", "target/third-party.txt", DOCS, "THIRD-PARTY.txt"),
    # The plugin, and the C library with its headers and its CMake package.
    Tree("tileiras-dev", "target/libraries/prefix", "."),
)
