//! Functions outside of the program that execute no barrier and wait for no other thread.
//!
//! Accepts the name of a function. Guarantees the functions of the C library and of libdevice that compute, print or
//! allocate, and the reports of failed assertions.
//!
//! Leaves out on purpose: any other function, which can do anything.

/// Whether a function of that name only computes, prints, allocates or reports.
pub(super) fn is_harmless(name: &[u8]) -> bool {
    let Ok(name) = str::from_utf8(name) else { return false };
    let base = name.strip_suffix('f').unwrap_or(name);
    name.starts_with("__nv_") || NAMES.contains(&name) || MATH.contains(&name) || MATH.contains(&base)
}

const NAMES: &[&str] = &[
    "__assert_fail",
    "__assertfail",
    "abs",
    "free",
    "labs",
    "llabs",
    "malloc",
    "memcmp",
    "memcpy",
    "memmove",
    "memset",
    "printf",
    "putchar",
    "puts",
    "strlen",
    "vprintf",
];

/// Functions of `math.h`, without the suffix of the types.
const MATH: &[&str] = &[
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "cbrt",
    "ceil",
    "copysign",
    "cos",
    "cosh",
    "erf",
    "erfc",
    "exp",
    "exp10",
    "exp2",
    "expm1",
    "fabs",
    "fdim",
    "floor",
    "fma",
    "fmax",
    "fmin",
    "fmod",
    "frexp",
    "hypot",
    "ldexp",
    "lgamma",
    "llrint",
    "llround",
    "log",
    "log10",
    "log1p",
    "log2",
    "logb",
    "lrint",
    "lround",
    "modf",
    "nearbyint",
    "nextafter",
    "pow",
    "remainder",
    "rint",
    "round",
    "rsqrt",
    "sin",
    "sincos",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "tgamma",
    "trunc",
];

#[cfg(test)]
mod tests {
    use super::is_harmless;

    #[test]
    fn functions_that_compute_are_harmless() {
        for name in ["__nv_expf", "vprintf", "sqrtf", "sqrt", "erff"] {
            assert!(is_harmless(name.as_bytes()), "{name}");
        }
        for name in ["helper", "sync", "f", ""] {
            assert!(!is_harmless(name.as_bytes()), "{name}");
        }
        assert!(!is_harmless(b"\xff"));
    }
}
