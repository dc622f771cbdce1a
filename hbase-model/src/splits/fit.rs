//! Checks whether split points match keys without a salt.

use super::Splits;
use crate::layout::{Encoding, PartLayout};

impl Splits {
    /// Whether keys that start with this part can lie in more than two regions. Text may contain
    /// any digits, so it is assumed to match.
    ///
    /// ```
    /// use hbase_model::{Encoding, PartLayout, Splits};
    /// let binary = PartLayout::plain("id".into(), Encoding::Integer { width: 8, signed: false });
    /// assert!(!Splits::DecimalString { regions: 10 }.fit(&binary));
    /// assert!(Splits::Uniform { regions: 16 }.fit(&binary));
    /// ```
    pub const fn fit(&self, first: &PartLayout) -> bool {
        if matches!(first.encoding, Encoding::Custom(_)) {
            return true;
        }
        // All dates of a century share their first digits.
        let ascending_time = first.is_time() && !first.reverse;
        match self {
            Self::HexString { .. } => {
                matches!(
                    first.encoding,
                    Encoding::Text { .. } | Encoding::Escaped(_) | Encoding::Labels { .. }
                )
            }
            Self::DecimalString { .. } => first.is_text() && !ascending_time,
            Self::Uniform { .. } => {
                // Lengths are small numbers.
                let is_low = matches!(
                    first.encoding,
                    Encoding::DecimalText { .. } | Encoding::LengthPrefixed { .. }
                );
                !is_low && !first.encoding.is_digits() && !ascending_time
            }
            _ => true,
        }
    }
}
