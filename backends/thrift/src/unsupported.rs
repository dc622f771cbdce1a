//! Capabilities that the gateway lacks, each with an alternative.

use hbase_backend::{Capabilities, Capability, Error};

use crate::error::NAME;

/// Each unsupported capability with an alternative. The crate's documentation contains the same
/// table.
pub(crate) const UNSUPPORTED: &[(Capability, &str)] = &[
    (
        Capability::AtomicRowMutation,
        "write the puts and the deletes one after the other",
    ),
    (
        Capability::CellTimestamps,
        "write the cells of each timestamp by a separate mutation",
    ),
    (Capability::CellTtl, "set the family's TTL"),
    (
        Capability::DeleteVersion,
        "delete the column up to a timestamp, with every version up to it",
    ),
    (
        Capability::CheckAndMutate,
        "compare for equality or absence, and put one cell without a timestamp",
    ),
    (
        Capability::AllFilters,
        "use other filters, or filter the returned rows",
    ),
    (
        Capability::TimeRange,
        "read from 0 and leave out older cells yourself",
    ),
    (Capability::RowVersions, "get one column at a time"),
    (
        Capability::ScanVersions,
        "get the versions of one column of each row",
    ),
    (
        Capability::FamilyLimits,
        "name the columns, or use only the needed part of the result",
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

/// The supported capabilities.
const SUPPORTED: &[Capability] = &[Capability::Filters, Capability::ReversedScan];

/// The same, as a set.
pub(crate) const CAPABILITIES: Capabilities = Capabilities::of(SUPPORTED);

/// The error of an unsupported capability.
pub(crate) fn unsupported(capability: Capability) -> Error {
    let instead = alternative(capability);
    error(capability, instead.to_owned())
}

/// The same for one use of a capability; other uses may be supported. The message contains `what`.
pub(crate) fn unsupported_use(capability: Capability, what: &str) -> Error {
    let instead = alternative(capability);
    error(capability, format!("{what}; {instead}"))
}

fn alternative(capability: Capability) -> &'static str {
    let known = UNSUPPORTED.iter().find(|(found, _)| *found == capability);
    known.map_or("use HBase's shell or its Java client", |(_, instead)| {
        instead
    })
}

fn error(capability: Capability, instead: String) -> Error {
    Error::Unsupported {
        backend: NAME,
        capability,
        instead,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_crates_documentation_lists_what_is_unsupported() {
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
        let expected: Vec<_> = UNSUPPORTED.iter().map(row).collect();
        assert_eq!(listed, expected);
        for (capability, _) in UNSUPPORTED {
            assert!(!CAPABILITIES.has(*capability), "{capability}");
        }
    }

    #[test]
    fn every_capability_is_either_supported_or_not() {
        for capability in Capability::EACH {
            let is_unsupported = UNSUPPORTED.iter().any(|(found, _)| found == capability);
            assert_ne!(
                SUPPORTED.contains(capability),
                is_unsupported,
                "{capability}"
            );
        }
    }

    #[test]
    fn an_error_names_an_alternative() {
        let error = unsupported_use(Capability::Durability, "ASYNC_WAL").to_string();
        assert_eq!(
            error,
            "thrift cannot choose the durability of one write: ASYNC_WAL; set DURABILITY of the table"
        );
    }
}
