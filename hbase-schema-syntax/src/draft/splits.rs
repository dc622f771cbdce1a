//! The splits, completed from the salt.

use std::borrow::Cow;

use hbase_model::Splits;
use hbase_model::layout::Salt;

use super::Draft;
use crate::ast::Spanned;
use crate::attr::SplitsSpec;

impl Draft<'_> {
    /// The splits as in the source.
    pub(crate) fn splits_spec(&self) -> Option<&Spanned<SplitsSpec>> {
        self.attrs.table.as_ref()?.options.splits.spanned()
    }

    /// The splits; `None` without splits, or if neither they nor the salt specify a number.
    pub(crate) fn splits(&self) -> Option<Splits> {
        let salt = self.salt().map(|salt| salt.value);
        let values = salt.as_ref().and_then(counted);
        let digits = salt.as_ref().and_then(digits);
        Some(match &self.splits_spec()?.value {
            SplitsSpec::HexString(regions) => Splits::HexString { regions: *regions },
            SplitsSpec::Uniform(regions) => Splits::Uniform { regions: *regions },
            SplitsSpec::DecimalString(regions) => Splits::DecimalString { regions: *regions },
            SplitsSpec::NumberPipe { regions, width } => Splits::NumberPipe {
                regions: regions.or(values)?,
                width: width.or(digits).unwrap_or(1),
            },
            SplitsSpec::PerBucket(buckets) => Splits::PerBucket {
                buckets: buckets.or(values)?,
                digits,
            },
            SplitsSpec::Keys(keys) => {
                let keys = keys.iter().map(|key| Cow::Owned(key.value.clone()));
                Splits::Keys(keys.collect())
            }
        })
    }
}

/// The number of a salt's values, if they are numbers from 0.
fn counted(salt: &Salt) -> Option<u32> {
    match salt {
        Salt::Md5Hex { .. } | Salt::Md5 { .. } => None,
        counted => counted.values(),
    }
}

/// The digits of a salt of decimal numbers.
fn digits(salt: &Salt) -> Option<u8> {
    u8::try_from(salt.number_width()?).ok()
}
