//! The table of rows with a `#[version]`: conditions, next versions, errors.

use hbase_backend::{CheckAndMutate, Condition, Mutation, Row};

use crate::codec::CodecError;
use crate::db::error::{CallContext, ChangedRow, Error};
use crate::db::target::table_ref::TableRef;
use crate::schema::{RowVersion, TableSchema, VersionColumn};

/// The error of a change of the version alone.
pub(in crate::db) const NOT_CHANGED: &str =
    "found a change of the `#[version]`, which each write counts: leave it out";

/// The table of a call, whose struct has a `#[version]`.
#[derive(Clone, Copy)]
pub(in crate::db) struct Versioned<'t> {
    pub(super) table: &'t TableRef,
    pub(super) schema: &'static TableSchema,
    column: VersionColumn,
}

impl<'t> Versioned<'t> {
    /// `None` for a struct without `#[version]`.
    pub(in crate::db) fn of(table: &'t TableRef) -> Option<Self> {
        let schema = table.schema();
        Some(Self {
            table,
            schema,
            column: schema.version?,
        })
    }

    /// Whether a mutation puts a whole row, with its version.
    pub(super) fn is_whole(&self, mutation: &Mutation) -> bool {
        let mut cells = mutation.cells().iter();
        cells.any(|cell| self.column.is_of(&cell))
    }

    /// Whether a write needs no version: the deletion of a whole row.
    pub(in crate::db) fn is_free(mutation: &Mutation) -> bool {
        mutation.row_deletion().is_some()
    }

    /// The family and the qualifier of the version.
    pub(super) fn name(&self) -> (&'static str, &'static [u8]) {
        self.column.name()
    }

    /// The version that a mutation puts; `None` for a change of other columns.
    pub(super) fn put_by(
        &self,
        about: CallContext<'_>,
        mutation: &Mutation,
    ) -> Result<Option<RowVersion>, Error> {
        let put = self.column.put_by(mutation);
        put.map_err(|error| self.error(about, &error))
    }

    /// The version of a row.
    pub(super) fn version_of(
        &self,
        about: CallContext<'_>,
        row: Option<&Row>,
    ) -> Result<RowVersion, Error> {
        self.read(row).map_err(|error| self.error(about, &error))
    }

    fn read(&self, row: Option<&Row>) -> Result<RowVersion, CodecError> {
        let (family, qualifier) = self.name();
        let cell = row.and_then(|row| row.value(family.as_bytes(), qualifier));
        self.column.read(cell)
    }

    /// Whether a row has this number, in whatever bytes.
    pub(super) fn has_number(&self, row: Option<&Row>, version: &RowVersion) -> bool {
        let found = self.read(row);
        found.is_ok_and(|found| found.number == version.number)
    }

    /// The error of a version that cannot be read, or is the last one.
    fn error(&self, about: CallContext<'_>, error: &CodecError) -> Error {
        let (family, qualifier) = self.name();
        about.column(family, qualifier).request(error)
    }

    /// The condition that a row still has the version that was found.
    pub(super) fn unchanged(&self, found: Option<&Row>) -> Condition {
        let (family, qualifier) = self.name();
        let cell = found.and_then(|row| row.value(family.as_bytes(), qualifier));
        Condition::unchanged(family, qualifier, cell.map(<[u8]>::to_vec))
    }

    /// The condition that a row has the version that a put contains. Usually, 0 is not stored.
    fn expected(&self, version: &RowVersion) -> Condition {
        let (family, qualifier) = self.name();
        let cell = version.cell.clone().filter(|_| !version.is_zero);
        Condition::unchanged(family, qualifier, cell)
    }

    /// The mutation with the next version.
    pub(super) fn counted(
        &self,
        about: CallContext<'_>,
        mutation: &Mutation,
        version: &RowVersion,
    ) -> Result<Mutation, Error> {
        let counted = self.column.counted(mutation, version);
        counted.map_err(|error| about.backend(error))
    }

    /// A row's write on the condition that the row has its version.
    pub(super) fn write_at(
        &self,
        about: CallContext<'_>,
        mutation: &Mutation,
        version: &RowVersion,
    ) -> Result<CheckAndMutate, Error> {
        let counted = self.counted(about, mutation, version)?;
        Ok(CheckAndMutate::new(self.expected(version), counted))
    }

    /// Rejects a change of columns that deletes the version.
    pub(super) fn leaves_version(
        &self,
        about: CallContext<'_>,
        mutation: &Mutation,
    ) -> Result<(), Error> {
        if self.is_whole(mutation) {
            let (family, qualifier) = self.name();
            return Err(about.column(family, qualifier).request(NOT_CHANGED));
        }
        Ok(())
    }

    /// The error of a row that is not as its writer has read it.
    pub(super) fn changed(
        &self,
        about: CallContext<'_>,
        read: RowVersion,
        row: Option<Row>,
    ) -> Error {
        let found = row.as_ref().map(|row| match self.read(Some(row)) {
            Ok(version) => version.number,
            Err(_) => "bytes that are no version".to_owned(),
        });
        Error::Changed(Box::new(ChangedRow {
            context: about.into(),
            read: read.number,
            found,
            row,
            period: self.table.period(),
        }))
    }
}

/// The mutation that stores the first version of a new row. Of a struct without `#[version]`, the same.
pub(super) fn first_of(
    about: CallContext<'_>,
    table: &TableRef,
    mutation: Mutation,
) -> Result<Mutation, Error> {
    let Some(to) = Versioned::of(table) else {
        return Ok(mutation);
    };
    match to.put_by(about, &mutation)? {
        Some(version) if version.is_zero => to.counted(about, &mutation, &version),
        version => {
            let found = version.map_or_else(String::new, |version| version.number);
            Err(about.request(format_args!(
                "found the version {found}, expected 0, the version of a new row"
            )))
        }
    }
}

/// The mutation that stores the next version of a row that a function changed. Of a struct without `#[version]`, the same.
pub(super) fn next_of(
    about: CallContext<'_>,
    table: &TableRef,
    found: &Row,
    mutation: Mutation,
) -> Result<Mutation, Error> {
    let Some(to) = Versioned::of(table) else {
        return Ok(mutation);
    };
    let read = to.version_of(about, Some(found))?;
    match to.put_by(about, &mutation)? {
        Some(version) if version.number == read.number => to.counted(about, &mutation, &version),
        _ => Err(about.request(format_args!(
            "the function changed the `#[version]`, which was {}: leave it as it is, the call counts the write",
            read.number
        ))),
    }
}
