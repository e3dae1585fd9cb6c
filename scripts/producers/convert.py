"""LLVM IR and MLIR of newer LLVM in the form that LLVM and MLIR 22 read.

As a program, it converts the LLVM IR on standard input: `python3 scripts/producers/convert.py < new.ll > old.ll`.
"""

import re
import struct
import sys

# The code of `struct`, the prefix and the digits of the literal, the bits of the exponent and of the fraction.
TYPES = {
    "half": ("e", "H", 4, 5, 10),
    "bfloat": (None, "R", 4, 8, 7),
    "float": ("f", "", 16, 8, 23),
    "double": ("d", "", 16, 11, 52),
}
TOKEN = re.compile(
    r'"[^"]*"'  # inline assembly and names, which may contain what looks like a literal
    r"|\b(?P<type>half|bfloat|float|double)\b"
    r"|\bf0x(?P<bits>[0-9A-F]+)\b"
    r"|(?<![\w.$%@+-])(?P<sign>[+-])(?:(?P<inf>inf)|(?P<nan>s?q?nan)(?:\((?P<payload>0x[0-9A-F]+)\))?)(?![\w.])"
    r"|(?<![\w.$%@-])(?P<number>-?\d+\.\d+(?:e[+-]\d+)?)"
)


def of_bits(kind, bits):
    """The literal that LLVM 22 reads, from the bits of a value."""
    _, prefix, digits, _, _ = TYPES[kind]
    if kind in ("half", "bfloat"):
        return f"0x{prefix}{bits:0{digits}X}"
    if kind == "float":
        # LLVM writes a float as the double of the same value.
        (value,) = struct.unpack("<f", struct.pack("<I", bits))
        (bits,) = struct.unpack("<Q", struct.pack("<d", value))
    return f"0x{bits:0{digits}X}"


def of_special(kind, sign, nan, payload):
    """The literal of an infinity or a NaN. A NaN is quiet unless its name is `snan`."""
    _, _, _, exponent, fraction = TYPES[kind]
    bits = ((sign == "-") << exponent | (1 << exponent) - 1) << fraction
    if nan:
        bits |= int(payload or "0", 16) | (nan != "snan") << fraction - 1
    return of_bits(kind, bits)


def literals(text):
    """Floating-point literals of newer LLVM in the form of LLVM 22.

    Newer LLVM writes the bits of a value as `f0x...`, as many as its type has, and `+inf`, `-qnan`, `+nan(0x1)`. It
    also writes the shortest decimal number that rounds to the value; LLVM 22 accepts a decimal number only if it is
    exact. The type is the last one before the literal.
    """

    def line(text):
        kind = None

        def token(match):
            nonlocal kind
            if match["type"]:
                kind = match["type"]
            elif match["bits"] and kind:
                return of_bits(kind, int(match["bits"], 16))
            elif match["sign"] and kind:
                return of_special(kind, match["sign"], match["nan"], match["payload"])
            elif match["number"] and kind in ("half", "float"):
                code = TYPES[kind][0]
                value = float(match["number"])
                packed = struct.pack(f"<{code}", value)
                if struct.unpack(f"<{code}", packed)[0] != value:
                    return of_bits(kind, int.from_bytes(packed, "little"))
            return match[0]

        return TOKEN.sub(token, text)

    return "\n".join(map(line, text.split("\n")))


def locations(text):
    """Removes the location of an `nvvm.barrier` without operands, which MLIR 22 parses as an attribute."""
    return re.sub(r"(\bnvvm\.barrier) loc\(#\w+\)", r"\1", text)


if __name__ == "__main__":
    sys.stdout.write(literals(sys.stdin.read()))
