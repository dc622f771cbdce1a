//! What the typed builder takes for a part: a value always, a range or a prefix where its bytes
//! allow it.

use hbase_model::layout::{OrderedKind, Pad};
use hbase_model::{Encoding, PartLayout};

/// Whether a range of values is a range of bytes; or why not.
pub(super) fn range(part: &PartLayout) -> Result<(), &'static str> {
    if part.reverse {
        return Err("it stands backwards");
    }
    match &part.encoding {
        Encoding::Text { pad: Some(_), .. } => {
            Err("padded text has a range of texts, not of bytes")
        }
        Encoding::Text { width: None, .. } | Encoding::Bytes { width: None }
            if part.separator.is_some() =>
        {
            Err("text that a separator closes sorts otherwise: `user1_` after `user10_`")
        }
        Encoding::DecimalText { .. } => Err("as decimal text 10 sorts before 9"),
        Encoding::JavaInteger { signed: true, .. } => {
            Err("as Java writes them, negative numbers sort after positive ones")
        }
        Encoding::Ordered(OrderedKind::BlobVar) => {
            Err("`OrderedBytes` cuts bytes into sevens, which sort otherwise: ff before fe 00")
        }
        Encoding::Custom { .. } => Err("only its type knows whether it implements `RangePart`"),
        _ => Ok(()),
    }
}

/// Whether the begin of a value is the begin of its bytes.
pub(super) const fn prefix(part: &PartLayout) -> bool {
    if part.desc || part.reverse {
        return false;
    }
    matches!(
        part.encoding,
        Encoding::Text {
            pad: None | Some(Pad::Right(_)),
            ..
        } | Encoding::Bytes { .. }
    )
}
