//! `HBase`'s own rules for names: `TableName.valueOf` and `ColumnFamilyDescriptorBuilder`.

use super::{NameErrorKind, NameKind};

/// A family's length is one signed byte in every cell.
const LONGEST_FAMILY: usize = 127;

pub(super) fn check_name(kind: NameKind, name: &str) -> Result<(), NameErrorKind> {
    match kind {
        NameKind::Namespace => check_namespace(name),
        NameKind::Table => check_table(name),
        NameKind::Family => check_family(name),
        NameKind::Qualifier => Ok(()),
    }
}

/// `TableName.isLegalNamespaceName`.
fn check_namespace(name: &str) -> Result<(), NameErrorKind> {
    if name.is_empty() {
        return Err(NameErrorKind::Empty);
    }
    all(name, |character| {
        is_letter_or_digit(character) || character == '_'
    })
}

/// `TableName.isLegalTableQualifierName`.
fn check_table(name: &str) -> Result<(), NameErrorKind> {
    match name.chars().next() {
        None => return Err(NameErrorKind::Empty),
        Some(first @ ('.' | '-')) => return Err(NameErrorKind::First(first)),
        Some(_) => {}
    }
    if name == "zookeeper" {
        return Err(NameErrorKind::Reserved);
    }
    all(name, |character| {
        is_letter_or_digit(character) || matches!(character, '_' | '-' | '.')
    })
}

/// `ColumnFamilyDescriptorBuilder.isLegalColumnFamilyName`, which checks bytes: control characters
/// beyond ASCII pass.
fn check_family(name: &str) -> Result<(), NameErrorKind> {
    match name.chars().next() {
        None => return Err(NameErrorKind::Empty),
        Some(first @ '.') => return Err(NameErrorKind::First(first)),
        Some(_) => {}
    }
    if name == "recovered.edits" {
        return Err(NameErrorKind::Reserved);
    }
    if name.len() > LONGEST_FAMILY {
        return Err(NameErrorKind::TooLong {
            found: name.len(),
            most: LONGEST_FAMILY,
        });
    }
    all(name, |character| {
        !character.is_ascii_control() && !matches!(character, ':' | '/' | '\\')
    })
}

/// `Character.isLetterOrDigit` of UTF-16 units: a character of two units is neither.
fn is_letter_or_digit(character: char) -> bool {
    character.len_utf16() == 1 && character.is_alphanumeric()
}

fn all(name: &str, allowed: impl Fn(char) -> bool) -> Result<(), NameErrorKind> {
    match name.chars().enumerate().find(|(_, found)| !allowed(*found)) {
        Some((at, found)) => Err(NameErrorKind::Character { found, at }),
        None => Ok(()),
    }
}
