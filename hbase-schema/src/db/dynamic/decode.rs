//! Decodes partial rows.

use hbase_backend::{CellRef, Row};

use crate::cell::{DecodeCell, RowError};
use crate::db::error::{CallContext, Error};
use crate::dynamic::values::{decode_error, decode_one, decode_qualifier, qualifier_of};
use crate::dynamic::{DynamicColumns, DynamicTypes, Qualifier};
use crate::table::Table;

/// Calls `each` with the decoded columns of a partial row, up to the first that does not decode.
pub(super) fn columns<R, F, C>(
    token: DynamicColumns<R, F, C>,
    row: &Row,
    mut each: impl FnMut(&CellRef<'_>, Result<(F::Qualifier, F::Value), Error>),
    about: CallContext<'_>,
) where
    R: Table,
    F: DynamicTypes<Qualifier: Qualifier, Value: for<'r> DecodeCell<'r, C>>,
{
    for cell in row.cells() {
        let Some(bytes) = qualifier_of(token.schema(), R::SCHEMA, &cell) else {
            continue;
        };
        let column = decode_one::<F::Qualifier, F::Value, C>(token.schema(), bytes, &cell);
        let column =
            column.map_err(|cause| decode_error(R::SCHEMA.row, token.schema(), &cell, cause));
        let is_error = column.is_err();
        each(
            &cell,
            column.map_err(|error: RowError| about.row_error(error)),
        );
        if is_error {
            return;
        }
    }
}

/// The same without the values.
pub(super) fn qualifiers<R, F, C>(
    token: DynamicColumns<R, F, C>,
    row: &Row,
    mut each: impl FnMut(Result<F::Qualifier, Error>),
    about: CallContext<'_>,
) where
    R: Table,
    F: DynamicTypes<Qualifier: Qualifier>,
{
    for cell in row.cells() {
        let Some(bytes) = qualifier_of(token.schema(), R::SCHEMA, &cell) else {
            continue;
        };
        let decoded = decode_qualifier::<F::Qualifier>(token.schema(), bytes);
        let decoded = decoded.map_err(|cause| {
            about.row_error(decode_error(R::SCHEMA.row, token.schema(), &cell, cause))
        });
        let is_error = decoded.is_err();
        each(decoded);
        if is_error {
            return;
        }
    }
}

/// Whether a cell is one of the columns.
pub(super) fn is_of<R: Table, F, C>(token: DynamicColumns<R, F, C>, cell: &CellRef<'_>) -> bool {
    qualifier_of(token.schema(), R::SCHEMA, cell).is_some()
}
