//! The command's `index` on a real `HBase`, by the native client: it lists, builds, checks, repairs and drops
//! indexes that a program writes.

#![allow(
    missing_docs,
    reason = "the derive makes public items of the tests' tables"
)]

mod parcels;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use hbase_backend::Mutation;
use hbase_model::TableName;
use hbase_schema::Connection;
use hbase_schema::index::Settings;
use hbase_schema_cluster_tests::{Cluster, built_programs, soon};
use parcels::Parcel;
use serde_json::Value;

const ROWS: u32 = 300;

/// The command, its store, and the schema.
struct Cli {
    program: PathBuf,
    url: String,
    schema: PathBuf,
}

impl Cli {
    fn new(url: &str) -> Self {
        let programs = built_programs(&["--package", "hbase-schema-cli"]);
        let schema = Path::new(env!("CARGO_MANIFEST_DIR"));
        Self {
            program: programs.expect("the command").join("hbase-schema"),
            url: url.to_owned(),
            schema: schema.join("tests/index_command/parcels.rs"),
        }
    }

    fn run(&self, arguments: &[&str]) -> (Value, i32) {
        let mut command = Command::new(&self.program);
        command.arg("--json").args(arguments);
        let output = command.args(["--url", &self.url]).output();
        let output = output.expect("the command");
        let text = String::from_utf8(output.stdout).expect("JSON");
        let result = serde_json::from_str(&text).unwrap_or_else(|_| {
            let error = String::from_utf8_lossy(&output.stderr);
            panic!("{arguments:?}: {text}{error}")
        });
        (result, output.status.code().expect("an exit status"))
    }

    /// The indexes that a command prints, and its exit status. No wait is longer than two seconds.
    fn index(&self, command: &str, arguments: &[&str]) -> (Vec<Value>, i32) {
        let schema = self.schema.display().to_string();
        let arguments = [&["index", command], arguments, &["--schema", &schema]].concat();
        let (printed, status) = self.run(&arguments);
        let indexes = printed["indexes"].as_array();
        let indexes = indexes.unwrap_or_else(|| panic!("{arguments:?}: {printed}"));
        (indexes.clone(), status)
    }

    fn drop_index(&self, index: &str) {
        let schema = self.schema.display().to_string();
        let waits = ["--write-limit", "1", "--schema", &schema];
        let (dropped, status) = self.run(&[&["index", "drop", index], &waits[..]].concat());
        let state = dropped["state"].as_str();
        assert_eq!((state, status), (Some("dropped"), 0), "{dropped}");
    }

    fn states(&self) -> (Vec<String>, i32) {
        let (indexes, status) = self.index("list", &[]);
        let state = |index: &Value| index["state"].as_str().expect("a state").to_owned();
        (indexes.iter().map(state).collect(), status)
    }
}

fn parcel(id: u32) -> Parcel {
    Parcel {
        id,
        city: format!("city {}", id % 7),
        grams: i64::from(id) - 100,
    }
}

fn indexed(db: &Connection) -> Connection {
    let settings = Settings::default().write_limit(Duration::from_secs(1));
    db.index_settings(settings)
}

/// A put that bypasses the indexes.
async fn put_directly(db: &Connection, parcel: &Parcel) {
    let mut put = Mutation::new(parcel.id.to_be_bytes());
    put.put(b"D1", b"CITY", parcel.city.as_bytes())
        .expect("a cell");
    let grams = parcel.grams.to_be_bytes();
    put.put(b"D1", b"GRAMS", &grams).expect("a cell");
    let table = TableName::parse("DEPOT:PARCEL_BOOK").expect("a name");
    let done = db.backend().mutate(&table, put, soon()).await;
    done.expect("an acknowledged put");
}

async fn own_tables(db: &Connection) -> Vec<TableName> {
    let tables = db.tables().await.expect("tables");
    let own = tables.into_iter();
    own.filter(|table| table.namespace() == "DEPOT").collect()
}

