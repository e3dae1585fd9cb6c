//! The declarations of the passes, generated from `Passes.td`.

use tileiras_finding::RuleOptions;
use tileiras_mlir::option::{Choice, OptionInfo, OptionKind, OptionValues, TypedOptions, UnknownChoice};
use tileiras_mlir::pass::{PassInfo, StatisticInfo};

include!(concat!(env!("OUT_DIR"), "/declaration.rs"));
