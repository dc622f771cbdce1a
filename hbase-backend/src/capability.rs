//! Capabilities: operations that not every backend supports.
//!
//! A backend without a capability returns an error that names an alternative. It does not emulate the operation with
//! weaker semantics, because a program would then behave differently on different backends.

use std::fmt;

/// Declares the capabilities, so that [`Capability::EACH`] cannot miss one.
macro_rules! capabilities {
    ($($(#[$doc:meta])* $name:ident => $text:literal,)*) => {
        /// An operation that not every backend supports.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Capability {
            $($(#[$doc])* $name,)*
        }

        impl Capability {
            /// Every capability. Each backend's tests iterate over them, so that each backend decides
            /// on a new one.
            pub const EACH: &'static [Self] = &[$(Self::$name),*];
        }

        impl fmt::Display for Capability {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self {
                    $(Self::$name => $text,)*
                })
            }
        }
    };
}

capabilities! {
    /// Puts and deletes of one row as one atomic step.
    AtomicRowMutation => "mix puts and deletes of a row in one atomic step",
    /// A timestamp for each cell of a mutation.
    CellTimestamps => "give each cell a timestamp of its own",
    /// A time to live for single cells.
    CellTtl => "give single cells a time to live",
    /// Deleting one version, or one version of a whole family.
    DeleteVersion => "delete one version alone",
    /// Conditions other than "equals" and "is absent", and conditional mutations other than a put
    /// of one cell at the server's time.
    CheckAndMutate => "check more than equality and absence, or do more under a condition than put one cell at the server's time",
    /// Filters.
    Filters => "filter on the server",
    /// Reversed scans.
    ReversedScan => "scan in reverse",
    /// Time ranges with a lower bound.
    TimeRange => "read a time range with a lower bound",
    /// Several versions in a scan.
    ScanVersions => "scan several versions",
    /// Raw scans, which show delete markers.
    RawScan => "scan raw",
    /// Creating a table with split points.
    CreateWithSplits => "create a table with splits",
    /// Family and table attributes beyond the common ones.
    AllAttributes => "set every table and family attribute",
    /// Creating, listing and dropping namespaces.
    Namespaces => "manage namespaces",
    /// Flush and major compaction as calls.
    Maintenance => "flush and compact on demand",
    /// A durability other than the table's.
    Durability => "choose the durability of one write",
    /// Changing an existing table.
    AlterTable => "alter an existing table",
    /// Every filter and every comparator, beyond [`Filters`](Self::Filters).
    AllFilters => "use every filter",
    /// Several versions in a get, of more than one named column.
    RowVersions => "get several versions of more than one column",
    /// A limit of cells for each family of a row.
    FamilyLimits => "limit the cells of each family",
    /// Several counters of a row in one increment.
    SeveralCounters => "increment several counters in one step",
    /// The timestamp of a counter's new value in the result of an increment.
    CounterTimestamps => "return the timestamp of a counter's new value",
    /// Removing all rows while keeping the table's attributes.
    Truncate => "empty a table and keep its attributes",
}

/// A set of [`Capability`]s. No constant contains all of them: a backend cannot support a capability that was
/// added later.
///
/// ```
/// use hbase_backend::{Capabilities, Capability};
/// const MINE: Capabilities = Capabilities::of(&[Capability::Filters, Capability::RawScan]);
/// assert!(MINE.has(Capability::Filters));
/// assert!(!MINE.has(Capability::Truncate));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capabilities(u64);

impl Capabilities {
    /// No capability.
    pub const NONE: Self = Self(0);

    /// The set of these capabilities.
    pub const fn of(capabilities: &[Capability]) -> Self {
        let mut set = Self::NONE;
        let mut rest = capabilities;
        while let [first, others @ ..] = rest {
            set = set.with(*first);
            rest = others;
        }
        set
    }

    /// The set with `capability` in it.
    pub const fn with(self, capability: Capability) -> Self {
        Self(self.0 | 1 << capability as u64)
    }

    /// The set without `capability`.
    pub const fn without(self, capability: Capability) -> Self {
        Self(self.0 & !(1 << capability as u64))
    }

    /// Whether `capability` is in the set.
    pub const fn has(self, capability: Capability) -> bool {
        self.0 & (1 << capability as u64) != 0
    }
}

/// The set is a bit mask of 64 bits.
const _: () = assert!(Capability::EACH.len() <= 64);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_what_it_names() {
        for capability in Capability::EACH {
            let one = Capabilities::of(&[*capability]);
            let found = Capability::EACH.iter().filter(|other| one.has(**other));
            assert_eq!(found.collect::<Vec<_>>(), [capability]);
            assert_eq!(one.without(*capability), Capabilities::NONE);
        }
    }
}
