//! The styles of results; errors have the compiler's.

use anstyle::{AnsiColor, Style};

/// Headings and names.
pub(crate) const BOLD: Style = Style::new().bold();
/// Secondary text.
pub(crate) const DIM: Style = Style::new().dimmed();
/// Results without findings.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
/// Costs and warnings.
pub(crate) const CARE: Style = AnsiColor::Yellow.on_default();
/// Findings.
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();
