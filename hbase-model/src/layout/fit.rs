//! What the bytes of a part are good for beside standing in a key.

use super::{Encoding, OrderedKind, PartLayout};

impl PartLayout {
    /// Whether it is a date with a time, in any form.
    ///
    /// ```
    /// use hbase_model::{Encoding, PartLayout};
    /// let part = PartLayout {
    ///     name: "at".into(),
    ///     encoding: Encoding::Millis { newest_first: false, truncate: false },
    ///     desc: false,
    ///     reverse: true,
    ///     separator: None,
    ///     salt: None,
    ///     max: None,
    /// };
    /// assert!(part.is_time());
    /// // Its bytes are reversed: the last ones come first.
    /// assert!(!part.orders_by_time());
    /// ```
    pub const fn is_time(&self) -> bool {
        matches!(
            self.encoding,
            Encoding::Millis { .. } | Encoding::TimeDigits { .. }
        )
    }

    /// Whether its bytes sort by a time, upwards or downwards.
    pub const fn orders_by_time(&self) -> bool {
        let of_day = matches!(self.encoding, Encoding::TimeOfDay { .. });
        (self.is_time() || of_day) && !self.reverse
    }

    /// Whether its bytes are text, so that `String.hashCode` can be computed from them. What a
    /// type's own encoding writes is known to that type alone: it is taken to be text.
    pub const fn can_be_text(&self) -> bool {
        match self.encoding {
            Encoding::Custom { .. } => true,
            Encoding::Ordered(OrderedKind::String) => !self.desc,
            _ => self.is_text(),
        }
    }
}
