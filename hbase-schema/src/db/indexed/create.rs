//! Creating, filling and dropping indexes.

use hbase_backend::Deadline;
use hbase_index::{Progress, Settings};
use hbase_model::diff::DifferenceKind;
use hbase_model::index::shortest_entry_ttl;
use hbase_model::{STAMP_FAMILY, TableName};

use super::indexes::Indexes;
use crate::db::admin::verify::check_equal;
use crate::db::connection::Connection;
use crate::db::error::{CallContext, Error};
use crate::db::layout::recorded;
use crate::index::{Index, IndexSchema, Indexed};
use crate::schema::TableSchema;
use crate::table::FixedName;

/// Called with the progress of a build.
type Report<'r> = dyn FnMut(&Progress) + Send + 'r;

impl<T: Indexed> Indexes<T> {
    /// Builds the indexes, as [`create_table_if_missing`](Connection::create_table_if_missing) does, but always until
    /// they are readable; `report` is called after each page of rows.
    ///
    /// # Errors
    /// Same as [`create_table_if_missing`](Connection::create_table_if_missing).
    pub async fn build(&self, mut report: impl FnMut(&Progress) + Send) -> Result<(), Error> {
        const CALL: &str = "build";
        let created = self.connection.create_indexed(CALL, T::SCHEMA, &mut report);
        created.await.map(drop)
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
        db.check_tables(CALL, T::SCHEMA, &[index.schema()]).await?;
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
}

impl<T: FixedName> Indexes<T> {
    /// Drops an index that the struct no longer declares, by the name of its table, such as `DLQX:MAIL_BY_TIME`. The struct
    /// may have no index at all. Until then, [`create_table_if_missing`](Connection::create_table_if_missing) is an error,
    /// and so are writes of structs with another index. So call it before `create_table_if_missing` when the program
    /// starts. It waits for twice the write limit, and returns at once if there is no such index, or none any more.
    ///
    /// # Errors
    /// [`Error::Request`] for an invalid name, and for an index that the struct declares; otherwise same as
    /// [`build`](Indexes::build).
    pub async fn drop_undeclared(&self, index: &str) -> Result<(), Error> {
        let about = Self::about("drop_undeclared");
        let table = TableName::parse(index).map_err(|error| about.request(error))?;
        let timeout = self.connection.options.timeout;
        let dropped = self.table.drop_undeclared(&table, timeout).await;
        dropped.map_err(|error| about.index(error))
    }
}

impl Connection {
    /// Creates the table of a struct with its indexes, or what is missing of them, and builds the indexes; returns whether
    /// this call has created the table.
    pub(in crate::db) async fn create_indexed(
        &self,
        call: &'static str,
        schema: &'static TableSchema,
        report: &mut Report<'_>,
    ) -> Result<bool, Error> {
        self.check_before_create(call, schema).await?;
        let table = self.indexed_table(schema);
        let recorded = recorded(schema.table, schema, self.backend().capabilities());
        let created = table.create_all(&recorded, self.options.timeout, report);
        self.after_create(call, schema, created.await)
    }

    /// The same, without a wait if the table has no rows: until the indexes are built, queries read the table itself.
    pub(in crate::db) async fn create_indexed_at_once(
        &self,
        call: &'static str,
        schema: &'static TableSchema,
    ) -> Result<bool, Error> {
        self.check_before_create(call, schema).await?;
        let table = self.indexed_table(schema);
        let recorded = recorded(schema.table, schema, self.backend().capabilities());
        let created = table.create_at_once(&recorded, self.options.timeout);
        self.after_create(call, schema, created.await)
    }

    /// Forgets what is known of a table's layout, whether or not the table was created.
    fn after_create(
        &self,
        call: &'static str,
        schema: &TableSchema,
        created: Result<bool, hbase_index::IndexError>,
    ) -> Result<bool, Error> {
        self.link.layouts.forget(&schema.table.name);
        created.map_err(|error| CallContext::table(call, &schema.table.name).index(error))
    }

    async fn check_before_create(
        &self,
        call: &'static str,
        schema: &'static TableSchema,
    ) -> Result<(), Error> {
        self.check_ttls(call, schema)?;
        self.check_declares_indexes(call, schema).await?;
        self.check_tables(call, schema, schema.indexes).await
    }

    /// The same for a table that must not exist.
    pub(in crate::db) async fn create_new_indexed(
        &self,
        call: &'static str,
        schema: &'static TableSchema,
    ) -> Result<(), Error> {
        let exists = || {
            let table = schema.table.name.clone();
            let about = CallContext::table(call, &schema.table.name);
            about.backend(hbase_backend::Error::TableExists { table })
        };
        match self.describe_schema(schema).await {
            Err(error) if error.is_missing_table() => {}
            live => return live.and(Err(exists())),
        }
        let is_own = self.create_indexed_at_once(call, schema).await?;
        is_own.then_some(()).ok_or_else(exists)
    }

    /// Checks that the indexes were built with their declared definitions. Their tables may differ then too, but no `alter`
    /// rewrites the entries.
    pub(in crate::db) async fn check_definitions(
        &self,
        call: &'static str,
        schema: &'static TableSchema,
    ) -> Result<(), Error> {
        let table = self.indexed_table(schema);
        let checked = table.check_definitions(Deadline::after(self.options.timeout));
        let about = CallContext::table(call, &schema.table.name);
        checked.await.map_err(|error| about.index(error))
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

    /// Checks that the live tables have everything that queries rely on. Missing tables are created later.
    async fn check_tables(
        &self,
        call: &'static str,
        schema: &'static TableSchema,
        indexes: &[&IndexSchema],
    ) -> Result<(), Error> {
        let described = schema.describe();
        let families: Vec<_> = described.indexed_families().into_iter().collect();
        let indexes = indexes.iter().map(|index| index.describe().descriptor());
        let indexes: Vec<_> = indexes.collect();
        let diffs = self.diffs_for_indexes(schema.table, &families, &indexes);
        for mut diff in diffs.await? {
            diff.differences.retain(|found| match &found.kind {
                DifferenceKind::MissingTable => false,
                DifferenceKind::MissingFamily(family) => family != STAMP_FAMILY,
                _ => true,
            });
            check_equal(schema.row, &diff)?;
        }
        self.check_durability(call, schema).await
    }

    /// Rejects a table whose writes are not logged: after a server crash, rows would have old values whose entries are
    /// deleted.
    async fn check_durability(
        &self,
        call: &'static str,
        schema: &'static TableSchema,
    ) -> Result<(), Error> {
        let live = match self.describe_schema(schema).await {
            Err(error) if error.is_missing_table() => return Ok(()),
            live => live?,
        };
        let about = CallContext::table(call, &schema.table.name);
        match live.attribute("DURABILITY") {
            Some(found) if found.eq_ignore_ascii_case("SKIP_WAL") => {
                Err(about.request(format_args!(
                    "found DURABILITY {found}, expected logged writes in a table with indexes: alter the table to USE_DEFAULT"
                )))
            }
            _ => Ok(()),
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
