//! Structs without a timestamp of their own.

use crate::table::Table;

/// A table whose cells carry the server's time: no field of it is a `#[timestamp]`.
///
/// [`replace`](crate::Connection::replace) takes only such rows. It deletes the columns that a row
/// lacks, and `HBase` can delete a column only together with all of its older versions, for every
/// later put of the same version too.
#[diagnostic::on_unimplemented(
    message = "a `{Self}` cannot replace a row: its `#[timestamp]` makes it one version of the row",
    label = "has a field with `#[timestamp]`",
    note = "deleting the columns that this version lacks would delete their older versions too, and hide later puts of this version",
    note = "use `put`, and delete single cells of a version by `db.delete(&key).columns(…).version(…)`"
)]
pub trait Unversioned: Table {}

#[diagnostic::do_not_recommend]
impl<T: Unversioned> Unversioned for &T {}
