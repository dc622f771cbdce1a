//! `index` on rows that a program wrote: the command and the program have the same entries.

#[path = "../tables/indexed/mails.rs"]
mod mails;
#[path = "../tables/indexed/types.rs"]
mod types;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;

use hbase_schema::index::{Settings, Verification};
use hbase_schema::model::{Deadline, Mutation, TableName};
use hbase_schema::{Connection, Sequence, TimeOfDay, Timestamp};
use mails::Mail;
use serde_json::Value;
use types::{Size, Typed};

const ROWS: u32 = 1200;

async fn open(store: &Path) -> Connection {
    hbase_schema::connect(&url(store)).await.unwrap()
}

fn url(store: &Path) -> String {
    format!("embedded:{}", store.display())
}

/// The path of a store, which is empty, and its folder.
fn new_store() -> (tempfile::TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let store = directory.path().join("store");
    (directory, store)
}

/// Runs a command on a store and a schema of `tests/tables/indexed`.
fn output(arguments: &[&str], store: &Path, schema: &str) -> Output {
    let schemas = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tables/indexed");
    Command::new(env!("CARGO_BIN_EXE_hbase-schema"))
        .args(arguments)
        .arg(schemas.join(schema))
        .args(["--url", &url(store)])
        .output()
        .unwrap()
}

/// What a command printed.
fn text(output: Output) -> String {
    String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
}

fn indexed(db: &Connection) -> Connection {
    let settings = Settings::default().write_limit(Duration::from_secs(1));
    db.index_settings(settings)
}

fn mail(id: u32) -> Mail {
    Mail {
        id,
        sender: format!("sender {}", id % 7),
        size: i64::from(id) - 600,
    }
}

/// The result and the exit status.
fn run(store: &Path, arguments: &[&str]) -> (Value, i32) {
    run_with("mails.rs", store, arguments)
}

fn run_with(schema: &str, store: &Path, arguments: &[&str]) -> (Value, i32) {
    let arguments = [&["--json", "index"], arguments, &["--schema"]].concat();
    let output = output(&arguments, store, schema);
    let status = output.status.code().unwrap();
    match serde_json::from_slice(&output.stdout) {
        Ok(result) => (result, status),
        Err(error) => panic!("{error}: {}", text(output)),
    }
}

/// A put that bypasses the indexes.
async fn put_directly(db: &Connection, mail: &Mail) {
    let mut put = Mutation::new(mail.id.to_be_bytes());
    put.put(b"D1", b"SENDER", mail.sender.as_bytes()).unwrap();
    put.put(b"D1", b"SIZE", &mail.size.to_be_bytes()).unwrap();
    let table = TableName::parse("DLQX:MAIL_BOXES").unwrap();
    let deadline = Deadline::after(Duration::from_secs(30));
    db.backend().mutate(&table, put, deadline).await.unwrap();
}

/// The output of a command that fails with a status.
fn failing(store: &Path, command: &[&str], status: i32) -> String {
    let output = output(command, store, "mails.rs");
    assert_eq!(output.status.code(), Some(status), "{command:?}");
    text(output)
}

/// Arguments that shorten the work: the first two the waits, the others the pages.
const SMALL: [&str; 4] = ["--write-limit", "1", "--page", "100"];

/// A program has one index of the two, and rows.
async fn written(store: &Path) {
    let db = open(store).await;
    let mails = indexed(&db);
    mails.create_table::<Mail>().await.unwrap();
    mails.put_many((0..ROWS).map(mail)).await.unwrap();
    let by_size = Mail::BY_SIZE;
    mails.indexes::<Mail>().drop_index(by_size).await.unwrap();
    db.close().await.unwrap();
}

/// The command builds the other index.
fn build(store: &Path) {
    let (list, status) = run(store, &["list"]);
    let state = list["indexes"][1]["state"].as_str();
    assert_eq!((state, status), (Some("dropped"), 1));
    let (built, status) = run(store, &[&["build"], &SMALL[..]].concat());
    assert_eq!(status, 0, "{built}");
    let [sender, size] = [&built["indexes"][0], &built["indexes"][1]];
    let (was, rows) = (sender["was"].as_str(), sender["rows"].as_u64());
    assert_eq!((was, rows), (Some("readable"), Some(0)));
    let (was, state) = (size["was"].as_str(), size["state"].as_str());
    assert_eq!((was, state), (Some("dropped"), Some("readable")));
    let (rows, with_entries) = (size["rows"].as_u64(), size["with_entries"].as_u64());
    assert_eq!((rows, with_entries), (Some(1200), Some(1200)));
    assert!(size["rows_per_second"].as_u64().unwrap() > 0);
}

/// The program's queries find the entries that the command has written.
async fn check_built(mails: &Connection) {
    for index in [Mail::BY_SIZE.range(-600..-598), Mail::BY_SIZE.range(598..)] {
        assert_eq!(mails.query(index).rows().collect().await.unwrap().len(), 2);
    }
    let indexes = mails.indexes::<Mail>();
    let found = indexes.verify(Mail::BY_SIZE, Verification::Report).await;
    let found = found.unwrap();
    assert_eq!((found.missing, found.live, found.stale), (0, 1200, 0));
}

