//! Writes rows only if they are missing.

use hbase_model::{BoxFuture, CheckAndMutate, Condition, Mutation, TimeRange};

use super::connection::Connection;
use super::error::{CallContext, Error};
use super::keys;
use super::put::{DRAWN, RowWrite, put_of};
use crate::schema::{TableSchema, name_of};
use crate::table::Unindexed;

const CALL: &str = "insert";

impl Connection {
    /// Writes a row if it is missing, as one atomic step: of several programs that insert a row,
    /// one succeeds.
    ///
    /// `HBase` checks one column, not a row: a row counts as missing if it lacks the first column
    /// whose field is no `Option`, has no `default` and is no counter. This includes a row of
    /// counters only, which keeps them, and a row that another program wrote without that column,
    /// which is overwritten.
    ///
    /// ```
    /// # use hbase_schema::{Error, ErrorKind, HTable};
    /// # #[derive(HTable)]
    /// # #[table("DLQX:WEATHER_DATA")]
    /// # #[family("D1")]
    /// # struct Weather { #[rowkey] city: String, rain_mm: u32 }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let db = hbase_schema::connect("memory:").await?;
    /// # db.create_table::<Weather>().await?;
    /// db.insert(&Weather { city: "Seattle".into(), rain_mm: 11 }).await?;
    /// let second = db.insert(&Weather { city: "Seattle".into(), rain_mm: 12 }).await;
    /// assert_eq!(second.unwrap_err().kind(), ErrorKind::AlreadyExists);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`Error::Exists`] if the row exists; [`Error::Request`] if the struct has no such column, or
    /// if the row's value is empty, which `HBase` treats as absent, and for a key with a random or
    /// round-robin salt; as for [`put`](Self::put). A backend without
    /// [`Capability::CheckAndMutate`](hbase_model::Capability::CheckAndMutate) inserts only rows of
    /// one cell.
    pub fn insert<'c, T: Unindexed>(&'c self, row: &T) -> BoxFuture<'c, Result<(), Error>> {
        let about = CallContext::table(CALL, &T::SCHEMA.table.name);
        let insert = match keys::drawn::<T::Key>() {
            Some(_) => Err(about.request(DRAWN)),
            None => put_of(row).map_err(|error| about.row_error(error)),
        };
        Box::pin(async move { self.insert_row(T::SCHEMA, insert?).await })
    }

    async fn insert_row(
        &self,
        schema: &'static TableSchema,
        insert: RowWrite,
    ) -> Result<(), Error> {
        let RowWrite {
            ref table,
            mut mutation,
        } = insert;
        let about = CallContext::table(CALL, table);
        self.options.apply(&mut mutation);
        let row = mutation.row().to_vec();
        let about = about.row(&row);
        let condition = missing(about, schema, &mutation)?;
        let bytes = mutation.cells().as_bytes().len();
        let check = CheckAndMutate {
            condition,
            time_range: TimeRange::ALL,
            mutation,
        };
        let about = about.writing(1, bytes);
        let inserted =
            self.link.call(
                about,
                self.options.timeout,
                |backend, deadline| async move {
                    backend.check_and_mutate(table, check, deadline).await
                },
            );
        if !inserted.await? {
            return Err(about.exists());
        }
        self.link.counters.written(1, bytes);
        Ok(())
    }
}

/// The condition that holds for a missing row.
fn missing(
    about: CallContext<'_>,
    schema: &TableSchema,
    mutation: &Mutation,
) -> Result<Condition, Error> {
    let mut cells = schema.cells();
    let always = cells.find(|(group, column)| {
        let optional = column.optional || group.is_some_and(|group| group.optional);
        !(optional || column.default || column.counter)
    });
    let Some((group, column)) = always else {
        return Err(about.request(format_args!(
            "found no column of {} that every row has, by which to see that a row is there: make a field no `Option`, or name a column: `db.check(&key).absent(COLUMN).put(&row)`",
            schema.row
        )));
    };
    let (family, qualifier) = name_of(group, column);
    let (family, qualifier) = (family.as_bytes(), qualifier.as_bytes());
    let mut cells = mutation.cells().iter();
    let written = cells
        .any(|cell| cell.family == family && cell.qualifier == qualifier && !cell.value.is_empty());
    if !written {
        let field = column.field;
        return Err(about.request(format_args!(
            "found an empty `{field}`, which HBase does not distinguish from a missing one, expected a value, by which to see that a row is there: name another column: `db.check(&key).absent(COLUMN).put(&row)`"
        )));
    }
    Ok(Condition::Absent {
        family: family.to_vec(),
        qualifier: qualifier.to_vec(),
    })
}
