//! Creating, filling and dropping indexes.

use hbase_index::Progress;
use hbase_model::index::shortest_entry_ttl;
use hbase_model::{STAMP_FAMILY, TableChange, TableDescriptor, TableName};

use super::calls::IndexedRows;
use crate::db::admin::verify::check_equal;
use crate::db::error::Error;
use crate::db::error::ErrorKind;
use crate::index::{Index, IndexSchema, Indexed};

impl<T: Indexed> IndexedRows<T> {
    /// Creates the missing tables: the table of `T` (or, in an existing one, the family of the stamps), the table of
    /// the indexes' states, and the indexes' tables. It then fills the indexes with the existing rows. A further call
    /// continues where another process ended.
    ///
    /// All indexes that are not built yet wait together, for twice the
    /// [`write_limit`](crate::index::Settings#structfield.write_limit) (30 s by default), so that every write that does
    /// not know an index has ended.
    ///
    /// The index is bound to its table, its columns and the encodings of its values: after a change of these, drop it
    /// ([`drop_index`](Self::drop_index)) and recreate it. Rows whose values cannot be decoded have no entries. The
    /// index is filled with the others; after the undecodable rows were rewritten or deleted, another call makes it
    /// readable. Programs of the same table that declare another index, but not this one, cannot write rows from then
    /// on. Programs that declare no index can, so they must no longer run.
    ///
    /// # Errors
    /// [`Error::Backend`], and [`Error::Index`] if another process drops an index meanwhile, for rows whose values
    /// cannot be decoded, for an index that another definition has filled, and for a foreign table with an index's
    /// name. [`Error::Differs`] if a live table differs from its declaration so that queries would miss rows, such as
    /// by the TTL of an indexed column: [`apply`](crate::Connection::apply) and `hbase-schema apply` alter it.
    /// Completed steps remain.
    pub async fn create(&self) -> Result<(), Error> {
        self.create_with(|_| {}).await
    }

    /// The same; `report` is called after each page of rows.
    ///
    /// # Errors
    /// Same as [`create`](Self::create).
    pub async fn create_with(&self, mut report: impl FnMut(&Progress) + Send) -> Result<(), Error> {
        for schema in T::INDEXES {
            self.check_ttl(CREATE, schema)?;
        }
        if !self.connection.create_table_if_missing::<T>().await? {
            self.add_stamps().await?;
        }
        self.create_states().await?;
        self.check_tables(T::INDEXES).await?;
        let timeout = self.connection.options.timeout;
        let built = self.table.build_all(timeout, &mut report).await;
        built.map_err(|error| Self::about(CREATE).index(error))
    }

    /// Fills one index as [`create`](Self::create) does; `report` is called after each page of rows. The
    /// other tables must exist. After a crash, another call continues after the last page.
    ///
    /// # Errors
    /// Same as [`create`](Self::create).
    pub async fn backfill<F>(
        &self,
        index: Index<T, F>,
        mut report: impl FnMut(&Progress) + Send,
    ) -> Result<(), Error> {
        self.check_ttl("backfill", index.schema())?;
        self.check_tables(&[index.schema()]).await?;
        let (timeout, table) = (self.connection.options.timeout, index.schema().table());
        let built = self.table.build(&table, timeout, &mut report).await;
        built.map_err(|error| Self::about("backfill").index(error))
    }

    /// Drops an index. Its queries fail at once; when writers have stopped using it, its table is dropped. Waits for
    /// twice the write limit.
    ///
    /// # Errors
    /// Same as [`create`](Self::create).
    pub async fn drop_index<F>(&self, index: Index<T, F>) -> Result<(), Error> {
        let (timeout, table) = (self.connection.options.timeout, index.schema().table());
        let dropped = self.table.drop_index(&table, timeout).await;
        dropped.map_err(|error| Self::about("drop_index").index(error))
    }

