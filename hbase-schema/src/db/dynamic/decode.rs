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
    let named = named::<R>(schema, row);
    decode_each(R::SCHEMA.row, schema, named, about, decode, each);
}

/// The cells that are columns of a field, with the bytes of their qualifiers after the prefix.
fn named<'r, R: Table>(
    schema: &'static DynamicSchema,
    row: &'r Row,
) -> impl Iterator<Item = (&'r [u8], CellRef<'r>)> {
    let cells = row.cells();
    cells.filter_map(|cell| Some((qualifier_of(schema, R::SCHEMA, &cell)?, cell)))
}

fn decode_each<'r, T>(
    row: &'static str,
    schema: &'static DynamicSchema,
    cells: impl Iterator<Item = (&'r [u8], CellRef<'r>)>,
    about: CallContext<'_>,
    decode: impl Fn(&[u8], &CellRef<'_>) -> Result<T, CodecError>,
    each: &mut Each<'_, T>,
) {
    for (name, cell) in cells {
        let column = decode(name, &cell);
        let is_error = column.is_err();
        let decode_error = |cause| decode_error(row, schema, &cell, cause);
        each(
            &cell,
            column.map_err(|cause| about.row_error(decode_error(cause))),
        );
        if is_error {
            return;
        }
    }
}

/// The same for qualifiers and values.
pub(super) fn values<R, F, C>(
    token: DynamicColumns<R, F, C>,
    row: &Row,
    about: CallContext<'_>,
    each: &mut Each<'_, (F::Qualifier, F::Value)>,
) where
    R: Table,
    F: DynamicTypes<Qualifier: Qualifier, Value: for<'r> DecodeCell<'r, C>>,
{
    let schema = token.schema();
    let decode = |name: &[u8], cell: &CellRef<'_>| decode_one(schema, name, cell);
    columns::<R, _>(schema, row, about, decode, each);
}

/// The same for those columns that have one of the times, if a scan selects times.
pub(super) fn cut_values<R, F, C>(
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
    let is_in =
        |name: &[u8], cell: &CellRef<'_>| cut.is_none_or(|cut| cut.contains(cell.row, name));
    let named = named::<R>(schema, row).filter(|(name, cell)| is_in(name, cell));
    let decode = |name: &[u8], cell: &CellRef<'_>| decode_one(schema, name, cell);
    decode_each(R::SCHEMA.row, schema, named, about, decode, each);
}

/// Whether a cell is one of the columns.
pub(super) fn is_of<R: Table, F, C>(token: DynamicColumns<R, F, C>, cell: &CellRef<'_>) -> bool {
    qualifier_of(token.schema(), R::SCHEMA, cell).is_some()
}
