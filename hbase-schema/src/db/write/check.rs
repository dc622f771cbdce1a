//! Conditional writes: a column has an expected value.

use std::marker::PhantomData;

use hbase_backend::{BoxFuture, Comparator, CompareOp, Condition, Filter, Mutation};

use super::cell_arg::{self, CellArg};
use super::put::{RowWrite, put_of, replace_of};
use super::row_mutation::RowMutation;
use super::unversioned::Unversioned;
use super::versioned::Versioned;
use crate::cell::{OrderCell, RowError};
use crate::column::Column;
use crate::db::connection::Connection;
use crate::db::error::{CallContext, Error};
use crate::db::target::keys::{self, RowOfKey};
use crate::debug::debug_fields;
use crate::filter::RowFilter;
use crate::table::{KeyFor, Table, Writable};

const CALL: &str = "check";

impl Connection {
    /// Writes a row only if one of its columns has an expected value, as one atomic step.
    ///
    /// ```
    /// # use hbase_schema::{Error, HTable};
    /// # #[derive(HTable, Debug, PartialEq, Clone)]
    /// # #[table("DLQX:ORDER_STATE")]
    /// # #[family("D1")]
    /// # struct Order { #[rowkey] id: String, state: String }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let db = hbase_schema::connect("memory:").await?;
    /// # db.create_table::<Order>().await?;
    /// let new = Order { id: "7".into(), state: "new".into() };
    /// let paid = Order { state: "paid".into(), ..new.clone() };
    /// assert!(db.check(&new.key()).is_none(Order::STATE).put(&new).await?);
    /// assert!(db.check(&new.key()).eq(Order::STATE, "new").put(&paid).await?);
    /// assert!(!db.check(&new.key()).eq(Order::STATE, "new").put(&paid).await?);
    /// # Ok(())
    /// # }
    /// ```
    pub fn check<K: KeyFor<R>, R: Writable>(&self, key: &K) -> Check<R> {
        Check {
            connection: self.clone(),
            row: keys::one(CALL, key),
            of: PhantomData,
        }
    }
}

/// A row to be checked, created by [`Connection::check`].
#[must_use = "a check needs a condition and a write"]
pub struct Check<R> {
    connection: Connection,
    row: Result<RowOfKey, Error>,
    of: PhantomData<fn() -> R>,
}

macro_rules! orders {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        pub fn $name<F, C, V>(self, column: Column<R, F, C>, value: V) -> Checked<R>
        where
            F: OrderCell<C, V>,
        {
            self.that(column.$name(value))
        }
    )*};
}

/// The conditions are named as those of a [`Column`], which is the first argument.
impl<R: Table> Check<R> {
    /// Expects the column to have this value. `HBase` treats an absent cell as an empty one here, unlike the
    /// filter `eq` of a column: `that(column.eq(value))`.
    #[doc(alias = "equals")]
    pub fn eq<F, C, V: CellArg<F, C>>(self, column: Column<R, F, C>, value: V) -> Checked<R> {
        self.compare(column, CompareOp::Equal, value)
    }

    /// Expects the column to exist and to have another value.
    #[doc(alias = "differs")]
    pub fn ne<F, C, V: CellArg<F, C>>(self, column: Column<R, F, C>, value: V) -> Checked<R> {
        self.compare(column, CompareOp::NotEqual, value)
    }

    orders! {
        /// Expects the column to exist and to be less than `value`.
        lt;
        /// Expects the column to exist and to be at most `value`.
        le;
        /// Expects the column to exist and to be greater than `value`.
        gt;
        /// Expects the column to exist and to be at least `value`.
        ge;
    }

    /// Expects the column to exist.
    pub fn is_some<F, C>(self, column: Column<R, F, C>) -> Checked<R> {
        self.that(column.is_some())
    }

    /// Expects the column to be absent or empty, which `HBase` does not distinguish here.
    #[doc(alias = "absent")]
    pub fn is_none<F, C>(self, column: Column<R, F, C>) -> Checked<R> {
        let condition = Condition::unchanged(column.family(), column.qualifier(), None);
        self.expecting(|_| Ok(condition))
    }

    /// Expects the row to match a filter: `db.check(&key).that(Call::DURATION_S.gt(60))`. A row
    /// without the column does not match.
    pub fn that(self, filter: RowFilter<R>) -> Checked<R> {
        self.expecting(|row| match filter.into_filter() {
            Ok(filter) => Ok(condition_of(filter)),
            Err(error) => Err(about(row).request(error)),
        })
    }

    /// The earlier name of [`eq`](Self::eq).
    #[doc(hidden)]
    #[deprecated(note = "use `eq`, the name of the column's comparison")]
    pub fn equals<F, C, V: CellArg<F, C>>(self, column: Column<R, F, C>, value: V) -> Checked<R> {
        self.eq(column, value)
    }

