//! Entries and their index columns, which expire together.

use hbase_model::Ttl;

use crate::db::error::{CallContext, Error};
use crate::row_index::IndexedEntries;
use crate::table::Table;

/// Checks that no index column expires before its entry: queries would no longer find the entry.
pub(super) fn check<R: Table, E, C>(
    call: &'static str,
    of: IndexedEntries<R, E, C>,
) -> Result<(), Error> {
    let (data, index) = (of.data().family(), of.index().family);
    let ttl = |family: &str| {
        let family = R::SCHEMA.table.family(family.as_bytes());
        family.and_then(|family| family.ttl).unwrap_or(Ttl::FOREVER)
    };
    if ttl(index) >= ttl(data) {
        return Ok(());
    }
    let name = |ttl: Ttl| match ttl {
        Ttl::FOREVER => "infinite".to_owned(),
        ttl => format!("{} s", ttl.as_secs()),
    };
    let about = CallContext::of::<R>(call);
    Err(about.request(format_args!(
        "found a TTL of {} s in family {index} of the index columns, expected that of family {data} of the entries, which is {}: queries would not find entries whose index columns have expired: declare the same `ttl` for both",
        ttl(index).as_secs(),
        name(ttl(data))
    )))
}
