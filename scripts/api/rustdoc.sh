#!/bin/sh
# rustdoc with its unstable options. Cargo takes the program from the variable RUSTDOC. With RUSTC_BOOTSTRAP for Cargo
# itself, build scripts of dependencies would choose other features, and everything would be built again.
RUSTC_BOOTSTRAP=1 exec rustdoc "$@" -Z unstable-options --output-format=json