fn counts(of: &Value, names: &[&str]) -> Vec<u64> {
    let count = |name: &&str| {
        of[*name]
            .as_u64()
            .unwrap_or_else(|| panic!("{name} of {of}"))
    };
    names.iter().map(count).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_command_maintains_the_indexes_of_a_program() {
    let cluster = Cluster::from_env().expect("a running HBase");
    let url = format!("hbase://{}", cluster.master);
    let cli = Cli::new(&url);
    let db = Connection::builder().url(&url).connect().await;
    let db = db.expect("a cluster");
    for table in own_tables(&db).await {
        let dropped = db.backend().drop_table(&table, soon()).await;
        dropped.expect("no table of an earlier run");
    }

    creates_and_builds(&cli);
    let parcels = indexed(&db);
    let written = parcels.put_many((0..ROWS).map(parcel)).await;
    assert_eq!(written.expect("rows"), u64::from(ROWS));
    builds_what_was_dropped(&cli);
    finds_and_repairs(&cli, &db).await;
    drops(&cli, &db).await;
}

fn creates_and_builds(cli: &Cli) {
    let schema = cli.schema.display().to_string();
    let (applied, status) = cli.run(&["apply", &schema]);
    assert_eq!(status, 0, "{applied}");
    let dropped = ["dropped"; 2].map(str::to_owned).to_vec();
    assert_eq!(cli.states(), (dropped, 1));
    let (built, status) = cli.index("build", &["--write-limit", "1"]);
    assert_eq!(status, 0, "{built:?}");
    let readable = ["readable"; 2].map(str::to_owned).to_vec();
    assert_eq!(cli.states(), (readable, 0));
}

fn builds_what_was_dropped(cli: &Cli) {
    cli.drop_index("PARCEL_BY_GRAMS");
    let (shown, status) = cli.states();
    assert_eq!((shown[1].as_str(), status), ("dropped", 1));
    let small = ["PARCEL_BY_GRAMS", "--write-limit", "1", "--page", "50"];
    let (built, status) = cli.index("build", &small);
    assert_eq!(counts(&built[0], &["rows", "with_entries"]), [300, 300]);
    assert_eq!((built[0]["state"].as_str(), status), (Some("readable"), 0));
}

async fn finds_and_repairs(cli: &Cli, db: &Connection) {
    let parcels = indexed(db);
    // A row that moves, whose old entry waits; one without entries; one with an entry of another value.
    let moved = Parcel {
        city: "zoo".into(),
        ..parcel(7)
    };
    parcels.put(&moved).await.expect("a row");
    put_directly(db, &parcel(ROWS)).await;

    let (lag, status) = cli.index("lag", &["PARCEL_BY_CITY", "--min-age", "0"]);
    let numbers = counts(&lag[0], &["live", "waiting", "left"]);
    assert_eq!((numbers, status), (vec![300, 1, 1], 0));
    let names = ["rows", "missing", "live", "stale", "repaired"];
    let (found, status) = cli.index("verify", &[]);
    assert_eq!(counts(&found[0], &names), [301, 1, 300, 1, 0]);
    assert_eq!(counts(&found[1], &names), [301, 1, 300, 0, 0]);
    assert_eq!(status, 1);
    let limits = ["--query-limit", "1", "--write-limit", "1"];
    let (found, status) = cli.index("repair", &limits);
    assert_eq!(counts(&found[0], &names), [301, 1, 301, 1, 2]);
    assert_eq!(
        (counts(&found[1], &names), status),
        (vec![301, 0, 301, 0, 0], 0)
    );
    let (found, status) = cli.index("verify", &[]);
    assert_eq!(
        (counts(&found[0], &names), status),
        (vec![301, 0, 301, 0, 0], 0)
    );

    let repaired = parcels
        .query(Parcel::BY_GRAMS.eq(200))
        .rows()
        .collect()
        .await;
    assert_eq!(repaired.expect("rows"), [parcel(ROWS)]);
    let (of_city, status) = cli.index("status", &["PARCEL_BY_CITY"]);
    assert_eq!(
        (of_city[0]["state"].as_str(), status),
        (Some("readable"), 0)
    );
}

async fn drops(cli: &Cli, db: &Connection) {
    for index in ["PARCEL_BY_CITY", "PARCEL_BY_GRAMS"] {
        cli.drop_index(index);
    }
    let dropped = ["dropped"; 2].map(str::to_owned).to_vec();
    assert_eq!(cli.states(), (dropped, 1));
    let left: Vec<String> = own_tables(db)
        .await
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(left, ["DEPOT:INDEX_STATES", "DEPOT:PARCEL_BOOK"]);
    let query = indexed(db)
        .query(Parcel::BY_CITY.eq("zoo"))
        .rows()
        .collect()
        .await;
    assert!(query.is_err(), "an index that was dropped: {query:?}");
}
