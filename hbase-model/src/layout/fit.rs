//! Other uses of a part's encoded bytes, besides the key.

use super::{Encoding, OrderedKind, PartLayout};

impl PartLayout {
    /// Whether the part is a date with a time, in any encoding.
    ///
    /// ```
    /// use hbase_model::time::{TimeKind, TimeFormat};
    /// use hbase_model::{Encoding, PartLayout};
    /// let millis = Encoding::Time(TimeFormat::new(TimeKind::Millis));
    /// let part = PartLayout { reverse: true, ..PartLayout::plain("at".into(), millis) };
    /// assert!(part.is_time());
    /// // Its bytes are reversed: the last ones come first.
    /// assert!(!part.orders_by_time());
    /// ```
    pub const fn is_time(&self) -> bool {
        matches!(self.encoding, Encoding::Time(_))
    }

    /// Whether the part's bytes sort by a time, ascending or descending.
    pub const fn orders_by_time(&self) -> bool {
        let is_time = match &self.encoding {
            Encoding::TimeOfDay { .. } => true,
            Encoding::Custom(own) => own.time.is_some(),
            _ => self.is_time(),
        };
        is_time && !self.reverse
    }

    /// Whether the part's bytes are text, so that `String.hashCode` can be computed from them. A
    /// user's own encoding is assumed to be text.
    pub const fn can_be_text(&self) -> bool {
        match self.encoding {
            Encoding::Custom(_) => true,
            Encoding::Ordered(OrderedKind::String) => !self.desc,
            Encoding::Integer { .. }
            | Encoding::JavaInteger { .. }
            | Encoding::JavaFloat { .. }
            | Encoding::JavaBool
            | Encoding::Digits { .. }
            | Encoding::DecimalText { .. }
            | Encoding::Text { .. }
            | Encoding::Escaped(_)
            | Encoding::Labels { .. }
            | Encoding::LengthPrefixed { .. }
            | Encoding::List(_)
            | Encoding::Bytes { .. }
            | Encoding::Bool
            | Encoding::Float { .. }
            | Encoding::Time(_)
            | Encoding::TimeOfDay { .. }
            | Encoding::Ordered(_) => self.is_text(),
        }
    }
}
