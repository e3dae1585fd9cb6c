//! The groups of rules, and what a violation means.

use std::fmt::{self, Display, Formatter};

use serde::{Deserialize, Serialize};

/// What the rules of a group check.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub enum Group {
    /// The form of each attribute, and the functions that may have it.
    Shape,
    /// The limits of the hardware.
    Limits,
    /// What ptxas accepts.
    Assembler,
    /// What a launch requires of the kernel.
    Launch,
    /// What ptxas made of a kernel.
    Resources,
    /// What the body of a kernel asks of its contract.
    Body,
    /// What the instructions of the body require.
    Isa,
}

impl Group {
    /// Every group, in the order of the catalogue.
    pub const ALL: [Group; 7] =
        [Group::Shape, Group::Limits, Group::Assembler, Group::Launch, Group::Resources, Group::Body, Group::Isa];

    /// The name of the group.
    pub const fn name(self) -> &'static str {
        match self {
            Group::Shape => "shape",
            Group::Limits => "limits",
            Group::Assembler => "assembler",
            Group::Launch => "launch",
            Group::Isa => "isa",
            Group::Resources => "resources",
            Group::Body => "body",
        }
    }

    /// What its rules check, in one sentence.
    pub(crate) const fn summary(self) -> &'static str {
        match self {
            Group::Shape => "each attribute has the right form, and is on a function that may have it.",
            Group::Limits => "the hardware supports the sizes and numbers.",
            Group::Assembler => "ptxas accepts the directives together.",
            Group::Launch => "a launch agrees with the contract of its kernel.",
            Group::Body => "the contract is what the instructions of the body ask for, by their names.",
            Group::Isa => {
                "the target has the instructions of a body, and the right threads execute them in the right order. \
                 `nvvm-check-bodies` checks it, and `tileiras-cc` and `tileiras-contract check` in PTX."
            }
            Group::Resources => {
                "what ptxas made of a kernel is what its contract asks for. `tileiras-cc` checks it after ptxas."
            }
        }
    }
}

impl Display for Group {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a violation means.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub enum Severity {
    /// The kernel cannot be assembled, no device can launch it, or it violates the ISA.
    Error,
    /// The kernel assembles, but a fact is ignored, adjusted or not portable.
    Warning,
    /// Nothing is known to be wrong. Only with the option `pedantic`.
    Remark,
}

/// How much is known of a violation.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Certainty {
    /// Every launch that the contract allows has it.
    #[default]
    Certain,
    /// One launch that the contract allows has it. The message names the launch. An error becomes a warning.
    Witness,
}

impl Certainty {
    /// The severity of a violation, from that of its rule.
    #[must_use]
    pub fn severity(self, of_rule: Severity) -> Severity {
        match self {
            Self::Certain => of_rule,
            Self::Witness => of_rule.max(Severity::Warning),
        }
    }
}

impl Display for Severity {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Remark => "remark",
        })
    }
}
