//! Lists of elements of one width.

use super::ValueError;

/// Checks that the bytes are a whole number of elements of this width.
///
/// ```
/// use hbase_model::primitive::check_elements;
/// assert!(check_elements(b"aabb", 2).is_ok());
/// assert!(check_elements(b"", 2).is_ok());
/// assert!(check_elements(b"aab", 2).is_err());
/// ```
///
/// # Errors
/// [`ValueError::PartialElement`].
pub const fn check_elements(bytes: &[u8], width: usize) -> Result<(), ValueError> {
    match bytes.len().checked_rem(width) {
        Some(0) => Ok(()),
        _ => Err(ValueError::PartialElement {
            found: bytes.len(),
            width,
        }),
    }
}

/// Checks that the elements of this width ascend by their bytes, without duplicates.
///
/// ```
/// use hbase_model::primitive::check_ascending;
/// assert!(check_ascending(b"aabb", 2).is_ok());
/// assert!(check_ascending(b"bbaa", 2).is_err());
/// assert!(check_ascending(b"aaaa", 2).is_err());
/// ```
///
/// # Errors
/// [`ValueError::NotAscending`].
pub fn check_ascending(bytes: &[u8], width: usize) -> Result<(), ValueError> {
    let elements = bytes.chunks(width.max(1));
    let mut pairs = elements.clone().zip(elements.skip(1));
    match pairs.position(|(before, after)| before >= after) {
        None => Ok(()),
        Some(before) => Err(ValueError::NotAscending { index: before + 1 }),
    }
}
