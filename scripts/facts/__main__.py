"""Asks ptxas, libNVVM, LLVM, MLIR and cuobjdump for the names that they know where launch facts are stated.

`make facts` compares them with crates/contract/names.tsv, which has the names of launch facts, and the named exceptions
with the reason why they are no facts. It fails on a name that is in neither, and on a directive of a fact that ptxas does
not know any more. Needs the programs of `make dependencies`: .tools, and LLVM and MLIR 22. Takes about two minutes.

`--sample` asks about fewer words. `--without=NAME` leaves out a row of the table, so that its name must be found.
"""

import argparse
import collections
import concurrent.futures
import ctypes
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).parents[2]
TABLE = ROOT / "crates/contract/names.tsv"
CUDA = ROOT / ".tools/cuda/nvidia/cu13"

VERSION, CHIP = "9.5", "sm_100a"
# The attribute of a kernel in whose place each code is written, to ask cuobjdump for its name.
MAXREG_COUNT = b"\x03\x1b"


def rows(without):
    """The names of the table by kind, each with its reason. That of a fact begins with `fact`."""
    found = collections.defaultdict(dict)
    for line in TABLE.read_text().splitlines():
        if not line.startswith("#"):
            kind, name, reason = line.split("\t")
            if name not in without:
                found[kind][name] = reason
    return found


def strings(path, pattern):
    """The parts of a file that match a pattern."""
    return {match.group(0).decode() for match in re.finditer(pattern, pathlib.Path(path).read_bytes())}


def whole_strings(path, pattern):
    """The strings of a program, up to a NUL on both sides, that match a pattern."""
    return {name.strip("\0") for name in strings(path, rb"\0(?=(" + pattern + rb")\0)\1")}


class Report:
    """What was found in one program."""

    def __init__(self):
        self.is_right = True

    def add(self, program, what, names, known, missing=frozenset()):
        """Prints how many of the names are facts and exceptions, and each that is unknown or missing."""
        facts = [name for name in names if known.get(name, "").startswith("fact")]
        unknown = sorted(name for name in names if name not in known)
        named = len(names) - len(facts) - len(unknown)
        print(f"{program}: {len(names)} {what}: {len(facts)} facts, {named} named exceptions, {len(unknown)} unknown")
        for name in unknown:
            print(f"  unknown: '{name}' is neither a fact nor a named exception")
        for name in sorted(missing):
            print(f"  missing: '{name}' is a fact, and {program} does not know it")
        self.is_right &= not unknown and not missing


def in_header(ptxas, directive):
    """Whether ptxas knows a directive in the header of a kernel: it does not stop at its name."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "k.ptx"
        file.write_text(f".version {VERSION}\n.target {CHIP}\n.visible .entry k() {directive} {{ ret; }}\n")
        command = [ptxas, "-arch", CHIP, file, "-o", os.devnull]
        run = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    # A word with a dot at the end or within is split by ptxas, which stops at a part of it.
    text = run.stdout + run.stderr
    return f"Parsing error near '{directive}'" not in text and "Parsing error near '.'" not in text


def directives(ptxas, words):
    """The words that ptxas knows as directives of a kernel."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return {word for word, known in zip(words, pool.map(lambda word: in_header(ptxas, word), words)) if known}


