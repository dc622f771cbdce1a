//! Writes rows only if they are missing.
//!
//! The checked column is always written, never empty, and in a family without `ttl`, because `HBase`'s check does not
//! distinguish an empty or expired cell from a missing one. If a struct has no such column, the row is read first. If
//! the checked column may be empty, one race remains: another program puts a row in which it is empty. An error instead
//! would have excluded every struct of text from `insert`. A marker column would be missing in the rows that `put` and
//! other programs write.

use hbase_backend::{BoxFuture, Comparator, CompareOp, Condition, Filter, Get, Mutation};
use hbase_model::{DynamicSchema, TableName, Ttl};

use super::put::{RowWrite, put_of};
use super::versioned::first_of;
use crate::db::connection::Connection;
use crate::db::error::{CallContext, Error};
use crate::db::target::keys;
use crate::schema::{ColumnSchema, TableSchema, name_of};
use crate::table::Writable;

const CALL: &str = "insert";

impl Connection {
    /// Writes a row if it is missing, as one atomic step: of several programs that insert a row,
    /// one succeeds.
    ///
    /// `HBase` checks one column, not a row: a row counts as missing if it lacks the checked column. That is the first
    /// column of the struct whose cell every put writes, and never empty: a number, a time, an enum, or JSON of a number, a
    /// `bool`, a `String`, a `Vec` or a map. An `Option`, text, bytes, JSON of other types and columns with `default` are
    /// not suitable. Columns of families without `ttl` come first. A row of
    /// counters only also counts as missing, and keeps them. A row that another program wrote without that column counts
    /// as missing too, and is overwritten.
    ///
    /// The cells of a row may expire at different times. If every such column is in a family with `ttl`, the row is read
    /// before the column is checked, and a row of which any cell is left exists. A row whose checked cell was written
    /// with a time to live of its own ([`Connection::ttl`](Self::ttl)) counts as missing once that cell has expired.
    ///
    /// To `HBase` an empty cell is a missing one. If a struct has no such column, the row is therefore read first, and
    /// then the first column that may be empty is checked. Existing rows are never overwritten, and of several programs
    /// that insert a row, one succeeds. Only a row that another program *puts* between the two steps, with an empty
    /// value of that column, is overwritten. Such a value cannot be inserted. To exclude both, add a column that is
    /// always written, such as a number, a `bool` or a version, anywhere in the struct; or name a column that each row
    /// has and that is never empty: `db.check(&key).is_none(COLUMN).put(&row)`.
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
    /// [`Error::Exists`] if the row exists; [`Error::Request`] if each column of the struct may be absent, if the checked
    /// one may be empty and is, and for a key with a random or round-robin salt; otherwise same as [`put`](Self::put). A
    /// backend without [`Capability::CheckAndMutate`](hbase_backend::Capability::CheckAndMutate) inserts only rows of one
    /// cell.
    pub fn insert<'c, T: Writable>(&'c self, row: &T) -> BoxFuture<'c, Result<(), Error>> {
        let about = CallContext::of::<T>(CALL);
        let insert = match keys::drawn(T::SCHEMA.key) {
            Some(_) => Err(about.request(keys::DRAWN)),
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
            mutation,
        } = insert;
        let about = CallContext::table(CALL, table);
        let row = mutation.row().to_vec();
        let about = about.row(&row);
        let mutation = first_of(about, table, mutation)?;
        let checked = Checked::of(about, schema);
        #[cfg(feature = "index")]
        if let Some(schema) = table.indexed()
            && !checked.as_ref().is_ok_and(|checked| checked.proves_row)
        {
            let mut mutation = mutation;
            self.options.apply(&mut mutation);
            let inserted = Box::pin(self.insert_indexed(about, schema, mutation)).await?;
            return if inserted {
                Ok(())
            } else {
                Err(about.exists())
            };
        }
        let checked = checked?;
        let condition = checked.missing(about, &mutation)?;
        if !checked.proves_row && self.has_any_cell(about, table, schema, &row).await? {
            return Err(about.exists());
        }
        let inserted = self.write_if(about, table, condition, mutation);
        if !inserted.await? {
            return Err(about.exists());
        }
        Ok(())
    }
}

