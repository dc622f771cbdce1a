//! What was meant by a word that is none of the known ones.

use super::Place;

/// Other people's words for our options.
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
    ("length", "fixed"),
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

/// The message for an option that does not belong in a place.
pub(super) fn unknown(name: &str, place: Place) -> String {
    let written = place.written();
    let elsewhere = elsewhere(name, place);
    if !elsewhere.is_empty() {
        return format!(
            "`{name}` is not an option of {written}: it belongs in {}",
            elsewhere.join(" or ")
        );
    }
    if name == "name" && place.takes_name() {
        let example = place.example();
        return format!("`name` is not written: the name stands by itself, as in `{example}`");
    }
    if place.options().is_empty() {
        return format!("unknown option `{name}`: {written} takes none");
    }
    let meant = did_you_mean(name, place.options());
    let all = among(place.options());
    format!("unknown option `{name}` in {written}{meant}: expected {all}")
}

/// Whether a word is an option, here or elsewhere, or comes near one.
pub(super) fn is_option(name: &str, place: Place) -> bool {
    !elsewhere(name, place).is_empty() || nearest(name, place.options()).is_some()
}

fn elsewhere(name: &str, place: Place) -> Vec<&'static str> {
    Place::ATTRIBUTES
        .into_iter()
        .filter(|other| *other != place && other.options().contains(&name))
        .map(Place::written)
        .collect()
}

/// `, did you mean …?`, or nothing where nothing comes near.
pub(crate) fn did_you_mean(word: &str, known: &[&str]) -> String {
    nearest(word, known).map_or_else(String::new, |near| format!(", did you mean `{near}`"))
}

/// `one of …`, or the only one.
pub(crate) fn among(words: &[&str]) -> String {
    match words {
        [only] => format!("`{only}`"),
        _ => format!("one of `{}`", words.join("`, `")),
    }
}

fn nearest<'k>(word: &str, known: &[&'k str]) -> Option<&'k str> {
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
        .map(|k| (distance(&word, &plain(k)), *k))
        .filter(|(far, _)| *far <= allowed)
        .min_by_key(|(far, _)| *far)
        .map(|(_, k)| k)
}

/// Without case and underscores, which are the commonest slips.
fn plain(word: &str) -> String {
    word.chars()
        .filter(|c| !matches!(c, '_' | '-'))
        .flat_map(char::to_lowercase)
        .collect()
}

/// How many letters must be put in, taken out or changed.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let change = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
