//! Fingerprints in generated code, without the schema: its consts cost more than all hashes.

use std::marker::PhantomData;

use hbase_model::lock::quick::{CellWords, codes};
use hbase_model::lock::{FactWriter, LockedCell};
use hbase_model::{KeyLayout, TableDescriptor};

use super::facts;
use crate::cell::EncodeCell;
use crate::schema::{CellCodec, ColumnSchema, TableSchema};

/// The words of a type in a codec, which the compiler computes once.
struct WordsOf<T, C>(PhantomData<(T, C)>);

impl<T: EncodeCell<C>, C> WordsOf<T, C> {
    const WORDS: CellWords = CellWords::of(&LockedCell {
        family: b"",
        prefix: b"",
        qualifier: b"",
        codec: CellCodec::Java,
        facts: T::FACTS,
        default: false,
        counter: false,
        codes: T::CODES,
    });
}

/// The part of a fingerprint that is a column without options. `names` are the hashes of its lines up to its name.
pub const fn cell<T: EncodeCell<C>, C>(names: [u64; 2]) -> u64 {
    let fact = WordsOf::<T, C>::WORDS.fact(names[0]);
    fact.wrapping_add(codes(names[1], T::CODES))
}

/// The same of any column.
pub const fn column(names: [u64; 2], column: &'static ColumnSchema) -> u64 {
    let cell = LockedCell::of_schema(column);
    let fact = CellWords::of(&cell).fact(names[0]);
    fact.wrapping_add(codes(names[1], cell.codes))
}

/// The part of a fingerprint that is the key.
pub const fn key(table: &TableDescriptor, layout: &KeyLayout) -> u64 {
    let mut facts = FactWriter::new(&table.name, &mut []);
    facts.key(layout);
    facts.fingerprint()
}

/// The whole fingerprint.
pub const fn fingerprint(schema: &'static TableSchema) -> u64 {
    let mut facts = FactWriter::new(&schema.table.name, &mut []);
    facts::write(schema, &mut facts);
    facts.fingerprint()
}

/// The fingerprint of these parts.
pub const fn sum(parts: &[u64]) -> u64 {
    let (mut sum, mut at) = (0_u64, 0);
    while at < parts.len() {
        sum = sum.wrapping_add(parts[at]);
        at += 1;
    }
    sum
}
