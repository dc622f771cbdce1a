//! Databases: a table or a query, read by a unique order, so that an import can be resumed.
//!
//! A [`Database`] is a connection; [`DatabaseSource`] makes it a [`Source`](super::Source). The crate
//! implements it for `SQLite`, `PostgreSQL` and `MySQL` (features `sqlite`, `postgres`, `mysql`).

mod order;
mod read;
mod rows;
mod selection;
mod statement;
mod url;

pub use read::{DatabaseOptions, DatabaseSource};
pub use rows::RowSink;
pub use selection::Selection;
pub use url::{DatabaseUrl, Password};

use hbase_backend::BoxFuture;

use super::{ColumnType, OrderValue};

/// A connection to a database whose rows are read in one transaction.
///
/// Every call of an implementation may wait for the server: the caller enforces the deadline, and drops the
/// connection after it.
pub trait Database: Send {
    /// A name as a quoted identifier.
    fn quote(&self, name: &str) -> String {
        format!("\"{}\"", name.replace('"', "\"\""))
    }

    /// This database's addition to the reason why a table has no order, starting with a separator.
    fn no_key_note(&self) -> &'static str {
        ""
    }

    /// The expression that selects a column, from its quoted name: a conversion if the values have no binary
    /// form that is read here.
    fn selected(&self, _column: &DatabaseColumn, quoted: &str) -> String {
        quoted.to_owned()
    }

    /// The expression that orders and compares rows, from the quoted name.
    fn ordered(&self, _column: &OrderColumn, quoted: &str) -> String {
        quoted.to_owned()
    }

    /// The same for a column of a query, whose type may be only partly known.
    fn ordered_in_query(
        &self,
        _column: &DatabaseColumn,
        ordered: &OrderColumn,
        quoted: &str,
    ) -> String {
        self.ordered(ordered, quoted)
    }

    /// The expression of a value that is compared with a column; `number` is the placeholder's, from 1.
    fn placeholder(&self, number: usize, column: &DatabaseColumn, value: &OrderValue) -> String;

    /// The columns of a query.
    fn describe<'a>(
        &'a mut self,
        sql: &'a str,
    ) -> BoxFuture<'a, Result<Vec<DatabaseColumn>, DatabaseError>>;

    /// The columns of a table whose values are ordered by their declaration, each with its type, if
    /// [`describe`](Self::describe) does not find them: an import cannot continue after their values.
    fn enumerations<'a>(
        &'a mut self,
        _table: &'a [String],
    ) -> BoxFuture<'a, Result<Vec<(String, String)>, DatabaseError>> {
        Box::pin(std::future::ready(Ok(Vec::new())))
    }

    /// The unique orders of a table's rows, the primary key first: of columns that are never NULL.
    fn unique_orders<'a>(
        &'a mut self,
        table: &'a [String],
    ) -> BoxFuture<'a, Result<Vec<UniqueOrder>, DatabaseError>>;

    /// An approximate number of a table's rows, if it costs little.
    fn estimate<'a>(
        &'a mut self,
        table: &'a [String],
    ) -> BoxFuture<'a, Result<Option<u64>, DatabaseError>>;

    /// The integer that a statement returns.
    fn integer(&mut self, statement: Statement) -> BoxFuture<'_, Result<u64, DatabaseError>>;

    /// Passes all rows of a statement to a sink, and holds a bounded number of them. The columns are those of the last
    /// [`describe`](Self::describe). Nothing else is called afterwards.
    fn fetch(
        &mut self,
        statement: Statement,
        rows: RowSink,
    ) -> BoxFuture<'_, (RowSink, Result<(), DatabaseError>)>;
}

/// An error of a database, without its name.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{0}")]
pub struct DatabaseError(pub String);

/// A column of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatabaseColumn {
    /// The name.
    pub name: String,
    /// The type of its values.
    pub column_type: ColumnType,
    /// The database's name of the type.
    pub declared: String,
    /// Whether the database orders the values as it compares them with a checkpoint's.
    pub is_orderable: bool,
}

/// A unique order of a table's rows: its primary key, or a unique index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UniqueOrder {
    /// The order in messages, such as "the primary key".
    pub name: String,
    /// The columns.
    pub columns: Vec<OrderColumn>,
}

/// A column of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderColumn {
    /// The name.
    pub name: String,
    /// The collation by which values are unique, if it is not the column's.
    pub collation: Option<String>,
}

/// A statement with the values of its placeholders, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The text.
    pub sql: String,
    /// The values.
    pub values: Vec<OrderValue>,
}
