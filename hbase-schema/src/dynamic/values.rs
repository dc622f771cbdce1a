//! Decoding the cells of dynamic columns.

use hbase_backend::{CellRef, Row};

use super::qualifier::Qualifier;
use crate::cell::{DecodeCell, RowCells, RowError, RowErrorKind};
use crate::codec::CodecError;
use crate::key::printable;
use crate::schema::{DynamicSchema, TableSchema};

/// The cells of a row that are dynamic columns of one field.
#[derive(Debug)]
pub struct DynamicValues<'r, 'c> {
    cells: &'c RowCells<'r>,
    schema: &'static DynamicSchema,
    table: &'static TableSchema,
}

impl<'r, 'c> DynamicValues<'r, 'c> {
    #[doc(hidden)]
    pub const fn new(
        cells: &'c RowCells<'r>,
        schema: &'static DynamicSchema,
        table: &'static TableSchema,
    ) -> Self {
        Self {
            cells,
            schema,
            table,
        }
    }

    /// The columns, each with its newest value, in the order of the qualifiers' bytes.
    pub(crate) fn decoded<Q: Qualifier, V: DecodeCell<'r, C>, C>(
        self,
    ) -> impl Iterator<Item = Result<(Q, V), RowError>> {
        let Self {
            cells,
            schema,
            table,
        } = self;
        let mut last: Option<&'r [u8]> = None;
        let mut found = 0;
        let is_cut = cells.columns_len() >= table.most_cells();
        // A row that is cut off may lack any of its columns, even all of these.
        let cut = is_cut.then(|| Err(too_many(cells, schema)));
        let decoded = cells.counted().filter_map(move |cell| {
            let bytes = qualifier_of(schema, table, &cell)?;
            // Versions come newest first: older ones are skipped.
            if last.replace(cell.qualifier) == Some(cell.qualifier) {
                return None;
            }
            found += 1;
            if schema.limit.is_some_and(|limit| found > limit) {
                return Some(Err(too_many(cells, schema)));
            }
            let decoded = decode_one(schema, bytes, &cell);
            Some(decoded.map_err(|cause| decode_error(cells.row_name(), schema, &cell, cause)))
        });
        cut.into_iter().chain(decoded)
    }
}

/// The bytes of the qualifier after the prefix; `None` if the cell is not one of these columns.
pub(crate) fn qualifier_of<'r>(
    schema: &DynamicSchema,
    table: &TableSchema,
    cell: &CellRef<'r>,
) -> Option<&'r [u8]> {
    if cell.family != schema.family.as_bytes() {
        return None;
    }
    let bytes = cell.qualifier.strip_prefix(schema.prefix.as_bytes())?;
    let is_others = !schema.may_be(cell.qualifier, b"") && table.has_other(schema, cell.qualifier);
    (!is_others).then_some(bytes)
}

/// The error of a row that is cut off, and may lack any column for that reason.
#[cold]
pub(crate) fn cut_off(table: &TableSchema, cells: &RowCells<'_>) -> Option<RowError> {
    let schema = table.whole_dynamic().next()?;
    (cells.columns_len() >= table.most_cells()).then(|| too_many(cells, schema))
}

/// Rejects a row that was read with its versions and may be cut off, before it is divided into them:
/// one version does not show whether the row has all of its columns.
pub(crate) fn check_versions(
    table: &TableSchema,
    row: &Row,
    max_versions: u32,
) -> Result<(), RowError> {
    if max_versions == 1 {
        return cut_off(table, &RowCells::new(row, table.row)).map_or(Ok(()), Err);
    }
    let most = table.most_versions(max_versions);
    for schema in table.whole_dynamic() {
        let family = schema.family.as_bytes();
        let cells = row.cells().filter(|cell| cell.family == family);
        if cells.count() >= usize::try_from(most).unwrap_or(usize::MAX) {
            return Err(too_many_versions(row, table.row, schema, most));
        }
    }
    Ok(())
}

/// Decodes a column from the bytes of its qualifier after the prefix.
pub(crate) fn decode_one<'r, Q: Qualifier, V: DecodeCell<'r, C>, C>(
    schema: &DynamicSchema,
    qualifier: &[u8],
    cell: &CellRef<'r>,
) -> Result<(Q, V), CodecError> {
    let name = decode_qualifier::<Q>(schema, qualifier)?;
    Ok((name, V::decode_named(qualifier, cell.value)?))
}

/// Decodes the bytes of a qualifier after the prefix.
pub(crate) fn decode_qualifier<Q: Qualifier>(
    schema: &DynamicSchema,
    bytes: &[u8],
) -> Result<Q, CodecError> {
    Q::decode_qualifier(bytes).map_err(|error| {
        CodecError::new(format_args!(
            "found the qualifier `{}` after the prefix {:?}, expected one of `{}`: {error}",
            printable(bytes),
            schema.prefix,
            schema.type_name
        ))
    })
}

#[cold]
fn too_many(cells: &RowCells<'_>, schema: &'static DynamicSchema) -> RowError {
    RowErrorKind::TooManyColumns {
        row: cells.row_name(),
        key: printable(cells.key()),
        field: schema.field,
        family: schema.family,
        limit: schema.limit.unwrap_or(u32::MAX),
    }
    .into()
}

#[cold]
fn too_many_versions(
    row: &Row,
    name: &'static str,
    schema: &'static DynamicSchema,
    most: u32,
) -> RowError {
    RowErrorKind::TooManyVersions {
        row: name,
        key: printable(row.key()),
        field: schema.field,
        family: schema.family,
        most,
    }
    .into()
}

/// The name of a map's value type: the last argument of the map's type.
fn value_type(map: &'static str) -> &'static str {
    let mut depth = 0_usize;
    let commas = map.bytes().enumerate().filter(|(_, byte)| {
        match byte {
            b'<' | b'(' | b'[' => depth += 1,
            b'>' | b')' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        *byte == b',' && depth == 1
    });
    let last = commas.map(|(at, _)| at).last();
    let value = last.and_then(|at| map[at + 1..].strip_suffix('>'));
    value.map_or(map, str::trim)
}

/// The error of a column that does not decode.
#[cold]
pub(crate) fn decode_error(
    row: &'static str,
    schema: &'static DynamicSchema,
    cell: &CellRef<'_>,
    cause: CodecError,
) -> RowError {
    let cut = &cell.value[..cell.value.len().min(100)];
    RowErrorKind::Decode {
        row,
        key: printable(cell.row),
        field: schema.field,
        column: format!("{}:{}", schema.family, printable(cell.qualifier)).into(),
        expected: value_type(schema.type_name),
        value: printable(cut),
        cause,
    }
    .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_type_of_a_value_is_the_last_one_of_its_map() {
        for (map, expected) in [
            ("BTreeMap<String,u32>", "u32"),
            ("BTreeMap<(u8,u16),Vec<(u8,u8)>>", "Vec<(u8,u8)>"),
            ("Dynamic<Key<A,B>, [u8;4]>", "[u8;4]"),
            ("Own<u8>", "Own<u8>"),
            ("Own", "Own"),
        ] {
            assert_eq!(value_type(map), expected, "{map}");
        }
    }
}
