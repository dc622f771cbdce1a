//! Requests as texts for failed tests.

use std::fmt::{self, Write};

/// Maximum bytes of a request's text. Longer ones are of no use, and the text of a filter that is nested
/// thousands of levels deep would overflow the stack.
const MAX_TEXT: usize = 1 << 10;

/// The start of a value's debug text.
pub(super) fn excerpt(value: &dyn fmt::Debug) -> String {
    let mut excerpt = Excerpt(String::new());
    // The error of a text that is too long ends the formatting.
    let _ = write!(excerpt, "{value:?}");
    excerpt.0
}

struct Excerpt(String);

impl Write for Excerpt {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let room = MAX_TEXT - self.0.len();
        if text.len() <= room {
            self.0.push_str(text);
            return Ok(());
        }
        // `str::floor_char_boundary` needs Rust 1.91.
        let end = (0..=room).rfind(|end| text.is_char_boundary(*end));
        self.0.push_str(&text[..end.unwrap_or_default()]);
        Err(fmt::Error)
    }
}

#[cfg(test)]
mod tests {
    use hbase_backend::Filter;

    use super::*;

    #[test]
    fn a_deep_request_is_cut() {
        let mut filter = Filter::FirstKeyOnly;
        for _ in 0..200_000 {
            filter = Filter::Not(Box::new(filter));
        }
        let text = excerpt(&filter);
        assert!(
            text.starts_with("Not(Not(") && text.len() <= MAX_TEXT,
            "{text}"
        );
        assert_eq!(excerpt(&Some("ä")), "Some(\"ä\")");
    }
}