/// Writes that bypass the indexes, and one whose client ends before its old entries are deleted.
async fn damage(mails: &Connection) {
    let by = |sender: &str, id| Mail {
        sender: sender.to_owned(),
        ..mail(id)
    };
    put_directly(mails, &by("new", 5)).await;
    put_directly(mails, &mail(ROWS)).await;
    mails.put(&by("zoe", 7)).await.unwrap();
}

/// The command finds what is missing and stale, and repairs it.
fn repair(store: &Path) {
    let (lag, status) = run(store, &["lag", "MAIL_BY_SENDER", "--min-age", "0"]);
    let lag = &lag["indexes"][0];
    let counts = ["live", "waiting", "left"].map(|name| lag[name].as_u64().unwrap());
    assert_eq!((counts, status), ([1199, 2, 2], 0), "{lag}");
    assert!(lag["oldest"].as_str().unwrap().starts_with("20"), "{lag}");
    let (found, status) = run(store, &[&["verify"], &SMALL[2..]].concat());
    let counts = |found: &Value, at: usize| {
        ["rows", "missing", "live", "stale", "repaired"]
            .map(|name| found["indexes"][at][name].as_u64().unwrap())
    };
    assert_eq!((counts(&found, 0), status), ([1201, 2, 1199, 2, 0], 1));
    assert_eq!(counts(&found, 1), [1201, 1, 1200, 0, 0]);
    assert_eq!(found["indexes"][1]["examples"][0], "\\x00\\x00\\x04\\xB0");
    let repair = ["repair", "--query-limit", "1"];
    let (found, status) = run(store, &[&repair[..], &SMALL].concat());
    assert_eq!((counts(&found, 0), status), ([1201, 2, 1201, 2, 4], 0));
    // The rows that were rewritten have the entries of all indexes.
    assert_eq!(counts(&found, 1), [1201, 0, 1201, 0, 0]);
    let (_, status) = run(store, &["verify"]);
    assert_eq!(status, 0);
}

#[tokio::test]
async fn the_command_and_the_program_have_the_same_entries() {
    let (_directory, store) = new_store();
    written(&store).await;
    build(&store);
    let db = open(&store).await;
    let mails = indexed(&db);
    check_built(&mails).await;
    damage(&mails).await;
    db.close().await.unwrap();
    repair(&store);
    let db = open(&store).await;
    let rows = indexed(&db).query(Mail::BY_SENDER.eq("new")).rows();
    assert_eq!(rows.collect().await.unwrap().len(), 1);
}

/// An index whose table was dropped by hand: queries on an empty table in its place would find nothing.
#[tokio::test]
async fn a_lost_table_is_not_created_empty() {
    let (_directory, store) = new_store();
    let db = open(&store).await;
    let mails = indexed(&db);
    mails.create_table::<Mail>().await.unwrap();
    mails.put(&mail(1)).await.unwrap();
    let index = TableName::parse("DLQX:MAIL_BY_SIZE").unwrap();
    let deadline = Deadline::after(Duration::from_secs(30));
    db.backend().drop_table(&index, deadline).await.unwrap();
    db.close().await.unwrap();

    let (list, status) = run(&store, &["list"]);
    let by_size = &list["indexes"][1];
    assert_eq!((by_size["exists"].as_bool(), status), (Some(false), 1));
    for (command, expected) in [
        (&["apply"][..], 1),
        (&["diff"], 1),
        (&["index", "build", "--schema"], 3),
        (&["index", "verify", "--schema"], 3),
    ] {
        let text = failing(&store, command, expected);
        assert!(
            text.contains("MAIL_BY_SIZE") && text.contains("index drop"),
            "{text}"
        );
    }
    let db = open(&store).await;
    assert!(!db.tables().await.unwrap().contains(&index));
}

fn typed(id: u32) -> Typed {
    let odd = i64::from(id) * 7_654_321 - 30_000_000;
    let ms = u32::try_from(odd.unsigned_abs()).unwrap();
    Typed {
        id,
        sequence: Sequence(u16::try_from(id * 5000).unwrap()),
        text: format!("té\u{fffd}xt {id}"),
        small: u8::try_from(id * 20 % 256).unwrap(),
        wide: u128::MAX / u128::from(id + 1),
        signed: i128::MIN / i128::from(id + 1),
        digits: i16::try_from(odd % 30_000).unwrap(),
        number: u64::MAX / u64::from(id + 1),
        #[allow(clippy::cast_precision_loss, reason = "any number")]
        float: odd as f64 / 3.0,
        #[allow(clippy::cast_precision_loss, reason = "any number")]
        float32: odd as f32 / 7.0,
        time: Timestamp::from_millis(odd.abs()),
        iso: Timestamp::from_millis(odd.abs() + 1),
        day: TimeOfDay::from_millis(ms % 86_400_000).unwrap(),
        day_text: TimeOfDay::from_millis(ms % 86_399_999).unwrap(),
        bytes: [1, u8::try_from(id).unwrap(), 0],
        flag: id.is_multiple_of(3),
        flag_text: id.is_multiple_of(2),
        size: Size(odd),
    }
}

