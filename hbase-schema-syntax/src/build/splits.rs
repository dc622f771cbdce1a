//! Where the table is split: as written, with what only the salt says filled in.

use std::borrow::Cow;

use hbase_model::Splits;
use hbase_model::layout::Salt;

use super::salt_of;
use crate::ast::Spanned;
use crate::attr::SplitsSpec;
use crate::draft::Draft;

pub(super) fn splits(draft: &Draft<'_>) -> Splits {
    let spec = draft.attrs.table.as_ref().and_then(|t| t.splits.get());
    let Some(spec) = spec else {
        return Splits::None;
    };
    complete(spec, salt_of(draft).map(|s| s.value).as_ref()).unwrap_or_default()
}

/// The splits; none where neither they nor the salt say how many.
pub(crate) fn complete(spec: &SplitsSpec, salt: Option<&Salt>) -> Option<Splits> {
    let values = salt.and_then(counted);
    let digits = salt.and_then(digits);
    Some(match spec {
        SplitsSpec::HexString(regions) => Splits::HexString { regions: *regions },
        SplitsSpec::Uniform(regions) => Splits::Uniform { regions: *regions },
        SplitsSpec::DecimalString(regions) => Splits::DecimalString { regions: *regions },
        SplitsSpec::NumberPipe { regions, width } => Splits::NumberPipe {
            regions: said(regions.as_ref()).or(values)?,
            width: said(width.as_ref()).or(digits).unwrap_or(1),
        },
        SplitsSpec::PerBucket(buckets) => Splits::PerBucket {
            buckets: said(buckets.as_ref()).or(values)?,
            digits,
        },
        SplitsSpec::Keys(keys) => {
            let keys = keys.iter().map(|key| Cow::Owned(key.value.clone()));
            Splits::Keys(keys.collect())
        }
    })
}

fn said<T: Copy>(value: Option<&Spanned<T>>) -> Option<T> {
    value.map(|v| v.value)
}

/// How many values a salt has, where they count from 0.
fn counted(salt: &Salt) -> Option<u32> {
    match salt {
        Salt::Md5Hex { .. } | Salt::Md5 { .. } => None,
        counted => counted.values(),
    }
}

/// The digits of a salt that counts in digits.
fn digits(salt: &Salt) -> Option<u8> {
    u8::try_from(salt.number_width()?).ok()
}
