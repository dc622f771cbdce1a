//! The groups that a replacement names, by the rules of the crate `regex`.

/// The names and numbers after `$`: `$1`, `$name`, `${name}`; `$$` is a dollar sign.
pub(crate) fn groups(replacement: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = replacement;
    while let Some(at) = rest.find('$') {
        rest = &rest[at + 1..];
        if let Some(behind) = rest.strip_prefix('$') {
            rest = behind;
        } else if let Some((name, behind)) = name(rest) {
            found.push(name);
            rest = behind;
        }
    }
    found
}

/// The name after a `$`, and what follows it; `None` if the `$` is literal.
fn name(text: &str) -> Option<(&str, &str)> {
    if let Some(text) = text.strip_prefix('{') {
        return text.split_once('}');
    }
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let end = text.find(|c| !is_letter(c)).unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_found_as_the_crate_expands_them() {
        for (replacement, expected) in [
            ("", vec![]),
            ("$1-${2}", vec!["1", "2"]),
            ("$1a", vec!["1a"]),
            ("$$1 $ $.", vec![]),
            ("${a b}${", vec!["a b"]),
            ("$year_", vec!["year_"]),
        ] {
            assert_eq!(groups(replacement), expected, "{replacement}");
        }
    }
}
