"""Writes the PTX files of check-grammar-errors.test."""

FILES = {
    "module": ".maxntid 32\n.entry k() { ret; }",
    "body": ".entry k() {\n.reqntid 32\nret; }",
    "nested": ".entry k() {\n.entry j() { ret; } }",
    "parameter": ".entry k(.maxnreg 32) { ret; }",
    "item": ".noreturn\n.entry k() { ret; }",
    "linkages": ".visible .weak .entry k() { ret; }",
    "variable": ".global .u32 a\n.entry k() { ret; }",
    "extern": ".extern .entry k() { ret; }",
    "declared": ".extern .entry k();\n.entry k() { ret; }",
    "kind": ".func k();\n.entry k() { ret; }",
    "count": ".entry k(.param .u32 a);\n.entry k() { ret; }",
    "function": ".entry k() .noreturn { ret; }",
    "obsolete": ".entry k() .maxnctapersm 2 { ret; }",
    "twice": ".entry k() { ret; }\n.entry k() { ret; }",
}
TARGETS = {
    "order": "texmode_independent, sm_90",
    "modes": "sm_90, texmode_unified, texmode_independent",
    "option": "sm_90, texmode",
    "debug": "sm_90, debug",
}
GOOD = """.version 9.0
.target sm_80, texmode_unified
.target sm_90
.address_size 64
.file 1 "k.cu"
.section .debug_str { .b8 1 }
.extern .shared .align 16 .b8 dynamic[];
.common .global .u32 counter;
.visible .func f();
.func f() { ret; }
.weak .entry k() .maxntid 32 { ret; }
"""


def main():
    """Writes the files."""
    texts = {name: f".version 9.0\n.target sm_90\n{items}\n" for name, items in FILES.items()}
    for name, target in TARGETS.items():
        texts[name] = f".version 9.0\n.target {target}\n.entry k() {{ ret; }}\n"
    texts["good"] = GOOD
    for name, text in texts.items():
        with open(f"{name}.ptx", "w", encoding="ascii") as file:
            file.write(text)


main()
