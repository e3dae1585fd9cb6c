//! What the tools of this crate have in common.

use melior::dialect::DialectRegistry;

/// What differs between the tools of this crate.
pub struct Tool {
    /// The name, for messages.
    pub name: &'static str,
    /// The line that `--version` prints: the project and its version.
    pub version: &'static str,
    /// Makes a registry with every dialect.
    pub dialects: fn() -> DialectRegistry,
}

/// A command line whose `--version` prints the version line alone. clap puts a name before the version: that of the
/// project, which the line begins with, in place of that of the tool.
pub fn with_version(command: clap::Command, tool: &Tool) -> clap::Command {
    let (project, version) = tool.version.split_once(' ').unwrap_or((tool.name, tool.version));
    command.display_name(project).version(version)
}
