//! The split points of each kind of `Splits`.

use std::borrow::Cow;

use super::{MAX_REGIONS, SplitError};
use crate::primitive::put_digits;

/// `RegionSplitter.HexStringSplit`: eight lower-case hex digits.
pub(super) fn hex_string(regions: u32) -> Result<Vec<Vec<u8>>, SplitError> {
    let range = 1 << 32;
    check_count(regions, range)?;
    let keys = evenly(regions, range).map(|key| format!("{key:08x}").into_bytes());
    Ok(keys.collect())
}

/// `RegionSplitter.DecimalStringSplit`: eight decimal digits.
pub(super) fn decimal_string(regions: u32) -> Result<Vec<Vec<u8>>, SplitError> {
    let range = 100_000_000;
    check_count(regions, range)?;
    let keys = evenly(regions, range).map(|key| format!("{key:08}").into_bytes());
    Ok(keys.collect())
}

/// `RegionSplitter.UniformSplit`: eight bytes.
pub(super) fn uniform(regions: u32) -> Result<Vec<Vec<u8>>, SplitError> {
    let range = 1 << 64;
    check_count(regions, range)?;
    let keys = evenly(regions, range).map(|key| key.to_be_bytes()[8..].to_vec());
    Ok(keys.collect())
}

/// The last region takes the remainder, as in `RegionSplitter`.
fn evenly(regions: u32, range: u128) -> impl Iterator<Item = u128> {
    let size = range / u128::from(regions);
    (1..regions).map(move |number| size * u128::from(number))
}

/// Numbers with more digits than `width` are written in full, and the keys sorted as bytes: tables
/// exist whose numbers were padded for one region less.
pub(super) fn number_pipe(regions: u32, width: u8) -> Result<Vec<Vec<u8>>, SplitError> {
    check_count(regions, u32::MAX.into())?;
    let width = usize::from(width);
    let mut keys: Vec<_> = (0..regions - 1)
        .map(|number| format!("{number:0width$}|").into_bytes())
        .collect();
    keys.sort_unstable();
    Ok(keys)
}

pub(super) fn per_bucket(buckets: u32, digits: Option<u8>) -> Result<Vec<Vec<u8>>, SplitError> {
    let Some(width) = digits else {
        check_count(buckets, 256)?;
        let last_bytes = (1..buckets).map(|bucket| bucket.to_be_bytes()[3..].to_vec());
        return Ok(last_bytes.collect());
    };
    check_count(buckets, u32::MAX.into())?;
    check_padding(buckets, width)?;
    (1..buckets).map(|bucket| padded(bucket, width)).collect()
}

pub(super) fn explicit(keys: &[Cow<'static, [u8]>]) -> Result<Vec<Vec<u8>>, SplitError> {
    if keys.is_empty() {
        return Err(SplitError::NoKeys);
    }
    if keys.iter().any(|key| key.is_empty()) {
        return Err(SplitError::EmptyKey);
    }
    for pair in keys.windows(2) {
        if pair[0] == pair[1] {
            return Err(SplitError::duplicate(&pair[0]));
        }
        if pair[0] > pair[1] {
            return Err(SplitError::not_ascending(&pair[0], &pair[1]));
        }
    }
    Ok(keys.iter().map(|key| key.to_vec()).collect())
}

fn check_count(found: u32, most: u128) -> Result<(), SplitError> {
    if found < 2 {
        return Err(SplitError::TooFew { found });
    }
    let most = most.min(MAX_REGIONS as u128);
    if u128::from(found) > most {
        return Err(SplitError::TooMany { found, most });
    }
    Ok(())
}

/// Checks the width: `10` sorts before `2`, so every number needs the digits of the largest one.
fn check_padding(regions: u32, width: u8) -> Result<(), SplitError> {
    let needed = (regions - 1).checked_ilog10().map_or(1, |log| log + 1);
    if u32::from(width) < needed {
        return Err(SplitError::PaddingBreaksOrder {
            regions,
            width,
            needed,
        });
    }
    Ok(())
}

fn padded(number: u32, width: u8) -> Result<Vec<u8>, SplitError> {
    let mut key = Vec::with_capacity(usize::from(width) + 1);
    put_digits(number, width, &mut key)?;
    Ok(key)
}
