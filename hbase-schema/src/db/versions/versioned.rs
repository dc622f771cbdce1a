//! The versions of rows.

use std::collections::BTreeMap;
use std::iter::Take;
use std::marker::PhantomData;

use hbase_backend::block::Cells;
use hbase_backend::{CellRef, Row, TimeRange};
use hbase_model::descriptor::{FamilyDescriptor, Ttl};
use hbase_model::printable::parse_printable;
use hbase_model::time::Period;

use crate::cell::{RowCells, RowError, RowErrorKind};
use crate::db::read::select::Selection;
use crate::schema::TableSchema;
use crate::table::Table;

/// The versions of rows that are one row to the user, newest first, decoded by `S`.
///
/// Cells with the same timestamp are one version. A row's history ends where a required column is no
/// longer kept: its family keeps fewer versions than others, or for a shorter time.
pub(super) struct Versioned<'r, R, S> {
    selection: &'r S,
    /// The time range that was read: newer versions may exist outside of it.
    range: TimeRange,
    times: std::vec::IntoIter<(i64, &'r Row)>,
    /// The period of the table, if its name contains a date.
    period: Option<Period>,
    /// The cells of each row that are still to be read.
    unread: BTreeMap<&'r [u8], UnreadCells<'r>>,
    /// Rows whose older versions lack a required column.
    ended: Vec<&'r [u8]>,
    of: PhantomData<fn() -> R>,
}

impl<'r, R: Table, S: Selection<R>> Versioned<'r, R, S> {
    pub(in crate::db) fn new(
        selection: &'r S,
        range: TimeRange,
        times: Vec<(i64, &'r Row)>,
    ) -> Self {
        Self {
            selection,
            range,
            times: times.into_iter(),
            period: None,
            unread: BTreeMap::new(),
            ended: Vec::new(),
            of: PhantomData,
        }
    }

    pub(in crate::db) fn of_period(self, period: Option<Period>) -> Self {
        Self { period, ..self }
    }

    fn read(&mut self, time: i64, row: &'r Row) -> Result<S::Output, RowError> {
        let unread = self.unread.entry(row.key());
        let unread = unread.or_insert_with(|| UnreadCells::of(row));
        let cells = RowCells::picked(unread.version(time), self.selection.row_name());
        self.selection.read_cells(&cells.of_period(self.period))
    }
}

impl<R: Table, S: Selection<R>> Iterator for Versioned<'_, R, S> {
    /// A version with its timestamp.
    type Item = (i64, Result<S::Output, RowError>);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let (time, row) = self.times.next()?;
            if self.ended.contains(&row.key()) {
                continue;
            }
            let error = match self.read(time, row) {
                Ok(version) => return Some((time, Ok(version))),
                Err(error) => error,
            };
            let schema = self.selection.schema().unwrap_or(R::SCHEMA);
            match Lacking::of(&error, schema) {
                Some(lacking) if lacking.is_kept_no_longer(row, time, self.range) => {
                    self.ended.push(row.key());
                }
                Some(lacking) => return Some((time, Err(lacking.error(error, time)))),
                None => return Some((time, Err(error))),
            }
        }
    }
}

/// The cells of a row, read version by version, so that reading one version does not pass over all others.
struct UnreadCells<'r> {
    columns: Vec<UnreadColumn<'r>>,
    version: Vec<CellRef<'r>>,
}

/// The unread cells of a column, newest first.
struct UnreadColumn<'r> {
    newest: Option<CellRef<'r>>,
    older: Take<Cells<'r>>,
}

impl<'r> UnreadCells<'r> {
    fn of(row: &'r Row) -> Self {
        // The columns by their first cells: a list of all cells would take more memory than they do.
        let mut starts: Vec<(Cells<'r>, usize)> = Vec::new();
        let mut name = None;
        let mut cells = row.cells();
        loop {
            let start = cells.clone();
            let Some(cell) = cells.next() else { break };
            let of_cell = Some((cell.family, cell.qualifier));
            match starts.last_mut() {
                Some((_, len)) if name == of_cell => *len += 1,
                _ => starts.push((start, 1)),
            }
            name = of_cell;
        }
        let columns = starts.into_iter().map(|(start, len)| {
            let mut older = start.take(len);
            let newest = older.next();
            UnreadColumn { newest, older }
        });
        Self {
            columns: columns.collect(),
            version: Vec::new(),
        }
    }

    /// The cells of a version, which is older than those that were read before.
    fn version(&mut self, time: i64) -> &[CellRef<'r>] {
        self.version.clear();
        let found = self.columns.iter_mut().filter_map(|column| column.at(time));
        self.version.extend(found);
        &self.version
    }
}

impl<'r> UnreadColumn<'r> {
    /// The cell of a version; newer ones are passed over.
    fn at(&mut self, time: i64) -> Option<CellRef<'r>> {
        while self.newest.is_some_and(|cell| cell.timestamp > time) {
            self.newest = self.older.next();
        }
        let cell = self.newest.filter(|cell| cell.timestamp == time)?;
        self.newest = self.older.next();
        Some(cell)
    }
}

