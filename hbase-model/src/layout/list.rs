//! Lists of elements of one width.

use super::Encoding;
use crate::cow::List;

/// The encoding of a list: its elements one after another, up to the end of the key.
///
/// All elements have the same members, and each member has a fixed width, so that the number of elements follows from the
/// number of bytes.
///
/// ```
/// use std::borrow::Cow;
/// use hbase_model::{Encoding, ListEncoding};
///
/// const ID: Encoding = Encoding::Bytes { width: Some(3) };
/// const TAGS: ListEncoding = ListEncoding { members: Cow::Borrowed(&[ID, ID]), sorted: true };
/// assert_eq!(TAGS.element_width(), Some(6));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListEncoding {
    /// The encodings of an element's members. An element with one member is that member's value.
    pub members: List<Encoding>,
    /// Whether the elements ascend by their bytes, without duplicates: other lists are errors.
    pub sorted: bool,
}

impl ListEncoding {
    /// The width of an element in bytes; `None` if a member varies in width, or if the element has no bytes.
    pub fn element_width(&self) -> Option<usize> {
        let widths = self.members.iter().map(Encoding::width);
        widths.sum::<Option<usize>>().filter(|width| *width > 0)
    }

    /// The type that it encodes, in words.
    pub(super) fn kind(&self) -> &'static str {
        if self.members.len() == 1 {
            "a list of values, as in [1, 2]"
        } else {
            "a list of elements with all their members, as in [[1, 2], [3, 4]]"
        }
    }
}
