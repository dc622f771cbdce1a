//! Each struct's description from its source is that of its const, and can be read back.

use std::path::Path;

use hbase_model::description::Description;
use hbase_model::lock::LockFile;
use hbase_schema::TableSchema;

include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The facts of a struct's const are those of its description, and a lock keeps their fingerprint.
pub(crate) fn compare_facts(schema: &'static TableSchema) {
    let (facts, described) = (schema.facts(), schema.describe().facts());
    assert_eq!(facts, described, "{}", schema.row);
    let fingerprint = facts.fingerprint;
    let lock = LockFile::default().updated(&[facts]);
    let lock = lock.expect("a new table").to_string().parse::<LockFile>();
    let lock = lock.unwrap_or_else(|error| panic!("{error}"));
    let (name, table) = lock.tables().next().expect("the table");
    assert_eq!(table.fingerprint(), fingerprint, "{name}");
}

/// Structs of type parameters are of no table that a source alone could tell.
#[test]
fn sources_and_consts_say_the_same() {
    let mut compared = 0;
    for (file, mut consts) in all() {
        let tables = hbase_schema_build::read(Path::new(file)).unwrap_or_else(|e| panic!("{e}"));
        let sources = tables
            .iter()
            .map(|table| Description::of(table).to_string());
        let mut sources: Vec<_> = sources.collect();
        consts.sort();
        sources.sort();
        for (source, by_const) in sources.iter().zip(&consts) {
            assert_eq!(source, by_const, "{file}");
        }
        assert_eq!(sources.len(), consts.len(), "{file}");
        compared += sources.len();
    }
    assert!(compared >= 40, "only {compared} tables were compared");
}

#[test]
fn what_is_written_is_read_back() {
    for (file, _) in all() {
        let tables = hbase_schema_build::read(Path::new(file)).unwrap_or_else(|e| panic!("{e}"));
        for table in tables {
            let json = Description::of(&table).to_string();
            let again = Description::from_json(&json).and_then(|d| d.table());
            assert_eq!(again.unwrap_or_else(|e| panic!("{e}\n{json}")), table);
        }
    }
}