    /// Checks that entries do not expire while a query may still reach them, which is as long as the settings allow.
    pub(super) fn check_ttl(&self, call: &'static str, index: &IndexSchema) -> Result<(), Error> {
        let Some(entries) = index.ttl else {
            return Ok(());
        };
        let family = index.column.family;
        let rows = T::SCHEMA.table.family(family.as_bytes());
        let limit = self.table.settings().query_limit;
        let shortest = shortest_entry_ttl(rows.and_then(|family| family.ttl), limit);
        if entries.as_secs() >= shortest.as_secs() {
            return Ok(());
        }
        Err(Self::about(call).request(format_args!(
            "the index {} has a TTL of {} s, expected at least {} s, that of family {family}, the query limit of {limit:?} and the difference of servers' clocks: declare a longer `ttl`, or a shorter limit in the settings of all clients",
            index.table(),
            entries.as_secs(),
            shortest.as_secs()
        )))
    }

    /// Checks that the live tables have everything that queries rely on.
    async fn check_tables(&self, indexes: &[&IndexSchema]) -> Result<(), Error> {
        let described = T::SCHEMA.describe();
        let families: Vec<_> = described.indexed_families().into_iter().collect();
        let indexes = indexes.iter().map(|index| index.describe().descriptor());
        let indexes: Vec<_> = indexes.collect();
        let table = T::SCHEMA.table;
        let diffs = self
            .connection
            .diffs_for_indexes(table, &families, &indexes);
        let diffs = diffs.await?;
        diffs
            .iter()
            .try_for_each(|diff| check_equal(T::SCHEMA.row, diff))
    }

    /// Drops an index that the struct no longer declares, by the name of its table, such as `DLQX:MAIL_BY_TIME`. Until
    /// then, writes of programs that do not declare it are rejected.
    ///
    /// # Errors
    /// [`Error::Request`] for an invalid name; otherwise same as [`create`](Self::create).
    pub async fn drop_undeclared(&self, index: &str) -> Result<(), Error> {
        let about = Self::about("drop_undeclared");
        let table = TableName::parse(index).map_err(|error| about.request(error))?;
        let timeout = self.connection.options.timeout;
        let dropped = self.table.drop_undeclared(&table, timeout).await;
        dropped.map_err(|error| about.index(error))
    }

    async fn create_states(&self) -> Result<(), Error> {
        let states = hbase_model::index_tables::states_table(&T::SCHEMA.table.name);
        match self.connection.create_described(CREATE, &states).await {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
            _ => Ok(()),
        }
    }

    /// Adds the family of the stamps to a table that was created without indexes.
    async fn add_stamps(&self) -> Result<(), Error> {
        let live = self.connection.describe::<T>().await?;
        Self::check_durability(&live)?;
        let declared = T::SCHEMA.table.family(STAMP_FAMILY.as_bytes());
        let Some(stamps) = declared.filter(|_| !has_stamps(&live)) else {
            return Ok(());
        };
        let about = Self::about(CREATE);
        let changes = [TableChange::AddFamily(stamps.clone())];
        let changes = &changes[..];
        let name = &T::SCHEMA.table.name;
        let added = self.connection.call(about, |backend, deadline| async move {
            backend.alter_table(name, changes, deadline).await
        });
        let Err(error) = added.await else {
            return Ok(());
        };
        // Another program may have added it at the same time.
        let live = self.connection.describe::<T>().await?;
        if has_stamps(&live) {
            Ok(())
        } else {
            Err(error)
        }
    }

    /// Rejects a table whose writes are not logged: after a server crash, rows would have old values whose entries are
    /// deleted.
    fn check_durability(live: &TableDescriptor) -> Result<(), Error> {
        match live.attribute("DURABILITY") {
            Some(found) if found.eq_ignore_ascii_case("SKIP_WAL") => {
                Err(Self::about(CREATE).request(format_args!(
                    "found DURABILITY {found}, expected logged writes in a table with indexes: alter the table to USE_DEFAULT"
                )))
            }
            _ => Ok(()),
        }
    }
}

fn has_stamps(live: &TableDescriptor) -> bool {
    live.family(STAMP_FAMILY.as_bytes()).is_some()
}

const CREATE: &str = "create";
