//! Tables described in a JSON file.

use std::path::Path;

use hbase_model::DescribedTable;
use hbase_model::description::{Description, DescriptionError};

use super::diagnostic::{Diagnostic, SourceSpan};

/// Reads one description or an array of them.
pub(super) fn read(path: &Path) -> Result<Vec<DescribedTable>, Diagnostic> {
    let text = std::fs::read_to_string(path).map_err(|error| Diagnostic::of_file(path, error))?;
    // Some editors start a UTF-8 file with this mark. In Rust sources the parser skips it.
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let tables = Description::all_from_json(text);
    let tables = tables.and_then(|all| all.iter().map(Description::table).collect());
    tables.map_err(|error| diagnostic(path, &error))
}

fn diagnostic(path: &Path, error: &DescriptionError) -> Diagnostic {
    let span = match error {
        DescriptionError::Json(json) if json.line() > 0 => Some(SourceSpan {
            line: json.line(),
            column: json.column().max(1),
            length: 1,
        }),
        _ => None,
    };
    Diagnostic {
        span,
        ..Diagnostic::of_file(path, error)
    }
}
