//! What the gateway cannot do, and the way out of each.

use hbase_model::{Capabilities, Capability, Error};

use crate::NAME;

/// Each capability that the gateway lacks, with what to do instead. The table in the crate's
/// documentation says the same.
pub(crate) const ABSENT: &[(Capability, &str)] = &[
    (
        Capability::AtomicRowMutation,
        "write the puts and the deletes one after the other",
    ),
    (
        Capability::CellTimestamps,
        "write the cells of each timestamp by a mutation of their own",
    ),
    (Capability::CellTtl, "set the family's TTL"),
    (
        Capability::DeleteVersion,
        "delete the column up to a timestamp: every version up to it goes",
    ),
    (
        Capability::CheckAndMutate,
        "compare for equality or absence, and put one cell without a timestamp",
    ),
    (
        Capability::AllFilters,
        "use other filters, or filter the rows that come",
    ),
    (
        Capability::TimeRange,
        "read from 0 and leave out older cells yourself",
    ),
    (Capability::RowVersions, "ask for one column at a time"),
    (
        Capability::ScanVersions,
        "get the versions of one column of each row",
    ),
    (
        Capability::FamilyLimits,
        "name the columns, or take what is needed of the answer",
    ),
    (Capability::RawScan, "scan with RAW in HBase's shell"),
    (
        Capability::SeveralCounters,
        "increment one counter at a time",
    ),
    (
        Capability::CounterTimestamps,
        "read the counter after the increment",
    ),
    (
        Capability::CreateWithSplits,
        "run the table's DDL in HBase's shell (`T::DDL` is its text)",
    ),
    (
        Capability::AllAttributes,
        "run the table's DDL in HBase's shell (`T::DDL` is its text)",
    ),
    (Capability::AlterTable, "run `alter` in HBase's shell"),
    (
        Capability::Truncate,
        "run `truncate_preserve` in HBase's shell",
    ),
    (
        Capability::Namespaces,
        "run `create_namespace`, `drop_namespace` or `list_namespace` in HBase's shell",
    ),
    (
        Capability::Maintenance,
        "run `flush` or `major_compact` in HBase's shell",
    ),
    (Capability::Durability, "set DURABILITY of the table"),
];

/// The advice where a capability has none of its own.
const ELSEWHERE: &str = "use HBase's shell or its Java client";

/// What the gateway can do.
const PRESENT: &[Capability] = &[Capability::Filters, Capability::ReversedScan];

/// The same, as a set.
pub(crate) const CAPABILITIES: Capabilities = Capabilities::of(PRESENT);

/// The error of a capability that is absent.
pub(crate) fn cannot(capability: Capability) -> Error {
    let known = ABSENT.iter().find(|(absent, _)| *absent == capability);
    cannot_but(capability, known.map_or(ELSEWHERE, |(_, instead)| instead))
}

/// The same, with what exactly was asked for.
pub(crate) fn cannot_but(capability: Capability, instead: impl Into<String>) -> Error {
    Error::Unsupported {
        backend: NAME,
        capability,
        instead: instead.into(),
    }
}

/// The same, for one thing among those of a capability: `what` comes first.
pub(crate) fn cannot_say(capability: Capability, what: &str) -> Error {
    let known = ABSENT.iter().find(|(absent, _)| *absent == capability);
    let instead = known.map_or(ELSEWHERE, |(_, instead)| instead);
    cannot_but(capability, format!("{what}; {instead}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_crates_documentation_lists_what_is_absent() {
        let docs = include_str!("lib.rs");
        let rows = docs.split("|---|---|\n").nth(1).unwrap();
        let listed: Vec<_> = rows
            .lines()
            .take_while(|line| line.starts_with("//! |"))
            .collect();
        let row = |(capability, instead): &(Capability, &str)| {
            let instead = instead.replace("HBase's", "`HBase`'s");
            format!("//! | {capability} | {instead} |")
        };
        let absent: Vec<_> = ABSENT.iter().map(row).collect();
        assert_eq!(listed, absent);
        for (capability, _) in ABSENT {
            assert!(!CAPABILITIES.has(*capability), "{capability}");
        }
    }

    #[test]
    fn every_capability_is_either_present_or_absent() {
        for capability in Capability::EACH {
            let is_absent = ABSENT.iter().any(|(absent, _)| absent == capability);
            assert_ne!(PRESENT.contains(capability), is_absent, "{capability}");
        }
    }

    #[test]
    fn a_refusal_says_what_to_do_instead() {
        let error = cannot_say(Capability::Durability, "ASYNC_WAL").to_string();
        assert_eq!(
            error,
            "thrift cannot choose the durability of one write: ASYNC_WAL; set DURABILITY of the table"
        );
    }
}