/// Entries that the program wrote are those that the command computes, and the other way round.
#[tokio::test]
async fn each_type_has_the_entries_of_the_program() {
    let (_directory, store) = new_store();
    let db = open(&store).await;
    let settings = Settings::default().write_limit(Duration::from_millis(1));
    let create = db.index_settings(settings);
    create.create_table::<Typed>().await.unwrap();
    db.put_many((0..12).map(typed)).await.unwrap();
    db.close().await.unwrap();
    let (found, status) = run_with("types.rs", &store, &["verify"]);
    let indexes = found["indexes"].as_array().unwrap();
    assert_eq!((indexes.len(), status), (18, 0), "{found}");
    for index in indexes {
        let counts = ["rows", "missing", "live", "stale"].map(|name| index[name].as_u64().unwrap());
        assert_eq!(counts, [12, 0, 12, 0], "{index}");
    }
}

/// The cells of a backfill whose process has ended after half of the rows.
async fn half_filled(db: &Connection, index: &TableName) {
    let generation = 9u64.to_be_bytes();
    let mut put = Mutation::new(index.to_string());
    let definition = b"table=DLQX:MAIL_BOXES columns=D1:SIZE values=integer8-signed";
    let state = [&generation[..], &[2], definition].concat();
    put.put(b"E", b"STATE", &state).unwrap();
    let last = [generation, [0, 0, 0, 0, 0, 0, 2, 87]].concat();
    put.put(b"E", b"BACKFILL", &[&last[..8], &last[12..]].concat())
        .unwrap();
    let states = index.index_states();
    let deadline = Deadline::after(Duration::from_secs(30));
    let backend = db.backend();
    backend.mutate(&states, put, deadline).await.unwrap();
    let table = Mail::SCHEMA.describe().indexes[1].descriptor();
    backend.create_table(&table, deadline).await.unwrap();
}

#[tokio::test]
async fn a_build_continues_after_the_last_page() {
    let (_directory, store) = new_store();
    let db = open(&store).await;
    let mails = indexed(&db);
    mails.create_table::<Mail>().await.unwrap();
    mails.put_many((0..ROWS).map(mail)).await.unwrap();
    mails
        .indexes::<Mail>()
        .drop_index(Mail::BY_SIZE)
        .await
        .unwrap();
    half_filled(&db, &TableName::parse("DLQX:MAIL_BY_SIZE").unwrap()).await;
    db.close().await.unwrap();

    let (found, status) = run(&store, &["status", "MAIL_BY_SIZE"]);
    let found = &found["indexes"][0];
    assert_eq!((found["state"].as_str(), status), (Some("backfilling"), 1));
    let backfill = &found["backfill"];
    assert_eq!(backfill["last_row"], "\\x00\\x00\\x02W");
    assert_eq!(
        (backfill["region"].as_u64(), backfill["regions"].as_u64()),
        (Some(1), Some(1))
    );
    let (built, _) = run(&store, &["build", "MAIL_BY_SIZE", "--write-limit", "1"]);
    let built = &built["indexes"][0];
    assert_eq!(
        (built["rows"].as_u64(), built["state"].as_str()),
        (Some(600), Some("readable"))
    );
    // A build verifies all rows at its end.
    let (_, status) = run(&store, &["verify"]);
    assert_eq!(status, 0);
}

#[tokio::test]
async fn a_build_with_undecodable_rows_ends_with_what_to_do_first() {
    let (_directory, store) = new_store();
    let db = open(&store).await;
    let mails = indexed(&db);
    mails.create_table::<Mail>().await.unwrap();
    mails
        .indexes::<Mail>()
        .drop_index(Mail::BY_SIZE)
        .await
        .unwrap();
    let mut put = Mutation::new(7u32.to_be_bytes());
    put.put(b"D1", b"SIZE", b"bad").unwrap();
    let table = TableName::parse("DLQX:MAIL_BOXES").unwrap();
    let deadline = Deadline::after(Duration::from_secs(30));
    db.backend().mutate(&table, put, deadline).await.unwrap();
    db.close().await.unwrap();

    let build = [
        "index",
        "build",
        "MAIL_BY_SIZE",
        "--write-limit",
        "1",
        "--schema",
    ];
    let error = failing(&store, &build, 3);
    let help = "help: `index verify` counts these rows: once they are mended or deleted, run `index build`";
    assert!(error.contains(help), "{error}");
    let (verified, _) = run(&store, &["verify", "MAIL_BY_SIZE"]);
    assert_eq!(verified["indexes"][0]["undecodable"], 1, "{verified}");
}
