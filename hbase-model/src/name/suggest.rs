//! Suggests a similar name that follows the strict rules.

use super::strict::{self, lengths};
use super::{NameKind, NamingRules, upper_snake};

pub(super) fn suggest(
    kind: NameKind,
    name: &str,
    rules: NamingRules,
    allow_length: bool,
) -> Option<String> {
    if rules == NamingRules::HBase {
        return None;
    }
    let words = words(name);
    // A name that ends in `_` is a prefix of others.
    let goes_on = name.ends_with('_');
    candidates(kind, &words, goes_on)
        .into_iter()
        .find(|candidate| {
            candidate != name && strict::check_name(kind, candidate, allow_length).is_ok()
        })
}

/// The words of a name in capital letters, from the first one that starts with a letter.
fn words(name: &str) -> Vec<String> {
    let upper = upper_snake(name);
    let letters = upper.trim_start_matches(|first: char| !first.is_ascii_uppercase());
    letters
        .split(|character: char| !character.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

fn candidates(kind: NameKind, words: &[String], goes_on: bool) -> Vec<String> {
    let initials = || {
        words
            .iter()
            .filter_map(|word| word.chars().next())
            .collect()
    };
    let joined = words.concat();
    match kind {
        NameKind::Table | NameKind::Qualifier if goes_on => vec![words.join("_") + "_"],
        NameKind::Table | NameKind::Qualifier => vec![words.join("_")],
        NameKind::Namespace | NameKind::Family => {
            let first = words.first().cloned().unwrap_or_default();
            let mut cut = joined.clone();
            cut.truncate(lengths(kind).1);
            if words.len() > 1 && kind == NameKind::Namespace {
                vec![initials(), joined, first, cut]
            } else {
                vec![joined, first, cut]
            }
        }
    }
}
