//! The gateway's names of columns: `f` for a family, `f:q` for a column.

use std::convert::Infallible;

use hbase_backend::ReadOptions;

/// The name of a column.
pub(crate) fn column_name(family: &[u8], qualifier: &[u8]) -> Vec<u8> {
    [family, b":", qualifier].concat()
}

/// The names of the selected columns and families.
pub(crate) fn selected_columns(read: &ReadOptions) -> Vec<Vec<u8>> {
    let mut columns = Vec::new();
    let Ok(()) = each_selected_column(read, |name| {
        columns.push(name.to_vec());
        Ok::<(), Infallible>(())
    });
    columns
}

/// Passes each name to `each`, without copying it.
pub(crate) fn each_selected_column<E>(
    read: &ReadOptions,
    mut each: impl FnMut(&[u8]) -> Result<(), E>,
) -> Result<(), E> {
    let mut name = Vec::new();
    for selection in &read.columns {
        name.clear();
        name.extend_from_slice(&selection.family);
        if selection.qualifiers.is_empty() {
            each(&name)?;
        }
        name.push(b':');
        let start = name.len();
        for qualifier in &selection.qualifiers {
            name.truncate(start);
            name.extend_from_slice(qualifier);
            each(&name)?;
        }
    }
    Ok(())
}

/// The families of a read.
pub(crate) fn selected_families(read: &ReadOptions) -> Vec<Vec<u8>> {
    read.columns.iter().map(|c| c.family.to_vec()).collect()
}
