//! Addresses of files: of the page of a rule, and of documents.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::os::unix::ffi::OsStringExt as _;
use std::path::{Path, PathBuf};

/// The pages of the rules, as installed beside the program or as in the repository.
const PAGES: [&str; 2] = ["share/doc/tileiras/docs/RULES.md", "docs/RULES.md"];

/// The address of the page of all rules; `None` if it is not installed.
pub fn rules(program: &Path) -> Option<String> {
    let folders = program.ancestors().skip(1);
    let mut pages = folders.flat_map(|folder| PAGES.map(|page| folder.join(page)));
    let page = pages.find(|page| page.is_file())?;
    let mut address = "file://".to_owned();
    for &byte in page.as_os_str().as_encoded_bytes() {
        // Writing to a string cannot fail.
        let _ = match byte {
            b'/' | b'-' | b'.' | b'_' | b'~' => write!(address, "{}", char::from(byte)),
            _ if byte.is_ascii_alphanumeric() => write!(address, "{}", char::from(byte)),
            _ => write!(address, "%{byte:02X}"),
        };
    }
    Some(address)
}

/// The file of an address; `None` if it is the address of something else.
pub fn path(address: &str) -> Option<PathBuf> {
    let mut rest = address.strip_prefix("file://")?.as_bytes();
    let mut path = Vec::new();
    while let [first, tail @ ..] = rest {
        let code = if *first == b'%' { tail.get(..2) } else { None };
        let code = code.and_then(|code| u8::from_str_radix(str::from_utf8(code).ok()?, 16).ok());
        path.push(code.unwrap_or(*first));
        rest = if code.is_some() { &tail[2..] } else { tail };
    }
    (path.first() == Some(&b'/')).then(|| OsString::from_vec(path).into())
}

#[cfg(test)]
mod tests {
    use super::path;
    use std::path::Path;

    #[test]
    fn addresses_are_files() {
        assert_eq!(path("file:///a%20b/%C3%A9.mlir").as_deref(), Some(Path::new("/a b/\u{e9}.mlir")));
        assert_eq!(path("file:///100%").as_deref(), Some(Path::new("/100%")));
        assert_eq!(path("untitled:a"), None);
        assert_eq!(path("file://host/a"), None);
    }
}
