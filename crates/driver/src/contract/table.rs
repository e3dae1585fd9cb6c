//! Tables for people.

use comfy_table::{ContentArrangement, Table, presets};
use tileiras_mlir::visible;

/// The cells of a row; `None` is printed as `-`.
pub(super) type Cells = Vec<Option<String>>;

/// A title, and a line for each row below the header. Without rows, there is only the title.
pub(super) fn of(title: &str, header: &[&str], rows: &[Cells]) -> String {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(header);
    for row in rows {
        table.add_row(row.iter().map(|cell| cell.as_deref().map_or_else(|| "-".to_owned(), short)));
    }
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    let lines = table.lines().take_while(|_| !rows.is_empty()).map(|line| line.trim_end().to_owned());
    std::iter::once(title.to_owned()).chain(lines).map(|line| line + "\n").collect()
}

/// The text of a cell as a terminal can show it, of at most 1,000 bytes. Each row of a table is as wide as the widest
/// one; `--json` has all of it.
pub(super) fn short(text: &str) -> String {
    const LONGEST: usize = 1000;
    let mut text = visible::text(text).into_owned();
    if text.len() > LONGEST {
        text.truncate(text.floor_char_boundary(LONGEST - 3));
        text.push_str("...");
    }
    text
}