class Nvvm:
    """libNVVM."""

    LAYOUT = (
        "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-"
        "v64:64:64-v128:128:128-n16:32:64"
    )

    def __init__(self, path):
        self.library = ctypes.CDLL(str(path))

    def compile(self, text, chip):
        """The PTX of a module, or None. libNVVM crashes at some values, so that it runs in a process of its own."""
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reader)
            result = self.compile_here(text, chip)
            with open(writer, "wb") as file:
                file.write((result or "").encode())
            os._exit(0 if result else 1)
        os.close(writer)
        with open(reader, "rb") as file:
            result = file.read().decode()
        _, status = os.waitpid(child, 0)
        return result if status == 0 else None

    def compile_here(self, text, chip):
        """The PTX of a module, or None."""
        library, program = self.library, ctypes.c_void_p()
        library.nvvmCreateProgram(ctypes.byref(program))
        try:
            code = text.encode()
            library.nvvmAddModuleToProgram(program, code, ctypes.c_size_t(len(code)), b"m")
            options = (ctypes.c_char_p * 1)(f"-arch={chip}".encode())
            if library.nvvmCompileProgram(program, 1, options):
                return None
            size = ctypes.c_size_t()
            library.nvvmGetCompiledResultSize(program, ctypes.byref(size))
            result = ctypes.create_string_buffer(size.value)
            library.nvvmGetCompiledResult(program, result)
            return result.value.decode()
        finally:
            library.nvvmDestroyProgram(ctypes.byref(program))

    def headers(self, stated, chip):
        """The header of a kernel for each of these texts: an attribute, and the rest of a tuple. None if it fails."""
        text = [f'target datalayout = "{self.LAYOUT}"', 'target triple = "nvptx64-nvidia-cuda"']
        nodes = []
        # libNVVM reads older IR for older chips.
        symbol = "ptr" if chip == "compute_100" else "void ()*"
        for number, (attribute, pair) in enumerate(stated):
            text.append(f"define void @k{number}() {attribute} {{ ret void }}")
            nodes.append(f'{{{symbol} @k{number}, !"kernel", i32 1{pair}}}')
        text.append(f"!nvvm.annotations = !{{{', '.join(f'!{number}' for number in range(len(nodes)))}}}")
        text += [f"!{number} = !{node}" for number, node in enumerate(nodes)]
        text.append(f"!nvvmir.version = !{{!{len(nodes)}}}\n!{len(nodes)} = !{{i32 2, i32 0, i32 3, i32 2}}\n")
        ptx = self.compile("\n".join(text), chip)
        if ptx is None:
            if len(stated) == 1:
                return [None]
            middle = len(stated) // 2
            return self.headers(stated[:middle], chip) + self.headers(stated[middle:], chip)
        found = dict(re.findall(r"\.entry k(\d+)\(\s*\)\s*([^{]*)\{", ptx))
        return [" ".join(found.get(str(number), "").split()) for number in range(len(stated))]

    def known(self, words, state, chip):
        """The words that change the header of a kernel, or make the module invalid."""
        words, found = sorted(words), set()
        for start in range(0, len(words), 256):
            part = words[start : start + 256]
            headers = self.headers([state(word) for word in part], chip)
            found |= {word for word, header in zip(part, headers) if header != ""}
        return found


