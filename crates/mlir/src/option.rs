//! Options of passes and pipelines: declarations and values.
//!
//! Declarations are constants. `OptionTable` is their C form, built once for each registration.

use crate::text::{bytes, lossy, raw};
use std::borrow::Cow;
use tileiras_mlir_sys_ext::{TileirasChoice, TileirasOption, TileirasOptionKind, TileirasOptionValue};

/// One declared option.
#[derive(Clone, Copy, Debug)]
pub struct OptionInfo {
    /// The name on the command line.
    pub name: &'static str,
    /// The text in `--help`.
    pub description: &'static str,
    /// The type and the default.
    pub kind: OptionKind,
}

/// The type of an option, with its default.
#[derive(Clone, Copy, Debug)]
pub enum OptionKind {
    /// `true` or `false`.
    Flag(bool),
    /// One string.
    Text(&'static str),
    /// Strings separated by commas; empty by default.
    List,
    /// One of these names; the first is the default.
    Choice(&'static [Choice]),
}

/// One legal value of a choice.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The name on the command line.
    pub name: &'static str,
    /// The text in `--help`.
    pub description: &'static str,
}

/// Declared options in the form that the shim reads.
pub(crate) struct OptionTable {
    options: Vec<TileirasOption>,
    // Owns the choices that `options` points to.
    _choices: Vec<Vec<TileirasChoice>>,
}

impl OptionTable {
    pub(crate) fn new(infos: &'static [OptionInfo]) -> Self {
        let choices: Vec<Vec<TileirasChoice>> = infos.iter().map(|info| info.kind.choices()).collect();
        let options = infos
            .iter()
            .zip(&choices)
            .map(|(info, choices)| {
                let (kind, default) = info.kind.describe();
                TileirasOption {
                    kind,
                    name: raw(info.name),
                    description: raw(info.description),
                    default_value: raw(default),
                    choices: choices.as_ptr(),
                    choice_count: choices.len() as isize,
                }
            })
            .collect();
        Self { options, _choices: choices }
    }

    pub(crate) fn as_ptr(&self) -> *const TileirasOption {
        self.options.as_ptr()
    }

    pub(crate) fn len(&self) -> isize {
        self.options.len() as isize
    }
}

impl OptionKind {
    const fn describe(self) -> (TileirasOptionKind, &'static str) {
        match self {
            Self::Flag(true) => (TileirasOptionKind::Flag, "true"),
            Self::Flag(false) => (TileirasOptionKind::Flag, "false"),
            Self::Text(default) => (TileirasOptionKind::Text, default),
            Self::List => (TileirasOptionKind::List, ""),
            Self::Choice(choices) => {
                (TileirasOptionKind::Choice, if let [first, ..] = choices { first.name } else { "" })
            }
        }
    }

    fn choices(self) -> Vec<TileirasChoice> {
        let Self::Choice(choices) = self else {
            return Vec::new();
        };
        choices
            .iter()
            .map(|choice| TileirasChoice { name: raw(choice.name), description: raw(choice.description) })
            .collect()
    }
}

/// The values that the user gave, in the order of the declarations.
pub struct OptionValues<'a> {
    infos: &'static [OptionInfo],
    values: &'a [TileirasOptionValue],
}

impl<'a> OptionValues<'a> {
    /// # Safety
    /// `values` must point to one value for each of `infos`, valid for `'a`.
    pub(crate) unsafe fn new(infos: &'static [OptionInfo], values: *const TileirasOptionValue) -> Self {
        let values = if infos.is_empty() {
            &[]
        } else {
            // SAFETY: the caller guarantees pointer and length.
            unsafe { std::slice::from_raw_parts(values, infos.len()) }
        };
        Self { infos, values }
    }

    /// The value of a flag.
    #[must_use]
    pub fn flag(&self, index: usize) -> bool {
        self.text(index) == "true"
    }

    /// The value of a text or choice.
    #[must_use]
    pub fn text(&self, index: usize) -> Cow<'a, str> {
        self.list(index).into_iter().next().unwrap_or_default()
    }

    /// The values of a list.
    #[must_use]
    pub fn list(&self, index: usize) -> Vec<Cow<'a, str>> {
        let value = &self.values[index];
        // SAFETY: the shim keeps the strings alive during the callback that received them.
        (0..value.count).map(|item| unsafe { lossy(bytes(*value.values.offset(item))) }).collect()
    }

    /// All options with their values in command-line form, to pass them on to a nested pass.
    pub fn iter(&self) -> impl Iterator<Item = (&'static OptionInfo, String)> + '_ {
        self.infos.iter().enumerate().map(|(index, info)| (info, self.list(index).join(",")))
    }
}
