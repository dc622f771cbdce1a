//! Split points of an index's table, whose keys start with the value of the first field.
//!
//! They are declared as first bytes of the values. Text has a header in `OrderedBytes`, which is added here: without
//! it, all entries would be before or after the split points of the user's texts.

use std::borrow::Cow;

use super::Splits;
use crate::layout::{Encoding, OrderedKind};
use crate::ordered_bytes::header;
use crate::primitive::invert;
use crate::time::TimeKind;

impl Splits {
    /// Whether entries that start with values in this encoding can lie in more than two regions. Keys are the
    /// first bytes of values; keys of text do not have the header of `OrderedBytes`, which
    /// [`of_entries`](Self::of_entries) adds.
    ///
    /// ```
    /// use hbase_model::layout::OrderedKind;
    /// use hbase_model::{Encoding, Splits};
    /// let number = Encoding::Integer { width: 4, signed: false };
    /// let text = Encoding::Ordered(OrderedKind::String);
    /// assert!(Splits::Uniform { regions: 16 }.fit_entries(&number));
    /// assert!(!Splits::Uniform { regions: 16 }.fit_entries(&text));
    /// assert!(Splits::HexString { regions: 16 }.fit_entries(&text));
    /// ```
    pub const fn fit_entries(&self, first: &Encoding) -> bool {
        match self {
            Self::None => true,
            Self::HexString { .. } | Self::DecimalString { .. } => is_text(first),
            Self::Uniform { .. } => {
                matches!(first, Encoding::Integer { .. } | Encoding::Bytes { .. })
            }
            Self::NumberPipe { .. } | Self::PerBucket { .. } => false,
            Self::Keys(keys) => match keys {
                Cow::Borrowed(keys) => all_start_values(keys, first),
                Cow::Owned(keys) => all_start_values(keys.as_slice(), first),
            },
        }
    }

    /// The split points of a table of entries that start with values in this encoding. Those of text get the
    /// header of `OrderedBytes`, so that `h` divides the texts at `h`.
    ///
    /// ```
    /// use hbase_model::layout::OrderedKind;
    /// use hbase_model::{Encoding, Splits};
    /// let splits = Splits::Keys(vec![b"h".as_slice().into()].into());
    /// let splits = splits.of_entries(&Encoding::Ordered(OrderedKind::String), false);
    /// assert_eq!(splits.keys()?, [b"\x34h"]);
    /// # Ok::<(), hbase_model::splits::SplitError>(())
    /// ```
    ///
    /// Inverted bytes of values in descending order are split at the inverted keys.
    #[must_use]
    pub fn of_entries(&self, first: &Encoding, desc: bool) -> Self {
        let ascending = self.of_ascending(first);
        match &ascending {
            Self::Keys(keys) if desc => {
                let inverted = keys.iter().rev().map(|key| {
                    let mut key = key.clone();
                    invert(key.to_mut());
                    key
                });
                Self::Keys(inverted.collect())
            }
            // Equal distances are equal from either end.
            _ => ascending,
        }
    }

    fn of_ascending(&self, first: &Encoding) -> Self {
        match self.keys() {
            Ok(keys) if is_text(first) && !keys.is_empty() => {
                let keys = keys.into_iter().map(with_header);
                Self::Keys(keys.map(Cow::Owned).collect::<Vec<_>>().into())
            }
            // Keys with an error keep it, for the table's own checks.
            _ => self.clone(),
        }
    }
}

const fn is_text(encoding: &Encoding) -> bool {
    matches!(encoding, Encoding::Ordered(OrderedKind::String))
}

fn with_header(text: Vec<u8>) -> Vec<u8> {
    let mut key = vec![header::TEXT];
    key.extend(text);
    key
}

