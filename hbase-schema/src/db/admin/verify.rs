//! Compares live tables with their structs.

use std::fmt;

use hbase_backend::{BoxFuture, Capabilities, Capability};
use hbase_model::diff::{Coverage, Declared, DifferenceKind, TableDiff, compare_indexed};
use hbase_model::{TableDescriptor, TableName};

use crate::db::connection::Connection;
use crate::db::error::{CallContext, DiffersError, Error};
use crate::db::target::table_ref::TableRef;
use crate::schema::TableSchema;
use crate::table::FixedName;

const VERIFY: &str = "verify";

impl Connection {
    /// Checks, for example at start-up, that the live table matches the declaration of `T`: families, declared
    /// attributes, split points, and the salt as far as the split points show it. It checks the tables of its indexes
    /// too; their entries must not expire early. An index of the live table that `T` does not declare is a difference,
    /// because the rows that it writes would have no entries. It also checks that `T` fits the layout that is recorded in the table.
    ///
    /// Attributes that `T` does not declare are not checked. Some backends do not report every
    /// attribute: the result lists the unchecked ones, as does a warning to `tracing`.
    ///
    /// ```
    /// # use hbase_schema::HTable;
    /// #[derive(HTable)]
    /// #[table("DLQX:WEATHER_DATA")]
    /// #[family("D1", versions = 3)]
    /// struct Weather {
    ///     #[rowkey]
    ///     city: String,
    ///     rain_mm: u32,
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), hbase_schema::Error> {
    /// let db = hbase_schema::connect("memory:").await?;
    /// let error = db.verify::<Weather>().await.unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "table DLQX:WEATHER_DATA differs from `Weather`:\n  \
    ///      the table: declared with 1 family, live missing: create it"
    /// );
    /// db.create_table::<Weather>().await?;
    /// assert_eq!(db.verify::<Weather>().await?.not_checked(), []);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`Error::Differs`] with a line for each difference; [`Error::Layout`] for rows of another layout, also if the table differs; `Error::Index` for
    /// an index that another definition has filled; [`Error::Backend`] if the table is disabled.
    pub fn verify<T: FixedName>(&self) -> BoxFuture<'_, Result<Verified, Error>> {
        Box::pin(self.verify_schema(T::SCHEMA))
    }

    async fn verify_schema(&self, schema: &'static TableSchema) -> Result<Verified, Error> {
        self.check_declares_indexes(VERIFY, schema).await?;
        #[cfg(feature = "index")]
        if !schema.indexes.is_empty() {
            self.check_definitions(VERIFY, schema).await?;
        }
        let mut diffs = vec![self.diff_of_rows(schema).await?];
        diffs.extend(self.diffs_of_indexes(schema).await?);
        let compared = self.verify_diffs(schema.row, schema.table, diffs).await;
        self.and_layout(compared, &TableRef::of(schema, None)).await
    }

    /// Also checks that the struct of a table fits its layout. If neither the attributes nor the layout are as declared, the error is that
    /// of the layout, which says both: rows that do not decode are worse than other attributes.
    pub(in crate::db) async fn and_layout(
        &self,
        compared: Result<Verified, Error>,
        table: &TableRef,
    ) -> Result<Verified, Error> {
        if !matches!(compared, Ok(_) | Err(Error::Differs(_))) {
            return compared;
        }
        let (layouts, timeout) = (&self.link.layouts, self.options.timeout);
        let about = CallContext::table(VERIFY, table);
        match (
            compared,
            layouts.verify(&self.link.gate, &about, timeout).await,
        ) {
            (Err(Error::Differs(differs)), Err(Error::Layout(layout))) => {
                Err(layout.with(*differs).into())
            }
            (_, Err(layout)) => Err(layout),
            (compared, Ok(())) => compared,
        }
    }

    /// The same for a declaration other than a struct's own, which has no indexes.
    pub(in crate::db) async fn verify_declared(
        &self,
        row: &'static str,
        declared: Declared<'_>,
    ) -> Result<Verified, Error> {
        let diff = self.diff_of(declared).await?;
        self.verify_diffs(row, declared.table, vec![diff]).await
    }

    async fn verify_diffs(
        &self,
        row: &'static str,
        table: &TableDescriptor,
        diffs: Vec<TableDiff>,
    ) -> Result<Verified, Error> {
        let mut verified = Verified {
            table: table.name.clone(),
            not_checked: Vec::new(),
        };
        check_all_equal(row, &diffs)?;
        for diff in diffs {
            self.check_enabled(&diff.table).await?;
            verified.not_checked.extend(diff.not_checked);
        }
        if !verified.not_checked.is_empty() {
            tracing::warn!(target: "hbase_schema", call = "verify", "{verified}");
        }
        Ok(verified)
    }

    async fn check_enabled(&self, name: &TableName) -> Result<(), Error> {
        let about = CallContext::table(VERIFY, name);
        let enabled = self.read(about, |backend, deadline| async move {
            backend.is_table_enabled(name, deadline).await
        });
        if enabled.await? {
            return Ok(());
        }
        let table = name.clone();
        Err(about.backend(hbase_backend::Error::TableDisabled { table }))
    }

    /// Compares the live table with `T`. A family that only another struct of the same table declares
    /// is a difference; [`plan`](Self::plan) takes both structs together. The tables of indexes are not compared;
    /// `verify` and `hbase-schema apply` compare them.
    ///
    /// # Errors
    /// [`Error::Backend`] if the table cannot be described.
    pub fn diff<T: FixedName>(&self) -> BoxFuture<'_, Result<TableDiff, Error>> {
        Box::pin(self.diff_of_rows(T::SCHEMA))
    }

    /// Compares the live table with a declaration other than a struct's.
    ///
    /// # Errors
    /// [`Error::Backend`] if the table cannot be described, [`Error::Request`] if the declared
    /// splits are invalid.
    pub async fn diff_of(&self, declared: Declared<'_>) -> Result<TableDiff, Error> {
        self.diff_of_indexed(declared, &[]).await
    }

    /// The same for a table with indexes. `indexed_families` contain the indexed columns. Their old values must not
    /// outlive their entries, so `MIN_VERSIONS` must be 0 even if it is not declared.
    ///
    /// # Errors
    /// Same as [`diff_of`](Self::diff_of).
    // The command alone calls it, with tables from sources: a program has a struct, and calls `diff`.
    #[doc(hidden)]
    pub async fn diff_of_indexed(
        &self,
        declared: Declared<'_>,
        indexed_families: &[&str],
    ) -> Result<TableDiff, Error> {
        let name = &declared.table.name;
        let about = CallContext::table("diff", name);
        let described = self.read(about, |backend, deadline| async move {
            backend.describe_table(name, deadline).await
        });
        let live = match described.await {
            Ok(live) => Some(live),
            Err(error) if error.is_missing_table() => None,
            Err(error) => return Err(error),
        };
        let coverage = coverage(self.backend().capabilities());
        let compared = compare_indexed(declared, live.as_ref(), coverage, indexed_families);
        compared.map_err(|error| about.request(error))
    }
}

