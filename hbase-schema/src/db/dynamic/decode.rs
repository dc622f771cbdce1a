//! Decodes partial rows.

use hbase_backend::{CellRef, Row};

use super::chunks::Each;
use super::cut::Cut;
use crate::cell::DecodeCell;
use crate::codec::CodecError;
use crate::db::error::CallContext;
use crate::dynamic::values::{decode_error, decode_one, qualifier_of};
use crate::dynamic::{DynamicColumns, DynamicTypes, Qualifier};
use crate::schema::DynamicSchema;
use crate::table::Table;

/// Calls `each` with the decoded columns of a partial row, up to the first that does not decode.
pub(super) fn columns<R: Table, T>(
    schema: &'static DynamicSchema,
    row: &Row,
    about: CallContext<'_>,
    decode: impl Fn(&[u8], &CellRef<'_>) -> Result<T, CodecError>,
    each: &mut Each<'_, T>,
) {
    columns_of::<R, T>(schema, row, None, about, decode, each);
}

/// The same for those columns that have one of the times, if a scan selects times.
fn columns_of<R: Table, T>(
    schema: &'static DynamicSchema,
    row: &Row,
    cut: Option<&Cut>,
    about: CallContext<'_>,
    decode: impl Fn(&[u8], &CellRef<'_>) -> Result<T, CodecError>,
    each: &mut Each<'_, T>,
) {
    for cell in row.cells() {
        let Some(name) = qualifier_of(schema, R::SCHEMA, &cell) else {
            continue;
        };
        if cut.is_some_and(|cut| !cut.contains(cell.row, name)) {
            continue;
        }
        let column = decode(name, &cell);
        let is_error = column.is_err();
        each(
            &cell,
            column.map_err(|cause| {
                about.row_error(decode_error(R::SCHEMA.row, schema, &cell, cause))
            }),
        );
        if is_error {
            return;
        }
    }
}

/// The qualifiers and values of the columns that have one of the times, if a scan selects times.
pub(super) fn values<R, F, C>(
    token: DynamicColumns<R, F, C>,
    row: &Row,
    cut: Option<&Cut>,
    about: CallContext<'_>,
    each: &mut Each<'_, (F::Qualifier, F::Value)>,
) where
    R: Table,
    F: DynamicTypes<Qualifier: Qualifier, Value: for<'r> DecodeCell<'r, C>>,
{
    let schema = token.schema();
    let decode = |name: &[u8], cell: &CellRef<'_>| decode_one(schema, name, cell);
    columns_of::<R, _>(schema, row, cut, about, decode, each);
}

/// Whether a cell is one of the columns.
pub(super) fn is_of<R: Table, F, C>(token: DynamicColumns<R, F, C>, cell: &CellRef<'_>) -> bool {
    qualifier_of(token.schema(), R::SCHEMA, cell).is_some()
}
