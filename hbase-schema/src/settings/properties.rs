//! Parses Java's `.properties` files.

use java_properties::PropertiesIter;

/// Parses a file's settings, in order, as Java does: Latin-1, with `\uNNNN` for other letters.
pub(super) fn read(text: &[u8]) -> Result<Vec<(String, String)>, String> {
    let mut values = Vec::new();
    PropertiesIter::new(text)
        .read_into(|key, value| values.push((key, value)))
        .map_err(|error| error.to_string())?;
    Ok(values)
}
