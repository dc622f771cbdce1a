//! Tables that keep more than one version.
//!
//! Versions can be read only if they are kept. A `#[timestamp]` in a table of one version is valid.

use crate::properties::{HasGenerations, HasVersions};
use crate::table::Table;

/// A table with a family that declares more than one version.
///
/// [`history`](crate::Connection::history) and [`versions`](crate::db::ScanRequest::versions) of a scan require it. If
/// an existing table keeps more versions than its struct declares, declare them too: `versions = 400` in `#[family]`.
#[diagnostic::on_unimplemented(
    message = "the table of `{Self}` keeps one version of each cell: there are no others to read",
    label = "no family of it declares `versions`",
    note = "declare in `#[family]` how many versions the table keeps, as in `#[family(\"D1\", versions = 400)]`; the default is 1",
    note = "the newest version is read by `get` and by scans"
)]
pub trait KeepsVersions: Table<Properties: HasVersions> {}

#[diagnostic::do_not_recommend]
impl<T: Table<Properties: HasVersions>> KeepsVersions for T {}

/// A table whose families all declare more than one version.
///
/// [`recompute`](crate::db::DatedTables::recompute) requires it: the old rows stay while the new ones are
/// written.
#[diagnostic::on_unimplemented(
    message = "the tables of `{Self}` cannot be recomputed: a family keeps one version of each cell",
    label = "the old rows stay while the new ones are written, and a family has no room for both",
    note = "declare `versions = 2` in each `#[family]`; if other calls put rows too, add one version for each put of a row between two recomputations"
)]
pub trait KeepsGenerations: Table<Properties: HasGenerations> {}

#[diagnostic::do_not_recommend]
impl<T: Table<Properties: HasGenerations>> KeepsGenerations for T {}
