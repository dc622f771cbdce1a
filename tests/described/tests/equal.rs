//! Each struct's description from its source is that of its const, and can be read back.

use std::path::Path;

use hbase_model::description::Description;

include!(concat!(env!("OUT_DIR"), "/files.rs"));

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
