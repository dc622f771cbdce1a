//! Tables with indexes.

use crate::schema::IndexSchema;
use crate::table::{FixedName, FromRowOwned, KeyFor, Table};

/// A table with indexes: `Connection::query` finds its rows by their indexed values.
///
/// `#[derive(HTable)]` implements it for a struct with `#[index]` on a field, or on the struct.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no indexes",
    label = "no struct that derives `HTable`, or one without `#[index]`",
    note = "an index has its own table: `#[index(\"NAMESPACE:TABLE_BY_FIELD\")]` on the field",
    note = "rows of a table without indexes are found by their key, or by a filter: `db.scan(…)`",
    note = "generic code that queries bounds its rows by `Indexed`; all other calls need `TableRow` alone"
)]
pub trait Indexed: Table<Key: KeyFor<Self>> + FixedName + FromRowOwned + 'static {
    /// The indexes: those on fields in the order of the fields, then those on the struct.
    const INDEXES: &'static [&'static IndexSchema];
}
