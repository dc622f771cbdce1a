//! Tables with indexes.

use crate::schema::IndexSchema;
use crate::table::{FixedName, FromRowOwned, KeyFor, Table};

/// A table with indexes, whose writes go through `Connection::indexed`.
///
/// `#[derive(HTable)]` implements it for a struct with `#[index]` on a field, or on the struct.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no indexes",
    label = "no struct that derives `HTable`, or one without `#[index]`",
    note = "an index has its own table: `#[index(\"NAMESPACE:TABLE_BY_FIELD\")]` on the field",
    note = "a table without indexes is read and written by the connection itself: `db.put(&row)`",
    note = "generic code bounds its rows by `Indexed` alone: `TableRow` is for tables without indexes"
)]
pub trait Indexed: Table<Key: KeyFor<Self>> + FixedName + FromRowOwned + 'static {
    /// The indexes: those on fields in the order of the fields, then those on the struct.
    const INDEXES: &'static [&'static IndexSchema];
}
