//! Definitions of a table's indexes, and where their parts are stored.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use hbase_backend::Row;
use hbase_model::index::DEFAULT_QUERY_LIMIT;
use hbase_model::index_tables::{ENTRY_FAMILY, ENTRY_QUALIFIER, index_table};
use hbase_model::{IndexBuckets, Splits, TableDescriptor, TableName, Ttl};

/// A family and a qualifier.
pub type Column = (Vec<u8>, Vec<u8>);

/// The indexed values of a row, from its current cells.
pub type ValuesOf = dyn Fn(&Row) -> Result<Vec<Vec<u8>>, String> + Send + Sync;

/// An index: a table of its own with one entry for each indexed value of each row.
#[derive(Clone)]
pub struct IndexDefinition {
    /// The index's table. Its family has VERSIONS 1. It has no TTL, or one that exceeds the TTL of the indexed
    /// columns by the largest difference of server clocks and by [`query_limit`](Settings::query_limit): an
    /// entry must not expire while a query may still reach it, since its row may just have moved to a value
    /// that the query has passed.
    pub table: TableName,
    /// The column of an entry's cell.
    pub column: Column,
    /// The TTL of that family, when the table is created; `None` for entries that never expire.
    pub ttl: Option<Ttl>,
    /// The split points with which the table is created.
    pub splits: Splits,
    /// The buckets over which the entries are spread, if any: then each of the `values` starts with the byte of its
    /// row's [bucket](IndexBuckets::of_row).
    pub buckets: Option<IndexBuckets>,
    /// The columns that the values depend on, at least one. They have `MIN_VERSIONS` 0 and one TTL. The values may
    /// depend on the row key too, which never changes.
    pub depends_on: Vec<Column>,
    /// The encoding of the values as text, such as
    /// [`DescribedTable::stored_values`](hbase_model::DescribedTable::stored_values). It is stored with the index: a
    /// definition with other columns or another encoding does not use an index that this one has filled.
    pub encoding: String,
    /// The indexed values of a row that has at least one of these columns. Their bytes are
    /// self-delimiting (none is a prefix of another one) and sort as the values do.
    pub values: Arc<ValuesOf>,
}

impl fmt::Debug for IndexDefinition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IndexDefinition")
            .field("table", &self.table)
            .finish_non_exhaustive()
    }
}

impl IndexDefinition {
    /// An index that is no longer declared. Only its name is known: its state can be read, and it can be
    /// dropped.
    pub fn undeclared(table: TableName) -> Self {
        Self {
            table,
            column: (ENTRY_FAMILY.into(), ENTRY_QUALIFIER.into()),
            ttl: None,
            splits: Splits::None,
            buckets: None,
            depends_on: Vec::new(),
            encoding: String::new(),
            values: Arc::new(|_| Err("an index that is not declared".to_owned())),
        }
    }

    /// The index's table, as it is created.
    pub fn descriptor(&self) -> TableDescriptor {
        let (ttl, splits) = (self.ttl, self.splits.clone());
        let descriptor = index_table(self.table.clone(), ttl, splits);
        with_family(descriptor, &self.column.0)
    }

    pub(crate) fn column(&self) -> (&[u8], &[u8]) {
        (&self.column.0, &self.column.1)
    }
}

/// A table with indexes.
#[derive(Clone, Debug)]
pub struct TableDefinition {
    /// The table.
    pub table: TableName,
    /// All its families except the stamp's.
    pub families: Vec<Vec<u8>>,
    /// The column of the stamp cell: a family of its own with VERSIONS 1 and without TTL.
    pub stamp: Column,
    /// The table with the indexes' states, and its family. One table may serve many indexes.
    pub states: (TableName, Vec<u8>),
    /// The indexes.
    pub indexes: Vec<IndexDefinition>,
}

impl TableDefinition {
    /// The table of the states, as it is created.
    pub(crate) fn states_descriptor(&self) -> TableDescriptor {
        let (name, family) = &self.states;
        with_family(index_table(name.clone(), None, Splits::None), family)
    }
}

/// The descriptor with another name of its only family.
fn with_family(mut descriptor: TableDescriptor, family: &[u8]) -> TableDescriptor {
    let family = String::from_utf8_lossy(family).into_owned();
    descriptor.families.to_mut()[0].name = family.into();
    descriptor
}

/// Declares [`Settings`] with their defaults and setters.
macro_rules! settings {
    ($($(#[$doc:meta])* $setting:ident: $type:ty = $default:expr $(, at least $least:literal)?;)*) => {
        /// Limits of indexed tables. All clients of a table must have the same `query_limit` and `write_limit`: a
        /// client with smaller limits would delete entries that the others still need.
        #[derive(Clone, Debug)]
        #[non_exhaustive]
        pub struct Settings {
            $($(#[$doc])* pub $setting: $type,)*
        }

        impl Default for Settings {
            fn default() -> Self {
                Self { $($setting: $default,)* }
            }
        }

        impl Settings {
            $(
                #[doc = concat!(
                    "Sets [`", stringify!($setting), "`](Self#structfield.", stringify!($setting), ")"
                    $(, "; at least ", $least)?, "."
                )]
                pub fn $setting(mut self, $setting: $type) -> Self {
                    self.$setting = $setting$(.max($least))?;
                    self
                }
            )*
        }
    };
}

settings! {
    /// Maximum duration of a query for several values, after which it fails (default 60 s). Old entries are
    /// deleted this long after the row's write.
    query_limit: Duration = DEFAULT_QUERY_LIMIT;
    /// Maximum time from reading the states of the indexes to sending the row's write (default 30 s). A build
    /// waits twice as long, so that requests under way end too.
    write_limit: Duration = Duration::from_secs(30);
    /// Maximum attempts of a write whose row others change meanwhile (default 10).
    attempts: u8 = 10;
    /// Entries or rows of one request (default 500).
    page: u32 = 500, at least 1;
    /// Maximum deletions that wait in memory (default 100,000). Beyond them entries are left to a
    /// sweep.
    max_waiting: usize = 100_000;
    /// Maximum rows of a query for several values (default 1,000,000). Their keys are remembered, so that each
    /// row is returned once.
    max_rows: usize = 1_000_000;
    /// Maximum rows that a query reads before an index is readable, if the table had no rows when the index was
    /// created (default 10,000).
    max_rows_before_index: usize = 10_000;
}
