"""Times of passes, as MLIR reports them."""

import os
import re
import statistics
import subprocess

import memory

ROW = re.compile(r"^ *([0-9.]+) \( *[0-9.]+%\) +(\S.*)$")


def report(command):
    """The seconds of each row of one run's report, by name; rows of one name are added."""
    memory.touch()
    run = subprocess.run([*command, "--mlir-timing", "-o", os.devnull], capture_output=True, text=True, check=True)
    seconds = {}
    for found in filter(None, map(ROW.match, run.stderr.splitlines())):
        name = found[2].strip()
        seconds[name] = seconds.get(name, 0) + float(found[1])
    return seconds


def middle(figures):
    """The mean of the middle half. It is as robust as the median, and finer than the 0.1 ms steps of the reports."""
    figures = sorted(figures)
    cut = len(figures) // 4
    return statistics.fmean(figures[cut : len(figures) - cut])


def rows(name, command, count, runs):
    """One row for each pass of a command that works on so many functions or launches."""
    reports = [report(command) for _ in range(runs)]
    for what in reports[0]:
        # The time of an analysis is part of the pass that uses it.
        if what in ["Parser", "Output", "Rest", "Total"] or what.startswith("(A)"):
            continue
        seconds = [report[what] for report in reports]
        shares = [report[what] / report["Total"] for report in reports]
        low, _, high = statistics.quantiles(shares, n=4, method="inclusive")
        yield {
            "pass": what,
            "on": name,
            "seconds": middle(seconds),
            "microseconds_each": middle(seconds) / count * 1e6,
            "share": statistics.median(shares),
            "share_low": low,
            "share_high": high,
            "runs": runs,
        }


def line(row):
    spread = f"{row['share_low']:7.2%}..{row['share_high']:.2%}"
    each = f"{row['microseconds_each']:6.3f} us"
    return f"{row['pass']:<32}  {row['on']:<34}  {row['seconds']:8.4f} s  {each}  {row['share']:7.2%}  {spread:>15}"
