//! Where the table is split: as written, with what only the salt says filled in.

use std::borrow::Cow;

use hbase_model::Splits;
use hbase_model::layout::Salt;

use super::salt_of;
use crate::attr::SplitsSpec;
use crate::draft::Draft;
use crate::salt_shape::SaltShape;

pub(super) fn splits(draft: &Draft<'_>) -> Splits {
    let spec = draft.attrs.table.as_ref().and_then(|t| t.splits.get());
    let Some(spec) = spec else {
        return Splits::None;
    };
    complete(spec, salt_of(draft).map(|s| s.value).as_ref()).unwrap_or_default()
}

/// The splits; none where neither they nor the salt say how many.
pub(crate) fn complete(spec: &SplitsSpec, salt: Option<&Salt>) -> Option<Splits> {
    let shape = salt.map(SaltShape::of);
    Some(match spec {
        SplitsSpec::HexString(regions) => Splits::HexString { regions: *regions },
        SplitsSpec::Uniform(regions) => Splits::Uniform { regions: *regions },
        SplitsSpec::DecimalString(regions) => Splits::DecimalString { regions: *regions },
        SplitsSpec::NumberPipe { regions, width } => {
            let regions = regions.as_ref().map(|r| r.value);
            let regions = regions.or_else(|| shape?.values())?;
            let width = width.as_ref().map(|w| w.value);
            let width = width.or_else(|| shape?.digits());
            Splits::NumberPipe {
                regions,
                width: width.unwrap_or_else(|| crate::salt_shape::digits_of(regions - 1)),
            }
        }
        SplitsSpec::PerBucket(buckets) => Splits::PerBucket {
            buckets: buckets
                .as_ref()
                .map(|b| b.value)
                .or_else(|| shape?.values())?,
            digits: shape?.digits(),
        },
        SplitsSpec::Keys(keys) => {
            Splits::Keys(keys.iter().map(|k| Cow::Owned(k.value.clone())).collect())
        }
    })
}
