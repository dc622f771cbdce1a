//! Tests how the command reads the same tables. The command reads their sources, and encodes and decodes keys from the
//! layout. The description that `ddl --format json` prints must be the same as in the program. The results of
//! `key encode` and `key decode` must be the same as in the reference model.

use std::fs;
use std::path::Path;

use hbase_model::PartValue;
use hbase_model::described::DescribedTable;
use hbase_model::description::Description;
use hbase_schema_random_generator::ops::Chooser;
use hbase_schema_random_generator::spec::{Encoding, Part};
use hbase_schema_random_generator::types::Kind;
use hbase_schema_random_generator::{Table, Value, key};
use hbase_schema_random_tests::{source, tables};

fn read(table: &Table, dir: &Path) -> DescribedTable {
    let file = dir.join(format!("table_{}.rs", table.seed));
    fs::write(&file, source::file(table)).expect("a file");
    let tables = hbase_schema_build::read(&file);
    let tables = tables.unwrap_or_else(|error| panic!("{error}\n{}", table.items()));
    tables.into_iter().next().expect("a table")
}

#[test]
fn sources_are_described_as_the_program_describes_itself() {
    let dir = tempfile::tempdir().expect("a directory");
    for subject in tables::subjects() {
        let table = subject.table();
        let by_source = Description::of(&read(&table, dir.path())).to_string();
        assert_eq!(by_source, subject.description(), "{}", table.items());
    }
}

/// The value that the layout encodes; `None` if the test does not compare the part, such as one with a custom encoding.
fn part_value(part: &Part, value: &Value) -> Option<PartValue> {
    if part.omit_none && value.is_none() {
        return Some(PartValue::Absent);
    }
    if part.optional && !part.omit_none || part.encoding == Encoding::Own {
        return None;
    }
    if let (true, Value::Bytes(bytes)) = (part.is_list(), value) {
        let elements = bytes
            .iter()
            .map(|byte| vec![PartValue::Uint((*byte).into())]);
        return Some(PartValue::List(elements.collect()));
    }
    Some(match (part.of.kind, value) {
        (Kind::Int { signed: true, .. }, Value::Int(number)) => PartValue::Int(*number),
        (_, Value::Int(number)) => PartValue::Uint(u128::try_from(*number).ok()?),
        (_, Value::Bool(value)) => PartValue::Bool(*value),
        (_, Value::F32(bits)) => PartValue::Float32(f32::from_bits(*bits)),
        (_, Value::F64(bits)) => PartValue::Float64(f64::from_bits(*bits)),
        (_, Value::Text(text)) => PartValue::Text(text.clone()),
        (_, Value::Bytes(bytes)) => PartValue::Bytes(bytes.clone()),
        (_, Value::Time(ms)) => PartValue::Time(*ms),
        (_, Value::OfDay(ms)) => PartValue::TimeOfDay(*ms),
        (Kind::Words(words), Value::Variant(index)) => PartValue::Text(words[*index].to_owned()),
        (Kind::Numbers(numbers), Value::Variant(index)) => PartValue::Uint(numbers[*index].into()),
        _ => return None,
    })
}

fn part_values(table: &Table, parts: &[Value]) -> Option<Vec<PartValue>> {
    let parts = table.key.parts.iter().zip(parts);
    parts.map(|(part, value)| part_value(part, value)).collect()
}

/// Decoded digits are unsigned, even if the type is signed. This makes them comparable.
fn signed(value: PartValue) -> PartValue {
    match value {
        PartValue::Uint(number) => i128::try_from(number).map_or(value, PartValue::Int),
        value => value,
    }
}

#[test]
fn keys_are_interpreted_as_the_reference_writes_them() {
    let dir = tempfile::tempdir().expect("a directory");
    let mut compared = 0;
    for subject in tables::subjects() {
        let table = subject.table();
        if !table.key.salt.is_known_from_source() {
            continue;
        }
        let layout = read(&table, dir.path()).key;
        for parts in Chooser::new(&table, 0).some_keys() {
            let Some(values) = part_values(&table, &parts) else {
                continue;
            };
            let (expected, found) = (key::encode(&table.key, &parts, 0), layout.encode(&values));
            assert_eq!(
                expected.as_ref().ok(),
                found.as_ref().ok(),
                "{parts:?}\n{}",
                table.items()
            );
            let Ok(bytes) = expected else { continue };
            let stored: Vec<Value> = table
                .key
                .parts
                .iter()
                .zip(&parts)
                .map(|(part, value)| key::stored(part, value))
                .collect();
            let decoded = layout.decode(&bytes).map(|decoded| decoded.parts);
            let decoded = decoded.map(|parts| parts.into_iter().map(signed).collect());
            let expected =
                part_values(&table, &stored).map(|parts| parts.into_iter().map(signed).collect());
            assert_eq!(
                decoded.ok(),
                expected as Option<Vec<PartValue>>,
                "{bytes:x?}\n{}",
                table.items()
            );
            compared += 1;
        }
    }
    assert!(compared > 10, "only {compared} keys were compared");
}
