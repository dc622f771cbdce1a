//! The hashes by which a struct is compared with the lock.

use hbase_model::lock::hashed::{self, HashedPart, HashedValue};
use hbase_model::lock::{FactWriter, LockedCell};

use super::facts;
use crate::schema::{ColumnSchema, TableSchema};

/// The hash of a table's name, and the fingerprint of its facts.
#[derive(Clone, Copy, Debug)]
pub struct Locked {
    pub(super) name: u64,
    fingerprint: u64,
}

impl Locked {
    /// The hashes of a schema.
    pub(crate) const fn of(schema: &'static TableSchema) -> Self {
        let mut facts = FactWriter::hashing(&schema.table.name);
        facts::write(schema, &mut facts);
        Self {
            name: facts.name_hash(),
            fingerprint: facts.fingerprint(),
        }
    }

    /// The hashes of a table with this word, without its schema, which takes the compiler longer to evaluate than the comparison.
    /// `known` is the fingerprint of the facts that depend on no type.
    pub const fn new(
        table: u64,
        known: u64,
        parts: &[(u128, &HashedPart)],
        columns: &[(u128, &HashedValue)],
    ) -> Self {
        let mut fingerprint = known;
        let mut at = 0;
        while at < parts.len() {
            let (others, part) = parts[at];
            fingerprint = fingerprint.wrapping_add(part.part(others));
            at += 1;
        }
        let mut at = 0;
        while at < columns.len() {
            let (others, value) = columns[at];
            fingerprint = fingerprint.wrapping_add(value.column(others));
            at += 1;
        }
        Self {
            name: hashed::name_hash(table),
            fingerprint,
        }
    }

    /// The same hashes, with those of further columns.
    #[must_use]
    pub const fn with(self, columns: &[u64]) -> Self {
        let (mut fingerprint, mut at) = (self.fingerprint, 0);
        while at < columns.len() {
            fingerprint = fingerprint.wrapping_add(columns[at]);
            at += 1;
        }
        Self {
            fingerprint,
            ..self
        }
    }

    /// The fingerprint of the facts.
    pub const fn fingerprint(self) -> u64 {
        self.fingerprint
    }
}

/// The fingerprint of a column whose codec has options, in a table with this word.
pub const fn whole_column(table: u64, column: &'static ColumnSchema) -> u64 {
    hashed::whole_column(table, &LockedCell::of_schema(column))
}

#[cfg(test)]
mod tests {
    use hbase_model::{
        Encoding, FamilyDescriptor, KeyLayout, PartLayout, TableDescriptor, TableName,
    };

    use super::*;
    use crate::cell::{EncodeCell, NativeCodec};
    use crate::schema::{CellCodec, ColumnEntry};

    fn schema(key: KeyLayout, columns: &[&'static ColumnSchema]) -> &'static TableSchema {
        let mut table = TableDescriptor::new(TableName::from_static("SHOP", "STOCK"));
        table.families = vec![FamilyDescriptor::new("D1")].into();
        let columns = columns.iter().map(|column| ColumnEntry::Cell(column));
        let schema = TableSchema::new(
            "Stock",
            Box::leak(Box::new(table)),
            Box::leak(Box::new(key)),
            Vec::leak(columns.collect()),
            None,
        );
        Box::leak(Box::new(schema))
    }

    /// A lock has the fingerprint of the schema; the macros add up that of the parts.
    #[test]
    fn the_fingerprint_of_a_table_is_that_of_its_parts_and_columns() {
        let integer = |width| Encoding::Integer {
            width,
            signed: false,
        };
        let parts = [
            PartLayout::plain("shop".into(), integer(4)),
            PartLayout::plain("id".into(), integer(8)),
        ];
        let facts = [
            <u32 as EncodeCell<NativeCodec>>::FACTS,
            <u64 as EncodeCell<NativeCodec>>::FACTS,
        ];
        let column = |name, at: usize, codec| {
            let column = ColumnSchema::new([name, "D1", name, ""], codec, facts[at]);
            &*Box::leak(Box::new(column))
        };
        let columns = [
            column("COUNT", 0, CellCodec::Java),
            column("CENTS", 1, CellCodec::Java),
            column("A", 0, CellCodec::Text),
            column("B", 1, CellCodec::Text),
        ];
        let key = |parts: &[PartLayout]| KeyLayout {
            salt: None,
            parts: parts.to_vec().into(),
        };
        let whole = schema(key(&parts), &columns);
        let known = Locked::of(schema(key(&[]), &[]));

        let name = &whole.table.name;
        let table = hashed::table(name);
        let of_parts = parts
            .each_ref()
            .map(|part| HashedPart::of(&part.encoding, ""));
        let others = [0, 1].map(|at| hashed::part(name, at, &parts[at]));
        let of_columns = facts.map(|facts| HashedValue::of(facts, ""));
        let names = ["COUNT", "CENTS"].map(|column| hashed::column(name, b"D1", column.as_bytes()));
        let locked = Locked::new(
            table,
            known.fingerprint(),
            &[(others[0], &of_parts[0]), (others[1], &of_parts[1])],
            &[(names[0], &of_columns[0]), (names[1], &of_columns[1])],
        );
        assert_eq!(locked.name, Locked::of(whole).name);
        assert_eq!(
            locked.fingerprint(),
            Locked::of(schema(key(&parts), &columns[..2])).fingerprint()
        );
        let further = [
            whole_column(table, columns[2]),
            whole_column(table, columns[3]),
        ];
        let locked = locked.with(&further);
        assert_eq!(locked.name, Locked::of(whole).name);
        assert_eq!(locked.fingerprint(), Locked::of(whole).fingerprint());
        assert_eq!(whole.facts().fingerprint, locked.fingerprint());
    }
}
