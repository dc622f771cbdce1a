//! What `HBase` itself asks of names: `TableName.valueOf` and `ColumnFamilyDescriptorBuilder`.

use super::{NameKind, Wrong};

/// A family's length is one signed byte in every cell.
const LONGEST_FAMILY: usize = 127;

pub(super) fn check(kind: NameKind, name: &str) -> Result<(), Wrong> {
    match kind {
        NameKind::Namespace => check_namespace(name),
        NameKind::Table => check_table(name),
        NameKind::Family => check_family(name),
        NameKind::Qualifier => Ok(()),
    }
}

/// `TableName.isLegalNamespaceName`.
fn check_namespace(name: &str) -> Result<(), Wrong> {
    if name.is_empty() {
        return Err(Wrong::Empty);
    }
    all(name, |character| {
        is_letter_or_digit(character) || character == '_'
    })
}

/// `TableName.isLegalTableQualifierName`.
fn check_table(name: &str) -> Result<(), Wrong> {
    match name.chars().next() {
        None => return Err(Wrong::Empty),
        Some(first @ ('.' | '-')) => return Err(Wrong::First(first)),
        Some(_) => {}
    }
    if name == "zookeeper" {
        return Err(Wrong::Reserved);
    }
    all(name, |character| {
        is_letter_or_digit(character) || matches!(character, '_' | '-' | '.')
    })
}

/// `ColumnFamilyDescriptorBuilder.isLegalColumnFamilyName`, which looks at bytes: control
/// characters beyond ASCII pass.
fn check_family(name: &str) -> Result<(), Wrong> {
    match name.chars().next() {
        None => return Err(Wrong::Empty),
        Some(first @ '.') => return Err(Wrong::First(first)),
        Some(_) => {}
    }
    if name == "recovered.edits" {
        return Err(Wrong::Reserved);
    }
    if name.len() > LONGEST_FAMILY {
        return Err(Wrong::TooLong {
            found: name.len(),
            most: LONGEST_FAMILY,
        });
    }
    all(name, |character| {
        !character.is_ascii_control() && !matches!(character, ':' | '/' | '\\')
    })
}

/// `Character.isLetterOrDigit` over UTF-16 units: what takes two of them is neither.
fn is_letter_or_digit(character: char) -> bool {
    character.len_utf16() == 1 && character.is_alphanumeric()
}

fn all(name: &str, allowed: impl Fn(char) -> bool) -> Result<(), Wrong> {
    match name.chars().enumerate().find(|(_, found)| !allowed(*found)) {
        Some((at, found)) => Err(Wrong::Character { found, at }),
        None => Ok(()),
    }
}
