//! Options of passes and pipelines: declarations and values.
//!
//! Declarations are constants. `OptionTable` is their C form, built once for each pass and pipeline.

use crate::text::{bytes, lossy, raw};
use std::borrow::Cow;
use std::error::Error;
use std::fmt::{self, Display, Formatter};
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

/// The values of all options of one pass or pipeline, as a struct with a field for each.
pub trait TypedOptions: Default {
    /// Reads the values that a pass was created with.
    fn read(values: &OptionValues<'_>) -> Self;

    /// The names of the options, each with its values as text: one, or any number for a list.
    fn values(&self) -> Vec<(&'static str, Vec<String>)>;

    /// The options in command-line form, such as `chip=sm_90a form=canonical`. Empty values are omitted.
    ///
    /// # Errors
    /// [`InvalidOptions`] if a value has a character that separates options or values.
    fn to_text(&self) -> Result<String, InvalidOptions> {
        let mut options = Vec::new();
        for (name, values) in self.values() {
            let is_separator = |c: char| c.is_whitespace() || c.is_control() || "{}'\",=".contains(c);
            if let Some(value) = values.iter().find(|value| value.contains(is_separator)) {
                return Err(InvalidOptions::new(format!("option '{name}' has an invalid character, got {value:?}")));
            }
            let values = values.join(",");
            if !values.is_empty() {
                options.push(format!("{name}={values}"));
            }
        }
        Ok(options.join(" "))
    }
}

/// The error for option values that a pass or pipeline refuses.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct InvalidOptions {
    message: String,
}

impl InvalidOptions {
    pub(crate) const fn new(message: String) -> Self {
        Self { message }
    }

    /// The error with the message of a parser. Its first line says what is wrong, and the others what failed for it.
    pub(crate) fn from_parser(message: &str) -> Self {
        Self::new(message.lines().next().unwrap_or_default().to_owned())
    }
}

impl Display for InvalidOptions {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for InvalidOptions {}

/// The error for a name that is no value of a choice.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct UnknownChoice {
    option: &'static str,
    found: String,
}

impl UnknownChoice {
    /// The error for a name that is no value of that option. For the generated options of passes.
    #[doc(hidden)]
    #[must_use]
    pub fn new(option: &'static str, found: &str) -> Self {
        Self { option, found: found.to_owned() }
    }
}

impl Display for UnknownChoice {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "option '{}' has no value '{}'", self.option, self.found)
    }
}

impl Error for UnknownChoice {}

#[cfg(test)]
mod tests {
    use super::{OptionValues, TypedOptions};

    /// Options of a pass with a list and a text.
    #[derive(Default)]
    struct Example {
        list: Vec<String>,
        text: String,
    }

    impl TypedOptions for Example {
        fn read(_: &OptionValues<'_>) -> Self {
            Self::default()
        }

        fn values(&self) -> Vec<(&'static str, Vec<String>)> {
            vec![("list", self.list.clone()), ("text", vec![self.text.clone()])]
        }
    }

    #[test]
    fn options_have_a_text() {
        assert_eq!(Example::default().to_text().as_deref(), Ok(""));
        let options = Example { list: vec!["a".into(), "b-c".into()], text: "8.4".into() };
        assert_eq!(options.to_text().as_deref(), Ok("list=a,b-c text=8.4"));
    }

    /// A value never becomes two values or another option.
    #[test]
    fn a_value_with_a_separator_is_refused() {
        for text in ["a b", "a,b", "a=b", "{a}", "'a'", "\"a\"", "a\nb", "a\0"] {
            for options in [
                Example { list: vec![text.into()], ..Example::default() },
                Example { text: text.into(), ..Example::default() },
            ] {
                assert!(options.to_text().is_err(), "{text:?}");
            }
        }
    }
}
