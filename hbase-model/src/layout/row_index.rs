//! Qualifiers of an index inside the row.

use std::borrow::Cow;

use super::{Encoding, KeyLayout, PartLayout};

/// An entry: the 16 bytes of the MD5 of its encoded value.
pub const ENTRY_ID: KeyLayout = KeyLayout {
    salt: None,
    parts: Cow::Borrowed(&[MD5]),
};

/// An index column: the field's tag (one byte), the field's value in an encoding that sorts as the
/// values do, and the entry's MD5, whose 16 bytes determine where the value ends.
pub const INDEX_COLUMN: KeyLayout = KeyLayout {
    salt: None,
    parts: Cow::Borrowed(&[
        PartLayout::plain(
            Cow::Borrowed("tag"),
            Encoding::Integer {
                width: 1,
                signed: false,
            },
        ),
        PartLayout::plain(Cow::Borrowed("value"), Encoding::Bytes { width: None }),
        MD5,
    ]),
};

const MD5: PartLayout =
    PartLayout::plain(Cow::Borrowed("md5"), Encoding::Bytes { width: Some(16) });
