//! `schema/` matches the structs, and a change is detected.

use std::fs;
use std::path::Path;

use hbase_schema_build::text::KeyMapping;
use hbase_schema_build::{Generate, GenerateError, read};
use hbase_schema_example_build::{Call, Stock};

fn generate(folder: &Path) -> Generate {
    Generate::new()
        .source(folder)
        .out(folder.join("schema"))
        .hive(KeyMapping::Parts)
        .phoenix(KeyMapping::Parts)
}

/// The files of a folder, copied with those below.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let to = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &to);
        } else {
            fs::copy(&path, &to).unwrap();
        }
    }
}

#[test]
fn the_folder_is_fresh_and_a_change_is_detected() {
    let directory = tempfile::tempdir().unwrap();
    let folder = directory.path();
    copy(Path::new(env!("CARGO_MANIFEST_DIR")), folder);
    generate(folder).check().unwrap();
    let source = folder.join("src/stock.rs");
    let changed = fs::read_to_string(&source)
        .unwrap()
        .replace("versions = 3", "versions = 4");
    fs::write(&source, changed).unwrap();
    let GenerateError::Stale { stale, .. } = generate(folder).check().unwrap_err() else {
        panic!("another error");
    };
    assert_eq!(stale, ["DLQX.STOCK_LEVEL.rb", "schema.json", "schema.md"]);
}

#[test]
fn the_program_prints_the_same_json() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("schema/schema.json");
    let stored = read(file).unwrap();
    // In the order of the source: the module comes before the struct.
    assert_eq!(stored, [Stock::SCHEMA.describe(), Call::SCHEMA.describe()]);
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("schema/schema.json"));
    assert!(text.unwrap().contains(&Call::SCHEMA.to_json()));
}