def codes(cuobjdump, ptxas, cubin, wanted):
    """The names that cuobjdump has for these codes of attributes of a kernel, and the codes that ptxas writes."""
    source = cubin.with_suffix(".ptx")
    source.write_text(f".version {VERSION}\n.target {CHIP}\n.visible .entry k() {{ ret; }}\n")
    subprocess.run([ptxas, "-arch", CHIP, source, "-o", cubin], check=True)
    image = cubin.read_bytes()
    table = struct.unpack_from("<Q", image, 40)[0]
    count, names = struct.unpack_from("<HH", image, 60)
    headers = [struct.unpack_from("<IIQQQQIIQQ", image, table + 64 * number) for number in range(count)]

    def name(header):
        start = headers[names][4] + header[0]
        return image[start : image.index(0, start)].decode()

    offset, size = next((header[4], header[5]) for header in headers if name(header) == ".nv.info.k")
    written, at, place = set(), offset, None
    while at < offset + size:
        kind, code = image[at], image[at + 1]
        written.add(code)
        if image[at : at + 2] == MAXREG_COUNT:
            place = (at, len(written) - 1)
        at += 4 + (struct.unpack_from("<H", image, at + 2)[0] if kind == 4 else 0)

    def ask(code):
        other = bytearray(image)
        other[place[0] + 1] = code
        file = cubin.with_suffix(f".{code}")
        file.write_bytes(other)
        text = subprocess.run([cuobjdump, "-elf", file], capture_output=True, text=True, check=False).stdout
        file.unlink()
        section = text[text.rfind("\n.nv.info.k\n") :]
        return re.findall(r"Attribute:\s*(.*)", section)[place[1]]

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = dict(zip(wanted, pool.map(ask, wanted)))
    return {code: name[len("EIATTR_") :] for code, name in found.items() if name.startswith("EIATTR_")}, written


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", action="store_true", help="ask about the names of the table only, and a few others")
    parser.add_argument("--without", action="append", default=[], metavar="NAME", help="leave out a row of the table")
    options = parser.parse_args()
    table, report = rows(options.without), Report()
    every = rows([])
    ptxas, cuobjdump = os.environ.get("TILEIRAS_PTXAS", CUDA / "bin/ptxas"), CUDA / "bin/cuobjdump"
    llvm = pathlib.Path(os.environ.get("MLIR_SYS_220_PREFIX", "/usr/lib/llvm-22"))

    # The strings of ptxas are those of its messages, which name most directives.
    words = set(every["directive"]) | {".cluster_dim", ".newdirective"}
    if not options.sample:
        words |= strings(ptxas, rb"\.[a-z_][a-z0-9_]{2,40}")
    found = directives(ptxas, sorted(words))
    facts = {name for name, reason in table["directive"].items() if reason.startswith("fact")}
    report.add("ptxas", "directives of kernels", found, table["directive"], facts - found)

    library = CUDA / "lib/libnvvm.so.4"
    in_library = whole_strings(library, rb"nvvm\.[a-z][a-z0-9_.]*") | whole_strings(library, rb"nvvmir\.[a-z]+")
    known = table["attribute"] | table["list"]
    report.add("libNVVM", "names", in_library, known)
    nvvm = Nvvm(library)
    words = {name.removeprefix("nvvm.") for name in every["attribute"]} | set(every["key"]) | {"cluster_dims"}
    if not options.sample:
        words |= whole_strings(library, rb"[a-z][a-z0-9_.]{3,24}")
    # A number in the tuple of `align` is an alignment. 64 is a value of every other fact.
    keys = nvvm.known(words, lambda word: ("", f', !"{word}", i32 64'), "compute_90")
    keys |= nvvm.known(words, lambda word: ("", f', !"{word}", i32 64'), "compute_100")
    report.add("libNVVM", "keys that change a kernel", keys, table["key"])
    attributes = nvvm.known(words, lambda word: (f'"nvvm.{word}"="64"', ""), "compute_100")
    attributes = {f"nvvm.{word}" for word in attributes}
    report.add("libNVVM", "attributes that change a kernel", attributes, table["attribute"])

    names = whole_strings(llvm / "lib/libLLVM.so", rb"nvvm\.[a-z][a-z0-9_.]*")
    report.add("LLVM", "names", names, known)
    header = llvm / "include/mlir/Dialect/LLVMIR/NVVMOpsDialect.h.inc"
    names = set(re.findall(r'AttrName\(\) *\{ *return "(nvvm\.[^"]*)"', header.read_text()))
    report.add("MLIR", "attributes of functions", names, table["attribute"])

    by_code = {int(name.split()[0], 16): name for name in table["cubin"]}
    with tempfile.TemporaryDirectory() as folder:
        wanted = sorted({int(name.split()[0], 16) for name in every["cubin"]}) if options.sample else range(256)
        named, written = codes(cuobjdump, ptxas, pathlib.Path(folder) / "k.cubin", wanted)
    found = {f"{code:#04x} {name}" for code, name in named.items()}
    found |= {by_code.get(code, f"{code:#04x}") for code in written}
    report.add("cuobjdump, ptxas", "attributes of cubins", found, table["cubin"])
    print("every name is a fact or a named exception" if report.is_right else "there are unknown names")
    return 0 if report.is_right else 1


if __name__ == "__main__":
    sys.exit(main())
