"""How a kernel becomes a sample: the types of its arguments, its constants, the chips, and the options of Triton."""

from dataclasses import dataclass, field

ALL = (80, 90, 100, 120)
WITH_CLUSTERS = (90, 100, 120)


@dataclass(frozen=True)
class Sample:
    name: str
    kernel: object
    # Argument: "*fp32" for a pointer, "i32" for a value; anything that is not text of a type is a constant.
    arguments: dict
    # Arguments whose value or address is divisible by 16.
    divisible: tuple = ()
    chips: tuple = ALL
    options: dict = field(default_factory=dict)
    # The first version of Triton that compiles it.
    since: tuple = (0, 0)


TYPES = {"fp8e5", "fp8e4nv", "fp16", "bf16", "fp32", "fp64", "i1", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64"}


def is_type(value):
    """Whether the value of an argument is a type; otherwise it is the value of a `tl.constexpr`."""
    return isinstance(value, str) and (value.lstrip("*") in TYPES or value.startswith("tensordesc<"))


class Samples(list):
    """The samples of one file."""

    def add(self, name, kernel, arguments, chips=ALL, unaligned=False, since=(0, 0), **options):
        """All pointers and 32-bit integers are divisible by 16, unless `unaligned` is set."""
        aligned = [name for name, value in arguments.items() if is_type(value) and (value[0] == "*" or value == "i32")]
        self.append(Sample(name, kernel, arguments, () if unaligned else tuple(aligned), chips, options, since))