    /// The earlier name of [`ne`](Self::ne).
    #[doc(hidden)]
    #[deprecated(note = "use `ne`, the name of the column's comparison")]
    pub fn differs<F, C, V: CellArg<F, C>>(self, column: Column<R, F, C>, value: V) -> Checked<R> {
        self.ne(column, value)
    }

    /// The earlier name of [`is_none`](Self::is_none).
    #[doc(hidden)]
    #[deprecated(note = "use `is_none`, the name of the column's condition")]
    pub fn absent<F, C>(self, column: Column<R, F, C>) -> Checked<R> {
        self.is_none(column)
    }

    fn compare<F, C, V: CellArg<F, C>>(
        self,
        column: Column<R, F, C>,
        op: CompareOp,
        value: V,
    ) -> Checked<R> {
        self.expecting(|row| {
            let about_table = CallContext::table(CALL, &row.table);
            let bytes = cell_arg::encode(about_table, &row.row, column, value)?;
            comparison(
                row,
                (column.family(), column.qualifier().bytes()),
                op,
                bytes,
            )
        })
    }

    fn expecting(self, make: impl FnOnce(&RowOfKey) -> Result<Condition, Error>) -> Checked<R> {
        let condition = self.row.and_then(|row| Ok((make(&row)?, row)));
        Checked {
            connection: self.connection,
            condition,
            of: PhantomData,
        }
    }
}

fn about(row: &RowOfKey) -> CallContext<'_> {
    CallContext::table(CALL, &row.table).row(&row.row)
}

/// The condition that compares a column with these bytes; `bytes` is `None` for a value without bytes.
fn comparison(
    row: &RowOfKey,
    (family, qualifier): (&str, &[u8]),
    op: CompareOp,
    bytes: Option<Vec<u8>>,
) -> Result<Condition, Error> {
    match bytes {
        Some(bytes) => Ok(Condition::Compare {
            family: family.into(),
            qualifier: qualifier.into(),
            op,
            comparator: Comparator::Binary(bytes),
        }),
        // The column is expected to be absent.
        None if op == CompareOp::Equal => Ok(Condition::unchanged(family, qualifier, None)),
        None => Err(about(row).request(
            "a comparison with `None`, which has no bytes: use `is_some` or `is_none`, or compare with a value",
        )),
    }
}

/// The condition that the row matches the filter. A filter compares the cell with the value, a
/// condition the value with the cell, so the operator is swapped.
fn condition_of(filter: Filter) -> Condition {
    match &filter {
        Filter::ColumnValue {
            family,
            qualifier,
            op,
            // Only bytes can be compared, and a condition treats an absent cell as an empty value.
            comparator: comparator @ Comparator::Binary(value),
            filter_if_missing: true,
            latest_version_only: true,
        } if !value.is_empty() => Condition::Compare {
            family: family.clone(),
            qualifier: qualifier.clone(),
            op: op.swap(),
            comparator: comparator.clone(),
        },
        _ => Condition::Filter(filter),
    }
}

/// A condition and the key of its row, or the error of the request.
type RowCondition = Result<(Condition, RowOfKey), Error>;

/// A condition on a row. Each of its writes returns whether the condition held.
#[must_use = "a condition does nothing without a write"]
pub struct Checked<R> {
    connection: Connection,
    condition: RowCondition,
    of: PhantomData<fn() -> R>,
}

impl<R: Table> Checked<R> {
    /// Puts the row, as [`Connection::put`] does; its key must be the checked one.
    ///
    /// # Errors
    /// Same as [`Connection::put`].
    pub async fn put(self, row: &R) -> Result<bool, Error> {
        self.write_row(put_of(row)).await
    }

    /// Replaces the row, as [`Connection::replace`] does; its key must be the checked one.
    ///
    /// # Errors
    /// Same as [`Connection::put`].
    pub fn replace<'c>(self, row: &R) -> BoxFuture<'c, Result<bool, Error>>
    where
        R: Unversioned + 'c,
    {
        Box::pin(self.write_row(replace_of(row)))
    }

    /// Deletes the row.
    ///
    /// # Errors
    /// [`Error::Key`], [`Error::Backend`], and [`Error::Request`] if a field holds the cells'
    /// timestamp: the version to delete is unknown.
    pub async fn delete(self) -> Result<bool, Error> {
        if R::VERSIONED {
            let about = CallContext::of::<R>(CALL);
            return Err(about.request(
                "rows of this table have their own timestamps, and a delete at the server's time may delete too few versions or too many: use `mutate` with the columns and a `version`",
            ));
        }
        delete(&self.connection, self.condition).await
    }

