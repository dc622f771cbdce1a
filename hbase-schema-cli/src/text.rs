//! Names and numbers in messages.

/// `a`, `b` and `c`, each in back-ticks.
pub(crate) fn listed<T: AsRef<str>>(names: &[T]) -> String {
    joined(names, "and")
}

/// As [`listed`], with "or".
pub(crate) fn either<T: AsRef<str>>(names: &[T]) -> String {
    joined(names, "or")
}

fn joined<T: AsRef<str>>(names: &[T], conjunction: &str) -> String {
    let quoted: Vec<String> = names.iter().map(|n| format!("`{}`", n.as_ref())).collect();
    match quoted.as_slice() {
        [] => "none".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {conjunction} {last}", first.join(", ")),
    }
}

/// The nearest name, if one is similar enough.
pub(crate) fn nearest<'n, T: AsRef<str>>(name: &str, names: &'n [T]) -> Option<&'n str> {
    let wanted = name.to_lowercase();
    let near =
        |name: &&'n str| strsim::normalized_damerau_levenshtein(&wanted, &name.to_lowercase());
    let names = names.iter().map(AsRef::as_ref);
    let best = names.max_by(|a, b| near(a).total_cmp(&near(b)))?;
    (near(&best) > 0.5).then_some(best)
}

/// `1 table`, `2 tables`.
pub(crate) fn counted(count: impl Into<u64>, thing: &str) -> String {
    let count = count.into();
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {thing}{plural}", grouped(count))
}

/// `2 tables, no errors, 1 warning`; without errors, `none` is written in their place.
pub(crate) fn summary(
    things: Option<String>,
    errors: usize,
    none: &str,
    warnings: usize,
) -> String {
    let counted = |count: usize, thing| (count > 0).then(|| counted(count as u64, thing));
    let errors = counted(errors, "error").unwrap_or_else(|| none.to_owned());
    let counts = [things, Some(errors), counted(warnings, "warning")];
    counts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Digits in groups of three, from 10 000 on: `1 234 567`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    if digits.len() < 5 {
        return digits;
    }
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}