/// The attributes that a backend's descriptions cover.
fn coverage(capabilities: Capabilities) -> Coverage {
    if capabilities.has(Capability::AllAttributes) {
        Coverage::Full
    } else {
        Coverage::Partial
    }
}

/// Checks that a live table matches its struct's declaration.
pub(in crate::db) fn check_equal(row: &'static str, diff: &TableDiff) -> Result<(), Error> {
    check_all_equal(row, std::slice::from_ref(diff))
}

/// The same for all tables of a struct; the error names all that differ.
fn check_all_equal(row: &'static str, diffs: &[TableDiff]) -> Result<(), Error> {
    let mut differing = diffs.iter().filter(|diff| !diff.is_empty()).cloned();
    let Some(diff) = differing.next() else {
        return Ok(());
    };
    let others = differing.collect();
    Err(Error::Differs(Box::new(DiffersError { row, diff, others })))
}

/// A live table that matches its struct, as far as the backend reports it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    table: TableName,
    not_checked: Vec<DifferenceKind>,
}

impl Verified {
    /// The declared attributes that the backend does not report.
    pub fn not_checked(&self) -> &[DifferenceKind] {
        &self.not_checked
    }
}

impl fmt::Display for Verified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "table {} is as declared", self.table)?;
        let mut separator = "; not checked, since the backend does not report it: ";
        for what in &self.not_checked {
            write!(f, "{separator}{what}")?;
            separator = "; ";
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diff(name: &'static str, is_there: bool) -> TableDiff {
        let table = TableDescriptor::new(TableName::from_static("S", name));
        let live = is_there.then_some(&table);
        compare_indexed(Declared::table(&table), live, Coverage::Full, &[]).unwrap()
    }

    #[test]
    fn all_tables_that_differ_are_in_the_error() {
        check_all_equal("Row", &[]).unwrap();
        check_all_equal("Row", &[diff("A", true), diff("B", true)]).unwrap();
        check_equal("Row", &diff("A", true)).unwrap();
        check_equal("Row", &diff("A", false)).unwrap_err();
        let diffs = [
            diff("A", true),
            diff("B", false),
            diff("C", true),
            diff("D", false),
        ];
        let Err(Error::Differs(error)) = check_all_equal("Row", &diffs) else {
            panic!("two tables are missing")
        };
        assert_eq!(error.table(), &diffs[1].table);
        assert_eq!(error.others(), &diffs[3..]);
        let text = error.to_string();
        assert_eq!(text.matches("differs from `Row`").count(), 2, "{text}");
    }
}
