//! What the gateway has no words for, beyond what each request's `validate` refuses.

use hbase_model::printable::Printable;
use hbase_model::{Capability, Durability, Error, ReadOptions, Result, TimeRange};

use crate::refuse::{cannot, cannot_say};

/// A family's name with `:` in it would be read as another column.
pub(crate) fn family(family: &[u8]) -> Result<()> {
    if family.is_empty() || family.contains(&b':') {
        return Err(Error::invalid(format!(
            "the family `{}`: it needs a name without `:`",
            Printable(family)
        )));
    }
    Ok(())
}

/// Refuses what no read of the gateway's can say; what one of its reads can is left to it.
pub(crate) fn read(read: &ReadOptions) -> Result<()> {
    time_range(read.time_range)?;
    if !read.family_time_ranges.is_empty() {
        let what = "a time range for single families";
        return Err(cannot_say(Capability::TimeRange, what));
    }
    if read.store_limit.is_some() || read.store_offset > 0 {
        return Err(cannot(Capability::FamilyLimits));
    }
    read.columns.iter().try_for_each(|c| family(&c.family))
}

fn time_range(range: TimeRange) -> Result<()> {
    if range.min > 0 {
        let what = format!("the time range [{}, {})", range.min, range.max);
        return Err(cannot_say(Capability::TimeRange, &what));
    }
    Ok(())
}

/// Whether a write is logged: the gateway knows `SYNC_WAL` and `SKIP_WAL` alone.
pub(crate) fn logged(durability: Durability) -> Result<bool> {
    match durability {
        Durability::UseDefault | Durability::SyncWal => Ok(true),
        Durability::SkipWal => Ok(false),
        Durability::AsyncWal => Err(cannot_say(Capability::Durability, "ASYNC_WAL")),
        Durability::FsyncWal => Err(cannot_say(Capability::Durability, "FSYNC_WAL")),
        other => Err(cannot_say(Capability::Durability, &format!("{other:?}"))),
    }
}

/// Increments and appends say neither durability nor time to live.
pub(crate) fn update(durability: Durability, ttl_ms: Option<u64>) -> Result<()> {
    if durability != Durability::UseDefault {
        let what = format!("an increment or append with {durability:?}");
        return Err(cannot_say(Capability::Durability, &what));
    }
    if ttl_ms.is_some() {
        return Err(cannot(Capability::CellTtl));
    }
    Ok(())
}
