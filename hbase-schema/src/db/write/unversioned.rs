//! Structs without a `#[timestamp]`.

use crate::properties::HasNoTimestamp;
use crate::table::Table;

/// A table whose cells have the server's timestamps: it has no field with `#[timestamp]`.
///
/// [`replace`](crate::Connection::replace) requires it. It deletes the columns that a row lacks, and
/// in `HBase` such a delete hides all older versions of the column, and later puts of the same
/// version.
#[diagnostic::on_unimplemented(
    message = "a `{Self}` cannot replace a row: its `#[timestamp]` makes it one version of the row",
    label = "has a field with `#[timestamp]`",
    note = "deleting the columns that this version lacks would delete their older versions too, and hide later puts of this version",
    note = "use `put`, and delete single cells of a version by `db.delete(&key).columns(…).version(…)`"
)]
pub trait Unversioned: Table<Properties: HasNoTimestamp> {}

#[diagnostic::do_not_recommend]
impl<T: Table<Properties: HasNoTimestamp>> Unversioned for T {}
