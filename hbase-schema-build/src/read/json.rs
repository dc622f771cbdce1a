//! Tables in a file of JSON.

use std::path::Path;

use hbase_model::DescribedTable;
use hbase_model::description::{Description, DescriptionError};

use super::Diagnostic;

/// One table or an array of them.
pub(super) fn read(path: &Path) -> Result<Vec<DescribedTable>, Diagnostic> {
    let text = std::fs::read_to_string(path).map_err(|error| Diagnostic::of_file(path, error))?;
    // Editors of some systems mark a file as UTF-8 so; with Rust, the parser knows it.
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let tables = Description::all_from_json(text);
    let tables = tables.and_then(|all| all.iter().map(Description::table).collect());
    tables.map_err(|error| diagnostic(path, &error))
}

fn diagnostic(path: &Path, error: &DescriptionError) -> Diagnostic {
    let place = match error {
        DescriptionError::Json(json) if json.line() > 0 => {
            Some((json.line(), json.column().max(1), 1))
        }
        _ => None,
    };
    Diagnostic {
        place,
        ..Diagnostic::of_file(path, error)
    }
}
