//! Creating, filling and dropping indexes.

use hbase_index::{Progress, Settings};
use hbase_model::index::shortest_entry_ttl;
use hbase_model::index_tables::states_table;
use hbase_model::{STAMP_FAMILY, TableChange, TableDescriptor, TableName};

use super::indexes::Indexes;
use crate::db::admin::tables::exists_already;
use crate::db::admin::verify::check_equal;
use crate::db::connection::Connection;
use crate::db::error::{CallContext, Error};
use crate::index::{Index, IndexSchema, Indexed};
use crate::schema::TableSchema;

/// Called with the progress of a build.
type Report<'r> = dyn FnMut(&Progress) + Send + 'r;

impl<T: Indexed> Indexes<T> {
    /// Builds the indexes, as [`create_table_if_missing`](Connection::create_table_if_missing) does; `report` is called
    /// after each page of rows.
    ///
    /// # Errors
    /// Same as [`create_table_if_missing`](Connection::create_table_if_missing).
    pub async fn build(&self, mut report: impl FnMut(&Progress) + Send) -> Result<(), Error> {
        const CALL: &str = "build";
        let (db, schema) = (&self.connection, T::SCHEMA);
        db.check_ttls(CALL, schema)?;
        db.create_rows_table(CALL, schema).await?;
        db.build_indexes(CALL, schema, &mut report).await
    }

    /// Fills one index as [`build`](Self::build) does. The other tables must exist. After a crash, another call continues
    /// after the last page.
    ///
    /// # Errors
    /// Same as [`build`](Self::build).
    pub async fn backfill<F>(
        &self,
        index: Index<T, F>,
        mut report: impl FnMut(&Progress) + Send,
    ) -> Result<(), Error> {
        const CALL: &str = "backfill";
        let (timeout, table) = (self.connection.options.timeout, index.schema().table());
        check_ttl(CALL, T::SCHEMA, self.table.settings(), index.schema())?;
        let db = &self.connection;
        db.check_tables(T::SCHEMA, &[index.schema()]).await?;
        let built = self.table.build(&table, timeout, &mut report).await;
        built.map_err(|error| Self::about(CALL).index(error))
    }

    /// Drops an index. Its queries fail at once; when writers have stopped using it, its table is dropped. Waits for
    /// twice the write limit.
    ///
    /// # Errors
    /// Same as [`build`](Self::build).
    pub async fn drop_index<F>(&self, index: Index<T, F>) -> Result<(), Error> {
        let (timeout, table) = (self.connection.options.timeout, index.schema().table());
        let dropped = self.table.drop_index(&table, timeout).await;
        dropped.map_err(|error| Self::about("drop_index").index(error))
    }

    /// Drops an index that the struct no longer declares, by the name of its table, such as `DLQX:MAIL_BY_TIME`. Until
    /// then, writes of programs that do not declare it are rejected.
    ///
    /// # Errors
    /// [`Error::Request`] for an invalid name; otherwise same as [`build`](Self::build).
    pub async fn drop_undeclared(&self, index: &str) -> Result<(), Error> {
        let about = Self::about("drop_undeclared");
        let table = TableName::parse(index).map_err(|error| about.request(error))?;
        let timeout = self.connection.options.timeout;
        let dropped = self.table.drop_undeclared(&table, timeout).await;
        dropped.map_err(|error| about.index(error))
    }
}

impl Connection {
    /// Creates the table of the rows, or adds the family of the stamps to an existing one; returns whether it created
    /// the table.
    async fn create_rows_table(
        &self,
        call: &'static str,
        schema: &'static TableSchema,
    ) -> Result<bool, Error> {
        match self.create_described(call, schema.table).await {
            Ok(()) => Ok(true),
            Err(error) if exists_already(&error) => {
                self.add_stamps(call, schema).await?;
                Ok(false)
            }
            Err(error) => Err(error),
        }
    }

    /// Creates the table of a struct with its indexes, if it is missing; returns whether it did.
    pub(in crate::db) async fn create_indexed(
        &self,
        call: &'static str,
        schema: &'static TableSchema,
    ) -> Result<bool, Error> {
        self.check_ttls(call, schema)?;
        let is_new = self.create_rows_table(call, schema).await?;
        self.build_indexes(call, schema, &mut |_| {}).await?;
        Ok(is_new)
    }

