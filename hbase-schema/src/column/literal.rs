//! Regular expressions that match exactly one text.

/// A regular expression, for Java and for Rust, that matches exactly this text.
pub(crate) fn pattern_of(text: &str) -> String {
    let mut pattern = String::with_capacity(text.len());
    for char in text.chars() {
        if "\\.+*?()|[]{}^$#&-~".contains(char) {
            pattern.push('\\');
        }
        pattern.push(char);
    }
    pattern
}

/// The only text that a regular expression matches; `None` for one that is not of [`pattern_of`]'s form.
#[cfg(feature = "index")]
pub(crate) fn text_of(pattern: &str) -> Option<String> {
    let mut text = String::new();
    let mut chars = pattern.chars();
    while let Some(char) = chars.next() {
        match char {
            '\\' => text.push(chars.next().filter(|char| !char.is_alphanumeric())?),
            '.' | '+' | '*' | '?' | '(' | ')' | '|' | '[' | ']' | '{' | '}' | '^' | '$' => {
                return None;
            }
            char => text.push(char),
        }
    }
    Some(text)
}

#[cfg(all(test, feature = "index"))]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_a_pattern_is_found_again() {
        let text = "\\.+*?()|[]{}^$#&-~ aé1";
        assert_eq!(text_of(&pattern_of(text)).as_deref(), Some(text));
    }

    #[test]
    fn a_pattern_of_several_texts_has_none() {
        for pattern in ["a.b", "\\d", "a*", "a|b", "a\\"] {
            assert_eq!(text_of(pattern), None, "{pattern}");
        }
    }
}
