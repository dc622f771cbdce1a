//! Exports and imports the rows of random tables, and encodes and decodes their keys, with the command.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;

use hbase_schema::Connection;
use hbase_schema_embedded::{Embedded, Options};
use hbase_schema_random_generator::ops::{Chooser, Op, Outcome, Row};
use hbase_schema_random_generator::spec::{Codec, Encoding, FieldRole};
use hbase_schema_random_generator::{Table, key};
use hbase_schema_random_tests::run::calls_of;
use hbase_schema_random_tests::{AnySubject, Store, source, tables};
use serde_json::Value;
use tempfile::TempDir;

/// A directory with the source of a table, in which the command runs.
struct Place<'t> {
    table: &'t Table,
    dir: TempDir,
}

impl<'t> Place<'t> {
    fn new(table: &'t Table) -> Self {
        let dir = tempfile::tempdir().expect("a directory");
        fs::write(dir.path().join("table.rs"), source::file(table)).expect("a file");
        Self { table, dir }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hbase-schema-random-command-tests"));
        command.args(arguments).current_dir(self.dir.path());
        command.output().expect("the command runs")
    }

    /// Runs the command, which must succeed.
    fn succeed(&self, arguments: &[&str]) -> Vec<u8> {
        let output = self.run(arguments);
        assert!(
            output.status.success(),
            "RANDOM_TABLES={}: {arguments:?}\n{}{}\n{}",
            self.table.seed,
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr),
            self.table.items()
        );
        output.stdout
    }

    fn json(&self, arguments: &[&str]) -> Value {
        serde_json::from_slice(&self.succeed(arguments)).expect("JSON")
    }

    fn export(&self, store: &str, file: &str) -> Vec<u8> {
        let name = self.table.name();
        self.succeed(&[
            "export", "--from", store, "--schema", "table.rs", "--table", &name, "--to", file,
        ]);
        fs::read(self.path(file)).expect("the exported file")
    }

    fn import(&self, file: &str, store: &str) {
        let name = self.table.name();
        self.succeed(&[
            "import", "--from", file, "--to", store, "--schema", "table.rs", "--table", &name,
            "--create",
        ]);
    }
}

/// Whether the command exports and imports rows of the table. An import sets the timestamps, rejects tables by date and
/// tables with an index, and could not recognize a duplicate whose salt is not computed from the key. Only the program
/// knows its own codecs and encodings, and the encoding of an optional part.
fn is_importable(table: &Table) -> bool {
    let mut fields = table.fields.iter();
    let has_own_codec = fields.any(|field| match &field.role {
        FieldRole::Column(column) => column.codec == Codec::With,
        FieldRole::Group(group) => {
            let mut columns = group.columns.iter();
            columns.any(|(_, column)| column.codec == Codec::With)
        }
        _ => false,
    });
    let mut parts = table.key.parts.iter();
    let has_own_encoding =
        parts.any(|part| part.encoding == Encoding::Own || part.optional && !part.omit_none);
    let is_own = has_own_codec || has_own_encoding;
    table.needs_no_clock() && table.key.salt.is_known_from_source() && !is_own
}

/// The rows that a run puts.
fn rows(table: &Table) -> Vec<Row> {
    let calls = calls_of(table, 0).into_iter();
    calls
        .flat_map(|call| match call {
            Op::Put(row) | Op::Insert(row) | Op::Replace(row) => vec![row],
            Op::PutMany(rows) => rows,
            _ => Vec::new(),
        })
        .collect()
}

/// Puts rows into a new store, and returns their number.
async fn fill(subject: &dyn AnySubject, table: &Table, dir: &Path) -> usize {
    let store = Embedded::open(dir, Options::default()).await;
    let db = Connection::with_backend(Arc::new(store.expect("the store opens")));
    subject.create(&db).await.expect("the table is created");
    let store = Store::new(&db, None);
    let mut put = 0;
    for row in rows(table) {
        // A row without cells cannot be put.
        let (outcome, _) = subject.run(&store, &Op::Put(row)).await;
        put += usize::from(outcome == Outcome::Done);
    }
    put
}

#[tokio::test]
async fn an_export_of_imported_rows_is_the_same() {
    let mut compared = 0;
    for subject in tables::subjects() {
        let table = subject.table();
        if !is_importable(&table) {
            continue;
        }
        let place = Place::new(&table);
        compared += fill(subject.as_ref(), &table, &place.path("filled")).await;
        for format in ["csv", "jsonl"] {
            let (first, second) = (format!("first.{format}"), format!("second.{format}"));
            let exported = place.export("embedded:filled", &first);
            let store = format!("embedded:{format}");
            place.import(&first, &store);
            let again = place.export(&store, &second);
            assert_eq!(
                String::from_utf8_lossy(&exported),
                String::from_utf8_lossy(&again),
                "RANDOM_TABLES={}\n{}",
                table.seed,
                table.items()
            );
        }
    }
    assert!(compared > 10, "only {compared} rows were compared");
}

/// The values of the key parts in the command's description of a key, as `PART=VALUE`. Parts that are left out have none.
fn parts(table: &Table, key: &Value) -> Vec<String> {
    let segments = key["made_of"].as_array().expect("segments");
    let part = |name: &str| {
        let segment = segments.iter().find(|segment| segment["name"] == name);
        let value = segment.expect("the key has the part")["value"].as_str();
        value.map(|value| format!("{name}={value}"))
    };
    let parts = table.key.parts.iter();
    parts.filter_map(|of| part(&of.name)).collect()
}

#[test]
fn a_decoded_key_is_encoded_as_the_same_bytes() {
    let mut compared = 0;
    for subject in tables::subjects() {
        let table = subject.table();
        let (place, name) = (Place::new(&table), table.name());
        let mut keys = Chooser::new(&table, 0).some_keys();
        keys.truncate(5);
        for bytes in keys
            .iter()
            .filter_map(|parts| key::encode(&table.key, parts, 0).ok())
        {
            let hex = const_hex::encode(bytes);
            let decoded = place.json(&[
                "key",
                "decode",
                "--json",
                "table.rs",
                &name,
                &format!("0x{hex}"),
            ]);
            let parts = parts(&table, &decoded);
            // An argument of a process cannot contain this byte.
            if parts.iter().any(|part| part.contains('\0')) {
                continue;
            }
            let mut arguments = vec!["key", "encode", "--json", "table.rs", &name];
            arguments.extend(parts.iter().map(String::as_str));
            let encoded = place.json(&arguments);
            let mut keys = encoded["keys"].as_array().expect("keys").iter();
            assert!(
                keys.any(|key| key["hex"] == hex),
                "RANDOM_TABLES={}: {hex} is decoded as {parts:?}, which are encoded as {encoded}\n{}",
                table.seed,
                table.items()
            );
            compared += 1;
        }
    }
    assert!(compared > 10, "only {compared} keys were compared");
}