    /// Creates the tables of the indexes, and fills those that are not built yet.
    pub(in crate::db) async fn build_indexes(
        &self,
        call: &'static str,
        schema: &'static TableSchema,
        report: &mut Report<'_>,
    ) -> Result<(), Error> {
        let states = states_table(&schema.table.name);
        match self.create_described(call, &states).await {
            Err(error) if !exists_already(&error) => return Err(error),
            _ => {}
        }
        self.check_tables(schema, schema.indexes).await?;
        let table = self.indexed_table(schema);
        let built = table.build_all(self.options.timeout, report).await;
        built.map_err(|error| CallContext::table(call, &schema.table.name).index(error))
    }

    /// Checks the TTL of each index.
    pub(in crate::db) fn check_ttls(
        &self,
        call: &'static str,
        schema: &'static TableSchema,
    ) -> Result<(), Error> {
        let table = self.indexed_table(schema);
        let mut indexes = schema.indexes.iter();
        indexes.try_for_each(|index| check_ttl(call, schema, table.settings(), index))
    }

    /// Checks that the live tables have everything that queries rely on.
    async fn check_tables(
        &self,
        schema: &'static TableSchema,
        indexes: &[&IndexSchema],
    ) -> Result<(), Error> {
        let described = schema.describe();
        let families: Vec<_> = described.indexed_families().into_iter().collect();
        let indexes = indexes.iter().map(|index| index.describe().descriptor());
        let indexes: Vec<_> = indexes.collect();
        let diffs = self.diffs_for_indexes(schema.table, &families, &indexes);
        let diffs = diffs.await?;
        diffs
            .iter()
            .try_for_each(|diff| check_equal(schema.row, diff))
    }

    /// Adds the family of the stamps to a table that was created without indexes.
    async fn add_stamps(
        &self,
        call: &'static str,
        schema: &'static TableSchema,
    ) -> Result<(), Error> {
        let about = CallContext::table(call, &schema.table.name);
        let live = self.describe_schema(schema).await?;
        check_durability(about, &live)?;
        let declared = schema.table.family(STAMP_FAMILY.as_bytes());
        let Some(stamps) = declared.filter(|_| !has_stamps(&live)) else {
            return Ok(());
        };
        let changes = &[TableChange::AddFamily(stamps.clone())][..];
        let name = &schema.table.name;
        let added = self.call(about, |backend, deadline| async move {
            backend.alter_table(name, changes, deadline).await
        });
        let Err(error) = added.await else {
            return Ok(());
        };
        // Another program may have added it at the same time.
        let live = self.describe_schema(schema).await?;
        if has_stamps(&live) {
            Ok(())
        } else {
            Err(error)
        }
    }
}

/// Checks that entries do not expire while a query may still reach them, which is as long as the settings allow.
pub(super) fn check_ttl(
    call: &'static str,
    schema: &TableSchema,
    settings: &Settings,
    index: &IndexSchema,
) -> Result<(), Error> {
    let Some(entries) = index.ttl else {
        return Ok(());
    };
    let family = index.column.family;
    let rows = schema.table.family(family.as_bytes());
    let limit = settings.query_limit;
    let shortest = shortest_entry_ttl(rows.and_then(|family| family.ttl), limit);
    if entries.as_secs() >= shortest.as_secs() {
        return Ok(());
    }
    let about = CallContext::table(call, &schema.table.name);
    Err(about.request(format_args!(
        "the index {} has a TTL of {} s, expected at least {} s, that of family {family}, the query limit of {limit:?} and the difference of servers' clocks: declare a longer `ttl`, or a shorter limit in the settings of all clients",
        index.table(),
        entries.as_secs(),
        shortest.as_secs()
    )))
}

/// Rejects a table whose writes are not logged: after a server crash, rows would have old values whose entries are
/// deleted.
fn check_durability(about: CallContext<'_>, live: &TableDescriptor) -> Result<(), Error> {
    match live.attribute("DURABILITY") {
        Some(found) if found.eq_ignore_ascii_case("SKIP_WAL") => {
            Err(about.request(format_args!(
                "found DURABILITY {found}, expected logged writes in a table with indexes: alter the table to USE_DEFAULT"
            )))
        }
        _ => Ok(()),
    }
}

fn has_stamps(live: &TableDescriptor) -> bool {
    live.family(STAMP_FAMILY.as_bytes()).is_some()
}
