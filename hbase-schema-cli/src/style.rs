//! The colours of answers; those of errors are the compiler's.

use anstyle::{AnsiColor, Style};

/// Headings and names.
pub(crate) const BOLD: Style = Style::new().bold();
/// What is there only to read the rest by.
pub(crate) const DIM: Style = Style::new().dimmed();
/// What is as it should be.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
/// What costs something.
pub(crate) const CARE: Style = AnsiColor::Yellow.on_default();
/// What is wrong.
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();
