"""Checks the types of arguments, so that a wrong one is a `TypeError` before a tool runs."""

from __future__ import annotations

import os
from typing import Iterable, List, Optional


def _wrong(name: str, wanted: str, found: object) -> TypeError:
    return TypeError(f"{name} must be {wanted}, not {type(found).__name__}")


def text(name: str, value: object) -> bytes:
    """A module, as text or bytes.

    >>> text("text", 5)
    Traceback (most recent call last):
    TypeError: text must be str or bytes, not int
    """
    if isinstance(value, str):
        return value.encode()
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value)
    raise _wrong(name, "str or bytes", value)


def path(name: str, value: object) -> str:
    """The name of a file.

    >>> path("path", b"k.ptx")
    Traceback (most recent call last):
    TypeError: path must be str or os.PathLike[str], not bytes
    """
    found = os.fspath(value) if isinstance(value, os.PathLike) else value
    if isinstance(found, str):
        return found
    raise _wrong(name, "str or os.PathLike[str]", value)


def paths(name: str, values: object) -> List[str]:
    """The names of files. One name is a mistake: it would be a name for each letter.

    >>> paths("paths", "k.ptx")
    Traceback (most recent call last):
    TypeError: paths must be a list of paths, not str
    """
    if isinstance(values, (str, bytes, os.PathLike)) or not isinstance(values, Iterable):
        raise _wrong(name, "a list of paths", values)
    return [path(f"each of {name}", value) for value in values]


def string(name: str, value: object) -> str:
    """One string."""
    if isinstance(value, str):
        return value
    raise _wrong(name, "str", value)


def optional_string(name: str, value: object) -> Optional[str]:
    """One string or `None`.

    >>> optional_string("ptx_version", 9.0)
    Traceback (most recent call last):
    TypeError: ptx_version must be str, not float
    """
    return None if value is None else string(name, value)


def strings(name: str, values: object) -> List[str]:
    """Several strings.

    >>> strings("chips", "sm_90a")
    Traceback (most recent call last):
    TypeError: chips must be a list of str, not str
    """
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise _wrong(name, "a list of str", values)
    return [string(f"each of {name}", value) for value in values]


def choice(name: str, value: object, choices: Iterable[str]) -> str:
    """One of some strings.

    >>> choice("language", "LLVM", ["mlir", "llvm"])
    Traceback (most recent call last):
    ValueError: language must be one of mlir, llvm, not 'LLVM'
    """
    if string(name, value) in choices:
        return string(name, value)
    raise ValueError(f"{name} must be one of {', '.join(choices)}, not {value!r}")


def flag(name: str, value: object) -> bool:
    """True or False.

    >>> flag("pedantic", "no")
    Traceback (most recent call last):
    TypeError: pedantic must be bool, not str
    """
    if isinstance(value, bool):
        return value
    raise _wrong(name, "bool", value)


def number(name: str, value: object) -> int:
    """A number, which True and False are not."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise _wrong(name, "int", value)
