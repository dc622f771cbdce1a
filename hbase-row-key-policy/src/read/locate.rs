//! Finds members in a policy's text.

use super::value::Document;
use crate::position::Position;

/// The position of a [`PolicyFinding`](crate::PolicyFinding)'s path in the policy's text: of the member's
/// name, or of its object if it has no such member. `None` if the text is not a policy or has no such element.
///
/// ```
/// use hbase_row_key_policy::{Position, locate};
///
/// let json = "[{\"ID\":\"ID\"},\n {\"columnName\":\"ID\", \"length\":0}]";
/// assert_eq!(locate(json, "[1].length"), Some(Position { line: 2, column: 22 }));
/// assert_eq!(locate(json, "[1].splitChar"), Some(Position { line: 2, column: 2 }));
/// ```
pub fn locate(json: &str, path: &str) -> Option<Position> {
    let (index, rest) = path.strip_prefix('[')?.split_once(']')?;
    let document = Document::read(json).ok()?;
    let element = document.elements.get(index.parse::<usize>().ok()?)?;
    let name = rest.strip_prefix('.');
    let member = name.and_then(|name| element.name_position(name));
    Some(member.unwrap_or_else(|| element.position()))
}