/// The declared number of versions that a family keeps.
fn versions_of(family: &FamilyDescriptor) -> u32 {
    family.versions.unwrap_or(1)
}

/// Whether `family` keeps fewer versions than `other`, or for a shorter time.
fn is_less(family: &FamilyDescriptor, other: &FamilyDescriptor) -> bool {
    let time = |family: &FamilyDescriptor| family.ttl.unwrap_or(Ttl::FOREVER).as_secs();
    versions_of(family) < versions_of(other) || time(family) < time(other)
}

/// A required column that a version lacks.
struct Lacking {
    family: String,
    qualifier: Vec<u8>,
    /// The declared number of versions that its family keeps.
    kept: u32,
    /// Whether another family keeps more of them, or for a longer time.
    is_kept_less: bool,
}

impl Lacking {
    fn of(error: &RowError, schema: &TableSchema) -> Option<Self> {
        let RowErrorKind::Missing { column, .. } = error.kind() else {
            return None;
        };
        let (family, qualifier) = column.split_once(':')?;
        let described = schema.table.family(family.as_bytes())?;
        let mut families = schema.table.families.iter();
        Some(Self {
            family: family.to_owned(),
            // The error displays the name as `ColumnQualifier` does.
            qualifier: parse_printable(qualifier),
            kept: versions_of(described),
            is_kept_less: families.any(|other| is_less(described, other)),
        })
    }

    /// Whether the column may have had a value at `time` that its family no longer keeps.
    ///
    /// This is certain if the column has as many newer values as the family keeps. Newer ones may
    /// also be outside of the range that was read, deleted or expired: then the column has no older
    /// one.
    fn is_kept_no_longer(&self, row: &Row, time: i64, range: TimeRange) -> bool {
        let (family, qualifier) = (self.family.as_bytes(), &self.qualifier);
        let cells = row.cells();
        let of_column = cells.filter(|cell| cell.family == family && cell.qualifier == qualifier);
        let (mut newer, mut older) = (0, 0);
        for cell in of_column {
            if cell.timestamp > time {
                newer += 1;
            } else {
                older += 1;
            }
        }
        let may_be_unseen = newer > 0 || range.max < i64::MAX;
        newer >= self.kept || (self.is_kept_less && older == 0 && may_be_unseen)
    }

    #[cold]
    fn error(&self, error: RowError, version: i64) -> RowError {
        match error.into_kind() {
            RowErrorKind::Missing {
                row,
                key,
                field,
                column,
                ..
            } => RowErrorKind::MissingInVersion {
                row,
                key,
                field,
                column,
                version,
                kept: self.kept,
            }
            .into(),
            kind => kind.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;

    fn family(versions: Option<u32>, ttl_s: Option<u32>) -> FamilyDescriptor {
        let ttl = ttl_s.and_then(Ttl::from_secs);
        let name = Cow::Borrowed("D1");
        FamilyDescriptor {
            versions,
            ttl,
            ..FamilyDescriptor::with_name(name)
        }
    }

    #[test]
    fn a_family_keeps_less_by_its_versions_or_by_its_time() {
        for (one, other, expected) in [
            (family(Some(3), None), family(Some(3), None), false),
            (family(Some(2), None), family(Some(3), None), true),
            (family(Some(3), None), family(Some(2), None), false),
            (family(None, None), family(Some(2), None), true),
            (family(None, None), family(Some(1), None), false),
            (family(None, Some(5)), family(None, None), true),
            (family(None, None), family(None, Some(5)), false),
            (family(None, Some(5)), family(None, Some(5)), false),
            (family(None, Some(5)), family(None, Some(6)), true),
            (family(Some(3), Some(5)), family(Some(2), Some(6)), true),
        ] {
            assert_eq!(is_less(&one, &other), expected, "{one:?} {other:?}");
        }
    }
}
