//! Lists in errors.

/// The texts, separated by commas.
pub(crate) fn join(texts: impl Iterator<Item = String>) -> String {
    texts.collect::<Vec<_>>().join(", ")
}