const fn all_start_values(keys: &[Cow<'static, [u8]>], encoding: &Encoding) -> bool {
    let mut at = 0;
    while at < keys.len() {
        let key = match &keys[at] {
            Cow::Borrowed(key) => key,
            Cow::Owned(key) => key.as_slice(),
        };
        if !starts_value(key, encoding) {
            return false;
        }
        at += 1;
    }
    true
}

/// Whether a key lies between the values of an encoding: the values of some encodings have only certain first
/// bytes.
const fn starts_value(key: &[u8], encoding: &Encoding) -> bool {
    let Some(first) = key.first() else {
        return false;
    };
    match encoding {
        Encoding::Ordered(kind) => {
            let (least, most) = headers(*kind);
            is_text(encoding) || (least <= *first && *first <= most)
        }
        // The milliseconds of the year 9999 have six bytes.
        Encoding::Time(format) if matches!(format.kind, TimeKind::Millis) => {
            *first == 0 && (key.len() < 2 || key[1] == 0)
        }
        // The last millisecond of a day starts with 05 26, its last minute with 05 9f.
        Encoding::TimeOfDay { .. } => *first <= 5,
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
        | Encoding::Custom(_) => true,
    }
}

/// The least and the greatest first byte of values of `OrderedBytes`.
const fn headers(kind: OrderedKind) -> (u8, u8) {
    let only = match kind {
        OrderedKind::Int8 => header::INT8,
        OrderedKind::Int16 => header::INT16,
        OrderedKind::Int32 => header::INT32,
        OrderedKind::Int64 => header::INT64,
        OrderedKind::Float32 => header::FLOAT32,
        OrderedKind::Float64 => header::FLOAT64,
        OrderedKind::Numeric => return (header::NEG_INF, header::POS_INF),
        OrderedKind::String => header::TEXT,
        OrderedKind::BlobVar => header::BLOB_VAR,
    };
    (only, only)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ordered_bytes::{Order, put_string};
    use crate::time::TimeFormat;

    const TEXT: Encoding = Encoding::Ordered(OrderedKind::String);
    const NUMBER: Encoding = Encoding::Integer {
        width: 4,
        signed: true,
    };
    const TIME: Encoding = Encoding::Time(TimeFormat::new(TimeKind::Millis));

    fn keys(keys: &[&'static [u8]]) -> Splits {
        let keys = keys.iter().map(|key| Cow::Borrowed(*key));
        Splits::Keys(keys.collect::<Vec<_>>().into())
    }

    #[test]
    fn kinds_fit_the_values_that_take_their_keys() {
        let hex = Splits::HexString { regions: 16 };
        let decimal = Splits::DecimalString { regions: 10 };
        let uniform = Splits::Uniform { regions: 16 };
        let fits = |splits: &Splits| [TEXT, NUMBER, TIME].map(|of| splits.fit_entries(&of));
        assert_eq!(fits(&hex), [true, false, false]);
        assert_eq!(fits(&decimal), [true, false, false]);
        assert_eq!(fits(&uniform), [false, true, false]);
        assert_eq!(fits(&Splits::None), [true, true, true]);
        let width = Some(1);
        for salted in [
            Splits::NumberPipe {
                regions: 6,
                width: 1,
            },
            Splits::PerBucket {
                buckets: 6,
                digits: width,
            },
        ] {
            assert_eq!(fits(&salted), [false, false, false]);
        }
    }

    #[test]
    fn keys_fit_the_encodings_whose_values_surround_them() {
        let early = keys(&[b"\0\0\x01", b"\0\0\x02"]);
        let text = keys(&[b"a", b"h"]);
        let float = Encoding::Ordered(OrderedKind::Float64);
        let day = Encoding::TimeOfDay {
            minutes: true,
            truncate: false,
        };
        assert!(early.fit_entries(&TIME) && early.fit_entries(&day));
        assert!(!text.fit_entries(&TIME) && !text.fit_entries(&day));
        assert!(!early.fit_entries(&float) && !text.fit_entries(&float));
        assert!(keys(&[b"\x31\x80", b"\x31\xc0"]).fit_entries(&float));
        assert!(text.fit_entries(&TEXT) && text.fit_entries(&NUMBER));
    }

    #[test]
    fn texts_get_their_header_and_other_values_do_not() {
        let hex = Splits::HexString { regions: 2 };
        let text = hex.of_entries(&TEXT, false);
        assert_eq!(text.keys().unwrap(), [b"\x3480000000"]);
        let uniform = Splits::Uniform { regions: 2 };
        assert_eq!(uniform.of_entries(&NUMBER, false), uniform);
        assert_eq!(Splits::None.of_entries(&TEXT, true), Splits::None);
        let broken = keys(&[b"b", b"a"]);
        assert_eq!(broken.of_entries(&TEXT, false), broken);
    }

    #[test]
    fn a_split_text_lies_in_the_region_of_its_key() {
        let splits = keys(&[b"h", b"p"]).of_entries(&TEXT, false).keys().unwrap();
        let region = |text: &str| {
            let mut entry = Vec::new();
            put_string(text, Order::Ascending, &mut entry).unwrap();
            super::super::region_of(&splits, &entry)
        };
        assert_eq!(
            ["ada", "h", "hugo", "p", "zoe"].map(region),
            [0, 1, 1, 2, 2]
        );
        let splits = keys(&[b"h", b"p"]).of_entries(&TEXT, true).keys().unwrap();
        assert_eq!(splits, [[!0x34, !b'p'], [!0x34, !b'h']]);
        let region = |text: &str| {
            let mut entry = Vec::new();
            put_string(text, Order::Descending, &mut entry).unwrap();
            super::super::region_of(&splits, &entry)
        };
        assert_eq!(["zoe", "pa", "i", "ha", "ada"].map(region), [0, 1, 1, 2, 2]);
    }
}
