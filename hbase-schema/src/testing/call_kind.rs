//! Kinds of calls to a backend.

use hbase_backend::backend::CallName;

/// A kind of call to a backend. A typed call may consist of several: `put_many` is a
/// [`MutateMany`](Self::MutateMany) for each batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CallKind {
    /// `ping`, which `connect` sends too.
    Ping,
    /// Namespaces and tables listed or described; the split points of an unordered scan. The first read or write of a connection
    /// to a table describes it too, unless the connection that the faults are over has done so.
    Describe,
    /// Namespaces and tables created, altered, truncated, dropped.
    Schema,
    /// Flush and major compaction.
    Maintenance,
    /// One row read by its key: `get`, `exists`, `history`, `get_raw`.
    Get,
    /// Several rows read by their keys: a batch of `get_many`.
    GetMany,
    /// One row written: `put`, `replace`, `delete`, `mutate`, `set_counter`.
    Mutate,
    /// Several rows written: a batch of `put_many`, `delete_many`, `set_counter_many`.
    MutateMany,
    /// `check`, `insert` and `update`; each write of one row with indexes or a `#[version]`.
    CheckAndMutate,
    /// Several rows checked and written: a batch of `put_many` of a table with indexes.
    CheckAndMutateMany,
    /// `increment`, and each row of `increment_many`.
    Increment,
    /// `append`.
    Append,
    /// A scan opened, for each range of keys.
    Scan,
    /// The next rows of a scan.
    NextBatch,
}

impl CallKind {
    /// The number of kinds.
    pub(super) const COUNT: usize = Self::NextBatch as usize + 1;

    pub(super) fn of(call: CallName) -> Self {
        use CallName as Name;
        match call {
            Name::Ping => Self::Ping,
            Name::ListNamespaces
            | Name::DescribeTable
            | Name::SplitPoints
            | Name::IsTableEnabled
            | Name::ListTables => Self::Describe,
            Name::CreateNamespace
            | Name::DropNamespace
            | Name::CreateTable
            | Name::DropTable
            | Name::TruncateTable
            | Name::AlterTable => Self::Schema,
            Name::Flush | Name::MajorCompact => Self::Maintenance,
            Name::Get => Self::Get,
            Name::GetMany => Self::GetMany,
            Name::Mutate => Self::Mutate,
            Name::MutateMany => Self::MutateMany,
            Name::CheckAndMutate => Self::CheckAndMutate,
            Name::CheckAndMutateMany => Self::CheckAndMutateMany,
            Name::Increment => Self::Increment,
            Name::Append => Self::Append,
            Name::Scan => Self::Scan,
        }
    }
}