/// The column that shows whether a row exists.
struct Checked {
    field: &'static str,
    family: Vec<u8>,
    qualifier: Vec<u8>,
    /// Whether every row has it: it is always written, and its family has no `ttl`.
    proves_row: bool,
}

impl Checked {
    /// The first column that every put writes, never empty, and that never expires; else one that may expire; else one
    /// that may be empty.
    fn of(about: CallContext<'_>, schema: &TableSchema) -> Result<Self, Error> {
        if let Some(version) = schema.version {
            let (family, qualifier) = version.name();
            return Ok(Self {
                field: version.field(),
                family: family.into(),
                qualifier: qualifier.into(),
                // Other programs may write rows without it.
                proves_row: false,
            });
        }
        let declared = || {
            let cells = schema.cells();
            cells.filter(|(group, _)| !group.is_some_and(|group| group.may_be_absent))
        };
        let always = || declared().filter(|(_, column)| column.is_always_written());
        let lasting = always().find(|(group, column)| is_kept(schema, name_of(*group, column).0));
        let often = || declared().find(|(_, column)| may_be_written(column));
        let Some((group, column)) = lasting.or_else(|| always().next()).or_else(often) else {
            return Err(about.request(format_args!(
                "found no column of {} that every row has, which would show that a row exists: add a field that is not an `Option`, or name a column: `db.check(&key).is_none(COLUMN).put(&row)`",
                schema.row
            )));
        };
        let (family, qualifier) = name_of(group, column);
        Ok(Self {
            field: column.field,
            family: family.into(),
            qualifier: qualifier.as_bytes().into(),
            proves_row: lasting.is_some(),
        })
    }

    /// The condition that holds for a missing row.
    fn missing(&self, about: CallContext<'_>, mutation: &Mutation) -> Result<Condition, Error> {
        let mut cells = mutation.cells().iter();
        let is_written = cells.any(|cell| {
            cell.family == self.family && cell.qualifier == self.qualifier && !cell.value.is_empty()
        });
        if !is_written {
            let field = self.field;
            return Err(about.request(format_args!(
                "found an empty `{field}`, which HBase does not distinguish from a missing one, expected a value, which shows that a row exists: name another column: `db.check(&key).is_none(COLUMN).put(&row)`, or add a field that is never empty, such as a number"
            )));
        }
        Ok(Condition::Absent {
            family: self.family.clone(),
            qualifier: self.qualifier.clone(),
        })
    }
}

/// Whether the cells of a family do not expire.
fn is_kept(schema: &TableSchema, family: &str) -> bool {
    let family = schema.table.family(family.as_bytes());
    family.is_none_or(|family| family.ttl.is_none_or(|ttl| ttl == Ttl::FOREVER))
}

/// Whether a put may write the column in every row.
fn may_be_written(column: &ColumnSchema) -> bool {
    let is_optional = column.facts.absence.is_possible() == Some(true);
    !(is_optional || column.default || column.counter)
}

impl Connection {
    /// Whether a row has any of the cells that a put writes, those of maps included.
    async fn has_any_cell(
        &self,
        about: CallContext<'_>,
        table: &TableName,
        schema: &TableSchema,
        row: &[u8],
    ) -> Result<bool, Error> {
        let mut of_names = Get::new(row);
        of_names.read.add_declared(schema.put_names());
        let maps = schema.whole_dynamic().filter(|map| !map.counter);
        let of_maps = maps.map(|map| {
            let mut get = Get::new(row);
            get.read.add_family(map.family.as_bytes());
            get.read.filter = Some(columns_of_map(schema, map));
            get
        });
        for mut get in std::iter::once(of_names).chain(of_maps) {
            get.existence_only = true;
            let get = &get;
            let found = self.read(about, |backend, deadline| async move {
                backend.get(table, get, deadline).await
            });
            if found.await?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Passes the columns of a map, and not the counters that its family may have too.
fn columns_of_map(schema: &TableSchema, map: &DynamicSchema) -> Filter {
    let counters = schema.counter_names();
    let counters = counters.filter(|(family, _)| *family == map.family);
    let mut filters = vec![Filter::QualifierPrefix(map.prefix.as_bytes().to_vec())];
    filters.extend(counters.map(|(_, name)| {
        let name = Comparator::Binary(name.as_bytes().to_vec());
        Filter::Qualifier(CompareOp::NotEqual, name)
    }));
    Filter::And(filters)
}
