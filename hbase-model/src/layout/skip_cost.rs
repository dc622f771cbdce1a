//! The cost of skip scans, which leave the salt or leading parts open.

use super::{KeyLayout, PartLayout, Salt, SaltReach, ScanCost, ScanEnd};

/// Maximum salt values that a skip scan lists, one range each. Of more, only patterns of bytes can be
/// sought.
pub const MAX_SKIPPED_SALTS: u32 = 65_536;

impl Salt {
    /// The number of its values, if a skip scan lists them.
    ///
    /// ```
    /// use hbase_model::Salt;
    /// assert_eq!(Salt::Md5 { bytes: 2 }.skipped(), Some(65_536));
    /// assert_eq!(Salt::Md5 { bytes: 3 }.skipped(), None);
    /// ```
    pub const fn skipped(&self) -> Option<u32> {
        match self.values() {
            Some(count) if count <= MAX_SKIPPED_SALTS => Some(count),
            _ => None,
        }
    }
}

impl PartLayout {
    /// Whether a scan can leave the part open and select a later one: its values have one width.
    ///
    /// ```
    /// use hbase_model::{Encoding, PartLayout};
    /// let part = |encoding| PartLayout {
    ///     name: "id".into(),
    ///     encoding,
    ///     desc: false,
    ///     reverse: false,
    ///     separator: None,
    ///     salt: None,
    ///     max: None,
    /// };
    /// assert!(part(Encoding::Bool).can_be_open());
    /// assert!(!part(Encoding::Text { width: None, pad: None }).can_be_open());
    /// ```
    pub const fn can_be_open(&self) -> bool {
        self.encoding.width().is_some()
    }
}

impl KeyLayout {
    /// The cost of a scan that leaves the first `open` parts open, and the salt if it has too many
    /// values to scan each; `None` if no part or salt is open.
    ///
    /// ```
    /// use hbase_model::layout::{KeyLayout, ScanCost};
    /// use hbase_model::{Encoding, PartLayout, Salt, SaltLayout, SaltText};
    /// let layout = KeyLayout {
    ///     salt: Some(SaltLayout { salt: Salt::Md5 { bytes: 2 }, separator: None }),
    ///     parts: vec![PartLayout {
    ///         name: "at".into(),
    ///         encoding: Encoding::Integer { width: 8, signed: false },
    ///         desc: false,
    ///         reverse: false,
    ///         separator: None,
    ///         salt: Some(SaltText::Whole),
    ///         max: None,
    ///     }]
    ///     .into(),
    /// };
    /// assert_eq!(layout.skip_cost(0), Some(ScanCost::Skip(65_536)));
    /// assert_eq!(layout.skip_cost(1), Some(ScanCost::SkipParts(1)));
    /// ```
    pub fn skip_cost(&self, open: usize) -> Option<ScanCost> {
        let skipped = self.salt.as_ref().and_then(|salt| salt.salt.skipped());
        match self.salt_reach(0, ScanEnd::Value) {
            SaltReach::TooMany if open == 0 => {
                Some(skipped.map_or(ScanCost::SkipParts(1), ScanCost::Skip))
            }
            _ if open == 0 => None,
            SaltReach::Each(count) | SaltReach::UpTo(count) => Some(ScanCost::SkipParts(count)),
            SaltReach::TooMany | SaltReach::Unsalted | SaltReach::Known => {
                Some(ScanCost::SkipParts(1))
            }
        }
    }
}
