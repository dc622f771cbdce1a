//! Encodings of users' types.

use std::borrow::Cow;

use crate::cow::Text;

/// The encoding of a user's type, which only that type can decode: its name and properties.
///
/// ```
/// use hbase_model::{CustomEncoding, Encoding, TimeOrder};
///
/// const COUNTRY: Encoding = Encoding::Custom(CustomEncoding::new("IsoCountry").with_width(2));
/// assert_eq!(COUNTRY.width(), Some(2));
///
/// /// A part whose values are times: `newest_first` in a scan of such keys needs no reversed scan.
/// const NEGATED: CustomEncoding =
///     CustomEncoding::new("Negated").with_width(8).with_time(TimeOrder::Descending);
/// assert_eq!(NEGATED.time, Some(TimeOrder::Descending));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CustomEncoding {
    /// Its name.
    pub name: Text,
    /// Its width in bytes, if it is fixed.
    pub width: Option<u16>,
    /// The order of its values, if they are times.
    pub time: Option<TimeOrder>,
}

/// The order of encoded times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "json",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum TimeOrder {
    /// Newer times have greater bytes.
    Ascending,
    /// Newer times have smaller bytes.
    Descending,
}

impl CustomEncoding {
    /// An encoding with this name, whose values vary in length and are not times.
    pub const fn new(name: &'static str) -> Self {
        Self {
            name: Cow::Borrowed(name),
            width: None,
            time: None,
        }
    }

    /// Sets the width of every value, in bytes.
    #[must_use]
    pub const fn with_width(mut self, width: u16) -> Self {
        self.width = Some(width);
        self
    }

    /// Declares that the values are times, each of them one moment, and that their bytes sort by time.
    #[must_use]
    pub const fn with_time(mut self, order: TimeOrder) -> Self {
        self.time = Some(order);
        self
    }
}
