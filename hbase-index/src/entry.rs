//! Entries: the rows of an index table.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use hbase_backend::{Mutation, Row};
use hbase_model::TableName;
use hbase_model::validate::MAX_ROW;

use crate::definition::IndexDefinition;
use crate::protocol::{EntrySet, RowSet};

/// Bytes of an entry cell's value.
const LENGTH_BYTES: usize = 2;

/// An entry: an indexed value of a row. Its key in the index table is the value's bytes, then the row key. Its
/// cell contains the length of the value's bytes, so that a key can be divided without knowing the value's
/// type.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct EntryKey {
    /// The position of the index in its table's definition.
    pub(crate) index: usize,
    /// The indexed value's bytes.
    pub(crate) value: Vec<u8>,
    /// The row key.
    pub(crate) row: Vec<u8>,
}

/// The entries of rows, by their positions in the order of a query.
pub(crate) type Computed = BTreeMap<Vec<u8>, EntryKey>;

impl EntryKey {
    /// The key in the index table.
    pub(crate) fn key(&self) -> Vec<u8> {
        [self.value.as_slice(), &self.row].concat()
    }

    /// The value of the entry's cell.
    fn cell_value(&self) -> [u8; LENGTH_BYTES] {
        u16::try_from(self.value.len())
            .unwrap_or(u16::MAX)
            .to_be_bytes()
    }

    /// The put of the entry.
    pub(crate) fn put(&self, index: &IndexDefinition, at: i64) -> hbase_backend::Result<Mutation> {
        let column = index.column();
        let mut put = Mutation::new(self.key());
        put.put_at(column.0, column.1, at, &self.cell_value())?;
        Ok(put)
    }

    /// The deletion of the entry up to a timestamp.
    pub(crate) fn deletion(
        &self,
        column: (&[u8], &[u8]),
        up_to: i64,
    ) -> hbase_backend::Result<Mutation> {
        let mut deletion = Mutation::new(self.key());
        deletion.delete_column(column.0, column.1, Some(up_to))?;
        Ok(deletion)
    }

    /// The entry in a row of the index table, with its timestamp; `None` if the row is not an entry.
    pub(crate) fn of_row(index: usize, column: (&[u8], &[u8]), row: &Row) -> Option<(Self, i64)> {
        let cell = row.cell(column.0, column.1)?;
        let length: [u8; LENGTH_BYTES] = cell.value.try_into().ok()?;
        let (value, key) = row
            .key()
            .split_at_checked(u16::from_be_bytes(length).into())?;
        let entry = Self {
            index,
            value: value.to_vec(),
            row: key.to_vec(),
        };
        (!key.is_empty()).then_some((entry, cell.timestamp))
    }
}

/// Checks the length of an entry's key. The backend's error would name the table of the rows, whose keys are short enough.
pub(crate) fn check_length(index: &TableName, value: &[u8], row: &[u8]) -> Result<(), String> {
    let (value, row) = (value.len(), row.len());
    if value + row <= MAX_ROW {
        return Ok(());
    }
    Err(format!(
        "an entry of index {index} has a key of {} bytes, the indexed value's {value} and the row key's {row}, \
         expected at most {MAX_ROW}: write a shorter value, or index a shorter column",
        value + row
    ))
}

/// A set of entries of one row. A write and its requests share it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Entries(Arc<BTreeSet<EntryKey>>);

impl Entries {
    pub(crate) fn iter(&self) -> impl Iterator<Item = &EntryKey> {
        self.0.iter()
    }

    pub(crate) fn insert(&mut self, entry: EntryKey) {
        Arc::make_mut(&mut self.0).insert(entry);
    }
}

impl EntrySet<EntryKey> for Entries {
    fn minus(&self, other: &Self) -> Self {
        Self(Arc::new(&*self.0 - &*other.0))
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn contains(&self, entry: &EntryKey) -> bool {
        self.0.contains(entry)
    }

    fn one(entry: EntryKey) -> Self {
        Self(Arc::new(BTreeSet::from([entry])))
    }
}

/// A set of row keys.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct RowKeys(BTreeSet<Vec<u8>>);

impl RowKeys {
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}

impl RowSet<Vec<u8>> for RowKeys {
    fn insert(&mut self, row: Vec<u8>) -> bool {
        self.0.insert(row)
    }

    fn contains(&self, row: &Vec<u8>) -> bool {
        self.0.contains(row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bytes_of_rows::row;

    mod bytes_of_rows {
        use hbase_backend::{CellBlock, CellKind, CellRef, Row};

        pub(super) fn row(key: &[u8], value: &[u8]) -> Row {
            let mut block = CellBlock::new();
            let cell = CellRef {
                row: key,
                family: b"E",
                qualifier: b"",
                timestamp: 7,
                kind: CellKind::Put,
                value,
            };
            block.push(cell).unwrap();
            Row::new(block.take()).unwrap()
        }
    }

    #[test]
    fn a_key_is_divided_by_its_cell() {
        let found = EntryKey::of_row(0, (b"E", b""), &row(b"abcd", &[0, 1]));
        let entry = EntryKey {
            index: 0,
            value: b"a".to_vec(),
            row: b"bcd".to_vec(),
        };
        assert_eq!(found, Some((entry, 7)));
    }

    #[test]
    fn other_cells_are_no_entries() {
        for value in [&[] as &[u8], &[0, 4], &[0, 9], &[0, 0, 1]] {
            let found = EntryKey::of_row(0, (b"E", b""), &row(b"abcd", value));
            assert_eq!(found, None, "{value:?}");
        }
    }
}
