//! Words and numbers in sentences.

/// `a`, `b` and `c`, each in back-ticks.
pub(crate) fn listed<T: AsRef<str>>(names: &[T]) -> String {
    let quoted: Vec<String> = names.iter().map(|n| format!("`{}`", n.as_ref())).collect();
    match quoted.as_slice() {
        [] => "none".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// As [`listed`], with "or".
pub(crate) fn either<T: AsRef<str>>(names: &[T]) -> String {
    let quoted: Vec<String> = names.iter().map(|n| format!("`{}`", n.as_ref())).collect();
    match quoted.as_slice() {
        [] => "none".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// The name that was probably meant, if one is near enough.
pub(crate) fn nearest<'n, T: AsRef<str>>(meant: &str, names: &'n [T]) -> Option<&'n str> {
    let meant = meant.to_lowercase();
    let near =
        |name: &&'n str| strsim::normalized_damerau_levenshtein(&meant, &name.to_lowercase());
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

/// `1 234 567`: digits in threes, from 10 000 on.
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
