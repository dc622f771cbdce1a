//! Tables that keep more than one version.

use crate::properties::HasVersions;
use crate::table::Table;

/// A table of which a family declares more than one version.
///
/// [`history`](crate::Connection::history) and
/// [`versions`](crate::db::ScanRequest::versions) of a scan require it. A table that exists with
/// more versions than its struct declares declares them too: `versions = 400` in `#[family]`.
#[diagnostic::on_unimplemented(
    message = "the table of `{Self}` keeps one version of each cell: there are no others to read",
    label = "no family of it declares `versions`",
    note = "declare in `#[family]` how many versions the table keeps, as in `#[family(\"D1\", versions = 400)]`; the default is 1",
    note = "the newest version is read by `get` and by scans"
)]
pub trait KeepsVersions: Table<Properties: HasVersions> {}

#[diagnostic::do_not_recommend]
impl<T: Table<Properties: HasVersions>> KeepsVersions for T {}
