//! Names that tables with indexes share with all their clients.

use std::time::Duration;

use crate::descriptor::Ttl;
use crate::name::TableName;

/// The family of the stamps in a table with indexes.
pub const STAMP_FAMILY: &str = "STAMP";

/// The qualifier of the stamps.
pub const STAMP_QUALIFIER: &str = "S";

/// The name of the table with the states of a namespace's indexes.
pub const STATES_TABLE: &str = "INDEX_STATES";

/// The longest difference of the clocks of two servers: `HBase`'s master rejects a starting server whose clock
/// differs from the master's by more than `hbase.master.maxclockskew`, 30 s by default.
pub const MAX_CLOCK_DIFFERENCE: Duration = Duration::from_secs(60);

/// Default maximum duration of a query for several values.
pub const DEFAULT_QUERY_LIMIT: Duration = Duration::from_secs(60);

/// Minimum TTL of an index's entries if the indexed columns have the TTL `rows` (`None` for none). An entry
/// must not expire, by any server's clock, while a query that takes at most `query_limit` may still reach it.
/// If the rows have no TTL, or the sum exceeds the longest TTL, it is [`Ttl::FOREVER`].
///
/// ```
/// use hbase_model::descriptor::Ttl;
/// use hbase_model::index::{DEFAULT_QUERY_LIMIT, shortest_entry_ttl};
/// let shortest = shortest_entry_ttl(Ttl::from_secs(86_400), DEFAULT_QUERY_LIMIT);
/// assert_eq!(shortest.as_secs(), 86_400 + 120);
/// assert_eq!(shortest_entry_ttl(None, DEFAULT_QUERY_LIMIT), Ttl::FOREVER);
/// ```
#[must_use]
pub fn shortest_entry_ttl(rows: Option<Ttl>, query_limit: Duration) -> Ttl {
    let longer = query_limit.saturating_add(MAX_CLOCK_DIFFERENCE);
    let part = u64::from(longer.subsec_nanos() > 0);
    let seconds = longer.as_secs().saturating_add(part);
    let rows = rows.unwrap_or(Ttl::FOREVER).as_secs();
    let sum = u64::from(rows).saturating_add(seconds);
    let sum = u32::try_from(sum).ok().and_then(Ttl::from_secs);
    sum.unwrap_or(Ttl::FOREVER)
}

impl TableName {
    /// The table with the states of this table's indexes, in the same namespace.
    ///
    /// ```
    /// use hbase_model::TableName;
    /// let states = TableName::parse("DLQX:MAIL_BOXES")?.index_states();
    /// assert_eq!(states.to_string(), "DLQX:INDEX_STATES");
    /// # Ok::<(), hbase_model::name::NameError>(())
    /// ```
    #[must_use]
    pub fn index_states(&self) -> Self {
        Self::unchecked(&format!("{}:{STATES_TABLE}", self.namespace()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ttl_of_entries_is_rounded_up_and_bounded() {
        let day = Ttl::from_secs(86_400);
        let half = shortest_entry_ttl(day, Duration::from_millis(1500));
        assert_eq!(half.as_secs(), 86_400 + 62);
        assert_eq!(shortest_entry_ttl(day, Duration::MAX), Ttl::FOREVER);
        let longest = Ttl::from_secs(Ttl::FOREVER.as_secs() - 1);
        let entries = shortest_entry_ttl(longest, DEFAULT_QUERY_LIMIT);
        assert_eq!(entries, Ttl::FOREVER);
    }
}
