//! The patterns of a skip scan: bytes that must match after bytes that are open.

use hbase_model::PartLayout;

use super::builder::KeyScan;
use super::bytes::Tail;
use super::cover::cover;
use super::pattern::{Pattern, fixed, joined, open_salts};
use super::skip::Salts;
use crate::key::KeyError;

/// The patterns that every match fits; none if nothing can match.
pub(super) fn of(scan: &KeyScan, salts: &Salts) -> Result<Vec<Pattern>, KeyError> {
    let mut prefix = fixed(&scan.prefix[..scan.bare()]);
    for offset in scan.open_bytes() {
        prefix.1[offset] = false;
    }
    let next = scan.layout.parts.get(scan.spans.len());
    let may_end = next.is_some_and(|part| part.omit_none);
    let tails = match &scan.tail {
        // A key without the part is shorter than a pattern with it.
        Tail::Range(_) | Tail::Prefix(_) if may_end => vec![Vec::new()],
        Tail::Any | Tail::WholeTable => vec![Vec::new()],
        Tail::Prefix(prefix) => vec![prefix.to_vec()],
        Tail::Range(bounds) => cover(bounds, next.and_then(PartLayout::value_width)),
        Tail::Empty => Vec::new(),
    };
    let salts = of_salts(scan, salts)?;
    let heads = salts.iter().map(|salt| joined(salt, &prefix));
    let heads: Vec<_> = heads.collect();
    let all = heads.iter().flat_map(|head| {
        let tails = tails.iter();
        tails.map(|tail| joined(head, &fixed(tail)))
    });
    Ok(all.collect())
}

/// The salt itself if it has one value, otherwise an open salt of each width that it can have.
fn of_salts(scan: &KeyScan, salts: &Salts) -> Result<Vec<Pattern>, KeyError> {
    if let Salts::Each(salts) = salts
        && let [salt] = &**salts
    {
        return Ok(vec![fixed(salt)]);
    }
    open_salts(scan.layout)
        .ok_or_else(|| KeyError::scan(scan.row, "a skip scan of a salt without a width"))
}