    /// Changes single columns, by a mutation that [`Connection::mutate`] starts: its key must be the checked
    /// one.
    ///
    /// # Errors
    /// Same as [`Connection::mutate`].
    pub async fn mutate(self, mutation: RowMutation<R>) -> Result<bool, Error> {
        let mutation = mutation.into_mutation();
        send(&self.connection, self.condition, mutation).await
    }

    async fn write_row(self, write: Result<RowWrite, RowError>) -> Result<bool, Error> {
        let about = CallContext::of::<R>(CALL);
        let write = write.map_err(|error| about.row_error(error));
        send(&self.connection, self.condition, write).await
    }
}

async fn delete(connection: &Connection, condition: RowCondition) -> Result<bool, Error> {
    let (condition, row) = condition?;
    let mut mutation = Mutation::new(row.row.clone());
    mutation.delete_row(None);
    let table = row.table.clone();
    let write = RowWrite { table, mutation };
    send(connection, Ok((condition, row)), Ok(write)).await
}

async fn send(
    connection: &Connection,
    condition: RowCondition,
    write: Result<RowWrite, Error>,
) -> Result<bool, Error> {
    let RowWrite { table, mutation } = write?;
    let (condition, row) = condition?;
    let about = about(&row);
    if table != row.table {
        return Err(about.request(format_args!(
                "found a write to the table {table}, expected one to the table of the row that is checked: a condition reaches no other table"
            )));
    }
    if mutation.row() != row.row {
        let found = hbase_model::printable::Printable(mutation.row());
        return Err(about.request(format_args!(
                "found a write of row `{found}`, expected one of the row that is checked: a condition reaches no other row"
            )));
    }
    if Versioned::of(&table).is_some() && !Versioned::is_free(&mutation) {
        return Err(about.request(
                "found a condition on one column of a row with a `#[version]`, whose writes have the condition that the version is unchanged: use `update`, whose function may decline",
            ));
    }
    connection
        .write_if(about, &row.table, condition, mutation)
        .await
}

debug_fields!(Check[R]);

debug_fields!(
    Checked[R] | checked | condition = checked.condition.as_ref().map(|(condition, _)| condition)
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::target::table_ref::TableRef;

    fn filter(op: CompareOp, value: &[u8], if_missing: bool, latest_only: bool) -> Filter {
        Filter::ColumnValue {
            family: b"D1".to_vec(),
            qualifier: b"N".to_vec(),
            op,
            comparator: Comparator::Binary(value.to_vec()),
            filter_if_missing: if_missing,
            latest_version_only: latest_only,
        }
    }

    #[test]
    fn only_a_comparison_with_a_value_needs_no_filter() {
        for (op, swapped) in [
            (CompareOp::Less, CompareOp::Greater),
            (CompareOp::GreaterOrEqual, CompareOp::LessOrEqual),
            (CompareOp::Equal, CompareOp::Equal),
        ] {
            let expected = Condition::Compare {
                family: b"D1".to_vec(),
                qualifier: b"N".to_vec(),
                op: swapped,
                comparator: Comparator::Binary(b"7".to_vec()),
            };
            assert_eq!(condition_of(filter(op, b"7", true, true)), expected);
        }
        for other in [
            filter(CompareOp::Less, b"", true, true),
            filter(CompareOp::Less, b"7", false, true),
            filter(CompareOp::Less, b"7", true, false),
            Filter::FirstKeyOnly,
        ] {
            assert_eq!(condition_of(other.clone()), Condition::Filter(other));
        }
    }

    #[test]
    fn a_value_without_bytes_can_be_expected_and_not_be_compared() {
        let row = RowOfKey {
            table: TableRef::of(crate::stand_in::SCHEMA, None),
            row: b"k".to_vec(),
        };
        let name = ("D1", &b"N"[..]);
        let absent = comparison(&row, name, CompareOp::Equal, None).unwrap();
        assert_eq!(absent, Condition::unchanged("D1", b"N".as_slice(), None));
        for op in [CompareOp::NotEqual, CompareOp::Less] {
            let error = comparison(&row, name, op, None).unwrap_err();
            assert!(error.to_string().contains("use `is_some` or `is_none`"));
            assert_eq!(error.context().unwrap().row(), Some(&b"k"[..]));
        }
        let compared = comparison(&row, name, CompareOp::NotEqual, Some(vec![7])).unwrap();
        let expected = Condition::Compare {
            family: b"D1".to_vec(),
            qualifier: b"N".to_vec(),
            op: CompareOp::NotEqual,
            comparator: Comparator::Binary(vec![7]),
        };
        assert_eq!(compared, expected);
    }
}
