//! Suggestions for an unknown word.

/// Words that other libraries use for these options and values.
const ALIASES: &[(&str, &str)] = &[
    ("bloom_filter", "bloom"),
    ("bucket", "salt"),
    ("buckets", "salt"),
    ("descending", "desc"),
    ("expire", "ttl"),
    ("format", "fixed"),
    ("gzip", "gz"),
    ("hex", "hex_string"),
    ("decimal", "decimal_string"),
    ("len", "fixed"),
    ("lpad", "pad_left"),
    ("max_versions", "versions"),
    ("pad_start", "pad_left"),
    ("pad_end", "pad_right"),
    ("presplit", "splits"),
    ("reverse_timestamp", "reverse_ts"),
    ("reversed", "reverse"),
    ("rpad", "pad_right"),
    ("salted", "salt"),
    ("sep", "separator"),
    ("serde", "json"),
    ("size", "fixed"),
    ("timezone", "offset"),
    ("tz", "offset"),
    ("width", "fixed"),
];

/// `, did you mean …?`, or empty without a similar word.
pub(crate) fn did_you_mean(word: &str, known: &[&str]) -> String {
    nearest(word, known).map_or_else(String::new, |near| format!(", did you mean `{near}`"))
}

/// `one of …`, or the only word.
pub(crate) fn among(words: &[&str]) -> String {
    match words {
        [only] => format!("`{only}`"),
        _ => format!("one of `{}`", words.join("`, `")),
    }
}

/// The known word that is probably meant: by an alias, or by an edit distance of at most 2.
pub(crate) fn nearest<'k>(word: &str, known: &[&'k str]) -> Option<&'k str> {
    let word = plain(word);
    let alias = ALIASES.iter().find(|(alias, _)| plain(alias) == word);
    if let Some((_, meant)) = alias
        && let Some(found) = known.iter().find(|k| *k == meant)
    {
        return Some(found);
    }
    let allowed = match word.len() {
        0..=2 => 0,
        3..=4 => 1,
        _ => 2,
    };
    known
        .iter()
        .map(|k| (strsim::levenshtein(&word, &plain(k)), *k))
        .filter(|(far, _)| *far <= allowed)
        .min_by_key(|(far, _)| *far)
        .map(|(_, k)| k)
}

/// The word without case and underscores, the most frequent differences.
fn plain(word: &str) -> String {
    word.chars()
        .filter(|c| !matches!(c, '_' | '-'))
        .flat_map(char::to_lowercase)
        .collect()
}
