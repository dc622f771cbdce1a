//! The cost of skip scans, which leave the salt or leading parts open.

use super::{KeyLayout, PartLayout, Salt, SaltReach, ScanCost, ScanEnd};

/// Maximum salt values that a skip scan lists, one range each. With more, it can only search for byte patterns.
pub const MAX_SKIPPED_SALTS: u32 = 65_536;

impl Salt {
    /// The number of values, if a skip scan lists them.
    ///
    /// ```
    /// use hbase_model::Salt;
    /// assert_eq!(Salt::Md5 { bytes: 2, joined: None }.skipped(), Some(65_536));
    /// assert_eq!(Salt::Md5 { bytes: 3, joined: None }.skipped(), None);
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
    /// let part = |encoding| PartLayout::plain("id".into(), encoding);
    /// assert!(part(Encoding::Bool).can_be_open());
    /// assert!(!part(Encoding::Text { width: None, pad: None }).can_be_open());
    /// ```
    pub const fn can_be_open(&self) -> bool {
        self.value_width().is_some()
    }
}

impl KeyLayout {
    /// Whether the server can test a condition on the part at `index`, in a scan whose first `given` parts have a value
    /// each: its offset from the end of these parts is the same in all keys.
    ///
    /// ```
    /// use hbase_model::layout::KeyLayout;
    /// use hbase_model::{Encoding, PartLayout};
    /// let part = |name: &'static str, encoding, separator| PartLayout { separator, ..PartLayout::plain(name.into(), encoding) };
    /// let number = Encoding::Integer { width: 4, signed: false };
    /// let text = Encoding::Text { width: None, pad: None };
    /// let layout = KeyLayout {
    ///     salt: None,
    ///     parts: vec![
    ///         part("city", text, Some((b"_" as &[u8]).into())),
    ///         part("day", number.clone(), None),
    ///         part("slot", number, None),
    ///     ]
    ///     .into(),
    /// };
    /// // A range of days in a city, and then a slot.
    /// assert!(layout.has_fixed_offset(1, 2));
    /// // Cities vary in length.
    /// assert!(!layout.has_fixed_offset(0, 2));
    /// ```
    pub fn has_fixed_offset(&self, given: usize, index: usize) -> bool {
        let salt = self.salt.as_ref().map(|layout| &layout.salt);
        let has_width = |salt: &Salt| salt.width().or(salt.number_width()).is_some();
        let between = self.parts.get(given..index).unwrap_or_default();
        salt.is_none_or(has_width) && between.iter().all(PartLayout::can_be_open)
    }

    /// The cost of a scan that sets the first `given` parts, leaves the next `open` parts open, and sets the
    /// part after them by `end`. The salt is open too if it has too many values for a scan of each. `None` if
    /// nothing is open.
    ///
    /// ```
    /// use hbase_model::layout::{KeyLayout, ScanCost, ScanEnd};
    /// use hbase_model::{Encoding, PartLayout, Salt, SaltLayout, SaltText};
    /// let id = Encoding::Integer { width: 8, signed: false };
    /// let part = |name: &'static str, salt| PartLayout { salt, ..PartLayout::plain(name.into(), id.clone()) };
    /// let layout = KeyLayout {
    ///     salt: Some(SaltLayout { salt: Salt::Md5 { bytes: 2, joined: None }, separator: None }),
    ///     parts: vec![part("at", None), part("id", Some(SaltText::Whole)), part("n", None)].into(),
    /// };
    /// assert_eq!(layout.skip_cost(0, 0, ScanEnd::Value), Some(ScanCost::Skip(65_536)));
    /// assert_eq!(layout.skip_cost(1, 1, ScanEnd::Range), Some(ScanCost::SkipParts(1)));
    /// // The salt of both parts is known, and nothing is open.
    /// assert_eq!(layout.skip_cost(2, 0, ScanEnd::Value), None);
    /// ```
    pub fn skip_cost(&self, given: usize, open: usize, end: ScanEnd) -> Option<ScanCost> {
        let skipped = self.salt.as_ref().and_then(|salt| salt.salt.skipped());
        match self.skip_reach(given, open, end) {
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

    /// The salt values that such a scan reaches: parts after an open one do not determine the salt.
    pub fn skip_reach(&self, given: usize, open: usize, end: ScanEnd) -> SaltReach {
        match (open, end) {
            (0, ScanEnd::Value) => self.salt_reach(given + 1, end),
            (0, _) => self.salt_reach(given, end),
            _ => self.salt_reach(given, ScanEnd::Range),
        }
    }
}
