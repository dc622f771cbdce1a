//! The splits, completed from the salt.

use std::borrow::Cow;

use hbase_model::Splits;
use hbase_model::layout::Salt;
use hbase_model::splits::MAX_REGIONS;

use super::Draft;
use crate::ast::Spanned;
use crate::attr::{PerBucket, SplitsSpec};

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
            SplitsSpec::PerBucket(spec) => {
                let buckets = spec.buckets.or(values)?;
                match salt.filter(|salt| has_own_keys(salt, buckets, spec)) {
                    Some(salt) => keys_of(&salt, spec),
                    None => Splits::PerBucket { buckets, digits },
                }
            }
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

/// Whether `Splits::PerBucket` has other keys: those of values of several bytes, with a step, or padded. The salt must have
/// this many values, and no more regions than are allowed.
fn has_own_keys(salt: &Salt, buckets: u32, spec: &PerBucket) -> bool {
    let has_bytes = !salt.is_text() && salt.width() != Some(1);
    let is_other = has_bytes || spec.step.is_some() || spec.width.is_some();
    let regions = buckets.div_ceil(spec.step.unwrap_or(1));
    let are_regions = usize::try_from(regions).is_ok_and(|regions| regions <= MAX_REGIONS);
    is_other && are_regions && salt.values() == Some(buckets)
}

/// A split point at each value but the first, or at each `step`th one.
fn keys_of(salt: &Salt, spec: &PerBucket) -> Splits {
    let step = spec.step.unwrap_or(1);
    let step = usize::try_from(step).unwrap_or(usize::MAX);
    let values = (0..salt.values().unwrap_or(0)).step_by(step).skip(1);
    let keys = values.map(|number| {
        let mut key = salt.nth(number).to_vec();
        let width = spec.width.map_or(0, usize::from);
        key.resize(key.len().max(width), 0);
        Cow::Owned(key)
    });
    Splits::Keys(keys.collect())
}

/// The digits of a salt of decimal numbers.
fn digits(salt: &Salt) -> Option<u8> {
    u8::try_from(salt.number_width()?).ok()
}
