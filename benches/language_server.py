#!/usr/bin/env python3
"""Compares the memory of tileiras-lsp-server with that of stock mlir-lsp-server: `make language-server`.

Opens a document, edits it, closes it, and reads the memory of the server and of its child processes from /proc. The
pages of files, such as libMLIR.so, do not count: processes share them. Both servers ask for the whole text with each
edit, so that each edit is one parse. The documents, with 1,000 edits each:

- 180 KB, closed after each edit, and opened again;
- 18 MB of kernels with much inline assembly, closed at each tenth edit.

And 18 MB of operations only, which take three times as long to parse, with 100 edits.

Prints a Markdown table. It takes about 20 minutes; --edits and --seconds make it shorter, and the table then has the
number of edits that were made.
"""

import argparse
import io
import json
import os
import pathlib
import subprocess
import time

import inputs

URI = "file:///document.mlir"
# How long a server has to return memory after the last close, in seconds.
SETTLE = 30


def read(path):
    """A file of /proc; empty if the process has ended."""
    try:
        return path.read_text()
    except OSError:
        return ""


class Server:
    def __init__(self, binary):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([binary], stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL)
        self.send("initialize", {"processId": None, "capabilities": {}, "rootUri": None}, id=0)
        self.receive()
        self.send("initialized", {})

    def send(self, method, params, **more):
        self.write(json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more}).encode())

    def write(self, body):
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body))
        self.process.stdin.write(body)
        self.process.stdin.flush()

    def receive(self):
        length = 0
        while line := self.process.stdout.readline().strip():
            name, value = line.split(b":", 1)
            if name.lower() == b"content-length":
                length = int(value)
        return json.loads(self.process.stdout.read(length))

    def processes(self):
        found, new = [], [str(self.process.pid)]
        while new:
            found += new
            tasks = [task for process in new for task in pathlib.Path("/proc", process, "task").glob("*/children")]
            new = [child for task in tasks for child in read(task).split()]
        return found

    def memory(self):
        """In MiB, without the pages of files."""
        texts = [read(pathlib.Path("/proc", process, "smaps_rollup")) for process in self.processes()]
        lines = [line.split() for text in texts for line in text.splitlines()]
        return sum(int(line[1]) for line in lines if line[0] == "Anonymous:") / 1024

    def processor_seconds(self):
        """Of the server, and of the children that have ended."""
        fields = [read(pathlib.Path("/proc", process, "stat")).rpartition(")")[2].split() for process in self.processes()]
        return sum(int(field) for line in fields for field in line[11:15]) / os.sysconf("SC_CLK_TCK")

    def end(self):
        self.send("shutdown", None, id=1)
        self.receive()
        self.send("exit", None)
        self.process.wait(timeout=60)


def settled(server):
    """Resident memory when it no longer falls, and the seconds until then."""
    begin = time.monotonic()
    lowest, since = server.memory(), 0.0
    while time.monotonic() - begin < SETTLE:
        time.sleep(1)
        now = server.memory()
        if now < lowest - 0.5:
            lowest, since = now, time.monotonic() - begin
    return server.memory(), since


def measure(binary, text, edits, closes_every, seconds):
    server = Server(binary)
    empty = server.memory()
    # The text is the same in each edit, except for the number in its first line. It is escaped only once.
    escaped = json.dumps(text).encode()[1:]
    version, peak = 0, 0.0

    document = b'"textDocument":{"uri":"' + URI.encode() + b'","version":%d'
    start = b'{"jsonrpc":"2.0","method":"textDocument/did%s","params":{' + document
    opening = (b"Open", start + b',"languageId":"mlir","text":', b"}}}")
    edit = (b"Change", start + b'},"contentChanges":[{"text":', b"}]}}")

    def change(method, before, after):
        nonlocal version, peak
        version += 1
        server.write(before % (method, version) + b'"// %06d\\n' % version + escaped + after)
        # The findings of the edit before can come late.
        while server.receive()["params"]["version"] != version:
            pass

    def close():
        server.send("textDocument/didClose", {"textDocument": {"uri": URI}})
        server.receive()

    change(*opening)
    opened = server.memory()
    close()
    after_first, _ = settled(server)
    begin = time.monotonic()
    made, closed, is_open = 0, 1, False
    while made < edits and time.monotonic() - begin < seconds:
        if not is_open:
            change(*opening)
            is_open = True
        change(*edit)
        made += 1
        peak = max(peak, server.memory())
        if made % closes_every == 0:
            close()
            closed, is_open = closed + 1, False
    wall = time.monotonic() - begin
    if is_open:
        close()
        closed += 1
    at_once = server.memory()
    after, since = settled(server)
    row = {
        "edits": made,
        "closes": closed,
        "empty_mib": empty,
        "open_mib": opened,
        "after_first_close_mib": after_first,
        "peak_mib": peak,
        "at_close_mib": at_once,
        "after_mib": after,
        "settled_s": since,
        "wall_s": wall,
        "processor_s": server.processor_seconds(),
    }
    server.end()
    return row


COLUMNS = [
    ("edits", "edits", "{:,}"),
    ("closes", "closes", "{:,}"),
    ("start, MiB", "empty_mib", "{:.0f}"),
    ("open, MiB", "open_mib", "{:.0f}"),
    ("after the first close, MiB", "after_first_close_mib", "{:.0f}"),
    ("peak, MiB", "peak_mib", "{:.0f}"),
    ("at the last close, MiB", "at_close_mib", "{:.0f}"),
    (f"{SETTLE} s later, MiB", "after_mib", "{:.0f}"),
    ("processor, s", "processor_s", "{:.0f}"),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default="target/release", help="the folder with this project's tools")
    parser.add_argument("--edits", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=3600, help="limit for the edits of one document by one server")
    parser.add_argument("--json", help="where to write the figures")
    options = parser.parse_args()
    stock = pathlib.Path(os.environ.get("MLIR_SYS_220_PREFIX", "/usr/lib/llvm-22")) / "bin"
    servers = [
        ("tileiras-lsp-server", pathlib.Path(options.bin).resolve() / "tileiras-lsp-server"),
        ("mlir-lsp-server", stock / "mlir-lsp-server"),
    ]
    rows = []
    print("| document | server | " + " | ".join(name for name, _, _ in COLUMNS) + " |")
    print("|---|---|" + "---|" * len(COLUMNS))
    documents = [
        ("180 KB", lambda out: inputs.canonical(out, 115, 40), options.edits, 1),
        ("18 MB, assembly", lambda out: inputs.assembly(out, 8_150), options.edits, 10),
        ("18 MB, operations", lambda out: inputs.canonical(out, 11_500, 40), options.edits // 10, 10),
    ]
    for name, make, edits, closes_every in documents:
        out = io.StringIO()
        make(out)
        for server, binary in servers:
            row = measure(binary, out.getvalue(), edits, closes_every, options.seconds)
            rows.append({"document": name, "bytes": out.tell(), "server": server, **row})
            cells = " | ".join(form.format(row[key]) for _, key, form in COLUMNS)
            print(f"| {name} | {server} | {cells} |", flush=True)
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(rows, indent=2) + "\n")


if __name__ == "__main__":
    main()
