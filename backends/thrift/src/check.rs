//! Checks that the gateway can express requests, beyond their own `validate`.

use hbase_backend::{Capability, Durability, Error, ReadOptions, Result, TimeRange};
use hbase_model::printable::Printable;

use crate::unsupported::{unsupported, unsupported_use};

/// Checks a family: a name that contains `:` would name another column.
pub(crate) fn check_family(family: &[u8]) -> Result<()> {
    if family.is_empty() || family.contains(&b':') {
        return Err(Error::invalid(format!(
            "the family `{}`: it needs a name without `:`",
            Printable(family)
        )));
    }
    Ok(())
}

/// Rejects what neither the gateway's gets nor its scans support.
pub(crate) fn check_read(read: &ReadOptions) -> Result<()> {
    check_time_range(read.time_range)?;
    if !read.family_time_ranges.is_empty() {
        let what = "a time range for single families";
        return Err(unsupported_use(Capability::TimeRange, what));
    }
    if read.store_limit.is_some() || read.store_offset > 0 {
        return Err(unsupported(Capability::FamilyLimits));
    }
    read.columns
        .iter()
        .try_for_each(|c| check_family(&c.family))
}

fn check_time_range(range: TimeRange) -> Result<()> {
    if range.min > 0 {
        let what = format!("the time range [{}, {})", range.min, range.max);
        return Err(unsupported_use(Capability::TimeRange, &what));
    }
    Ok(())
}

/// Whether a write is logged: the gateway supports only `SYNC_WAL` and `SKIP_WAL`.
pub(crate) fn writes_to_wal(durability: Durability) -> Result<bool> {
    match durability {
        Durability::UseDefault | Durability::SyncWal => Ok(true),
        Durability::SkipWal => Ok(false),
        Durability::AsyncWal => Err(unsupported_use(Capability::Durability, "ASYNC_WAL")),
        Durability::FsyncWal => Err(unsupported_use(Capability::Durability, "FSYNC_WAL")),
        other => Err(unsupported_use(
            Capability::Durability,
            &format!("{other:?}"),
        )),
    }
}

/// Increments and appends support neither durability nor time to live.
pub(crate) fn check_update(durability: Durability, ttl_ms: Option<u64>) -> Result<()> {
    if durability != Durability::UseDefault {
        let what = format!("an increment or append with {durability:?}");
        return Err(unsupported_use(Capability::Durability, &what));
    }
    if ttl_ms.is_some() {
        return Err(unsupported(Capability::CellTtl));
    }
    Ok(())
}
