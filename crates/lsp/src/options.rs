//! The command line: that of upstream's server, which gets all of it but the style of the input.

use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt as _;

use crate::transport::Style;

/// What this process has to know of the command line.
#[derive(Debug, Eq, PartialEq)]
pub struct Options {
    /// The style of the messages of the client.
    pub style: Style,
    /// Whether messages are printed on several lines.
    pub is_pretty: bool,
    /// The arguments of upstream's server.
    pub upstream: Vec<OsString>,
}

impl Options {
    /// Reads the arguments without the name of the program.
    pub fn read(arguments: impl IntoIterator<Item = OsString>) -> Self {
        let mut options = Self { style: Style::Standard, is_pretty: false, upstream: Vec::new() };
        let mut arguments = arguments.into_iter();
        while let Some(argument) = arguments.next() {
            let text = argument.as_bytes();
            let flag = text.strip_prefix(b"--").or_else(|| text.strip_prefix(b"-")).unwrap_or_default();
            match flag {
                b"lit-test" | b"lit-test=true" | b"lit-test=1" => {
                    (options.style, options.is_pretty) = (Style::Delimited, true);
                    options.upstream.extend(["--pretty", "--log=verbose"].map(OsString::from));
                    continue;
                }
                b"input-style=delimited" => {
                    options.style = Style::Delimited;
                    continue;
                }
                b"input-style" => {
                    match arguments.next() {
                        Some(value) if value == "delimited" => options.style = Style::Delimited,
                        value => options.upstream.extend([argument].into_iter().chain(value)),
                    }
                    continue;
                }
                b"pretty" | b"pretty=true" | b"pretty=1" => options.is_pretty = true,
                _ => {}
            }
            options.upstream.push(argument);
        }
        options
    }
}

#[cfg(test)]
mod tests {
    use super::Options;
    use crate::transport::Style;

    fn read(arguments: &[&str]) -> (Style, bool, Vec<String>) {
        let options = Options::read(arguments.iter().map(Into::into));
        let upstream = options.upstream.into_iter().map(|argument| argument.to_string_lossy().into_owned());
        (options.style, options.is_pretty, upstream.collect())
    }

    #[test]
    fn the_style_of_the_input_is_for_this_process_only() {
        assert_eq!(read(&[]), (Style::Standard, false, vec![]));
        let lit = vec!["--pretty".to_owned(), "--log=verbose".to_owned()];
        assert_eq!(read(&["-lit-test"]), (Style::Delimited, true, lit));
        assert_eq!(read(&["-input-style", "delimited"]), (Style::Delimited, false, vec![]));
        let others = ["--input-style=x", "-pretty", "--log=info", "file"].map(str::to_owned).to_vec();
        assert_eq!(read(&["--input-style=x", "-pretty", "--log=info", "file"]), (Style::Standard, true, others));
    }
}
