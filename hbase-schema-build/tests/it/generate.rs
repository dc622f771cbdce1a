//! Files in folders: fresh, stale, missing, superfluous.

use std::fs;
use std::path::Path;

use hbase_schema_build::text::KeyMapping;
use hbase_schema_build::{Generate, GenerateError};

use crate::support::{files, row};

fn generate(folder: &Path) -> Generate {
    Generate::new().source(folder).out(folder.join("schema"))
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder.join("schema")).unwrap();
    let mut names: Vec<_> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn good() -> String {
    row("#[rowkey] id: u64, v: u8")
}

#[test]
fn what_is_written_is_fresh() {
    let directory = files(&[("src/lib.rs", &good())]);
    let folder = directory.path();
    let error = generate(folder).check().unwrap_err().to_string();
    for name in ["DLQX.CALL_RECORD.rb", "schema.json", "schema.md"] {
        assert!(error.contains(&format!("missing: {name}")), "{error}");
    }
    assert!(
        error.contains("refresh them with `HBASE_SCHEMA_WRITE=1 cargo build"),
        "{error}"
    );
    generate(folder).write().unwrap();
    assert_eq!(
        names(folder),
        ["DLQX.CALL_RECORD.rb", "schema.json", "schema.md"]
    );
    generate(folder).check().unwrap();
}

#[test]
fn what_did_not_change_keeps_its_time() {
    let directory = files(&[("src/lib.rs", &good())]);
    let folder = directory.path();
    generate(folder).write().unwrap();
    let path = folder.join("schema/schema.md");
    let old = std::time::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000_000);
    let time = || fs::metadata(&path).unwrap().modified().unwrap();
    fs::File::options()
        .write(true)
        .open(&path)
        .unwrap()
        .set_modified(old)
        .unwrap();
    generate(folder).write().unwrap();
    assert_eq!(time(), old);
    fs::write(folder.join("src/lib.rs"), good().replace("v: u8", "v: u16")).unwrap();
    generate(folder).write().unwrap();
    assert_ne!(time(), old);
}

#[test]
fn stale_and_superfluous_files_are_noticed() {
    let two = good()
        + &good()
            .replace("CALL_RECORD", "OTHER_RECORD")
            .replace("Row", "Other");
    let directory = files(&[("src/lib.rs", &two)]);
    let folder = directory.path();
    generate(folder).write().unwrap();
    fs::write(folder.join("schema/notes.rb"), "# by hand").unwrap();
    fs::write(folder.join("schema/notes.splits"), "a\n").unwrap();
    fs::write(folder.join("schema/DLQX.OTHER_RECORD.splits"), "a\n").unwrap();
    fs::write(folder.join("src/lib.rs"), good().replace("v: u8", "v: u16")).unwrap();
    let GenerateError::Stale {
        stale,
        missing,
        superfluous,
        ..
    } = generate(folder).check().unwrap_err()
    else {
        panic!("another error");
    };
    assert_eq!(stale, ["schema.json", "schema.md"]);
    assert_eq!(missing, Vec::<String>::new());
    assert_eq!(
        superfluous,
        ["DLQX.OTHER_RECORD.rb", "DLQX.OTHER_RECORD.splits"]
    );
    generate(folder).write().unwrap();
    assert_eq!(
        names(folder),
        [
            "DLQX.CALL_RECORD.rb",
            "notes.rb",
            "notes.splits",
            "schema.json",
            "schema.md"
        ]
    );
    generate(folder).check().unwrap();
}

#[test]
fn ends_of_lines_of_another_system_are_no_change() {
    let directory = files(&[("src/lib.rs", &good())]);
    let folder = directory.path();
    generate(folder).write().unwrap();
    let path = folder.join("schema/schema.md");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace('\n', "\r\n")).unwrap();
    generate(folder).check().unwrap();
}

#[test]
fn mistakes_are_shown_as_the_compiler_does() {
    let directory = files(&[("src/lib.rs", &row("#[rowkey(fixd = 1)] id: u64, v: u8"))]);
    let error = generate(directory.path()).write().unwrap_err();
    let text = format!("{error:?}");
    let file = directory.path().join("src/lib.rs");
    assert!(
        text.starts_with("error: unknown option `fixd` in `#[rowkey]` on a field"),
        "{text}"
    );
    let shown = format!(
        "\n --> {}:4:23\n  |\n4 | struct Row {{ #[rowkey(fixd = 1)] id: u64, v: u8 }}\n  |                       ^^^^",
        file.display()
    );
    assert!(text.contains(&shown), "{text}");
    assert!(!directory.path().join("schema").exists());
}

/// A table is created once, with the families of all its structs, and is a single table to Hive too.
#[test]
fn structs_that_share_a_table_have_one_script() {
    let other = good()
        .replace("Row", "Other")
        .replace("D1", "D2")
        .replace("v: u8", "w: u8");
    let directory = files(&[("src/lib.rs", &(good() + &other))]);
    let generated = generate(directory.path())
        .hive(KeyMapping::Whole)
        .phoenix(KeyMapping::Parts)
        .files()
        .unwrap();
    let names: Vec<_> = generated.iter().map(|file| &*file.name).collect();
    assert_eq!(
        names,
        [
            "DLQX.CALL_RECORD.hive.sql",
            "DLQX.CALL_RECORD.phoenix.sql",
            "DLQX.CALL_RECORD.rb",
            "schema.json",
            "schema.md",
        ]
    );
    let create = "create 'DLQX:CALL_RECORD', {NAME => 'D1'}, {NAME => 'D2'}";
    let script = &generated[2].content;
    assert!(
        script.starts_with(
            "# Creates DLQX:CALL_RECORD, as structs Row, Other declare it together.\n"
        ),
        "{script}"
    );
    assert!(script.contains(create), "{script}");
    let view = &generated[1].content;
    for line in [
        "-- DLQX:CALL_RECORD, as structs Row, Other declare it together.",
        "  \"D1\".\"V\" VARBINARY,\n  \"D2\".\"W\" VARBINARY\n",
    ] {
        assert!(view.contains(line), "{view}");
    }
    let page = &generated[4].content;
    let shared = format!("Of the structs `Row` and `Other` together.\n\n```ruby\n{create}");
    let namespace = shared.replace("```ruby\n", "```ruby\nbegin; create_namespace 'DLQX'; rescue StandardError => e; raise unless e.message.include?('already exists'); end\n");
    assert_eq!(page.matches(&namespace).count(), 2, "{page}");
}

/// Older rows have another key: only with whole keys they are one table to Hive.
#[test]
fn keys_of_two_ages_are_one_view_as_a_whole() {
    let old = good().replace("Row", "Old").replace("id: u64", "id: u32");
    let directory = files(&[("src/lib.rs", &(good() + &old))]);
    let error = generate(directory.path()).hive(KeyMapping::Parts).files();
    let error = error.unwrap_err().to_string();
    assert!(
        error.starts_with(
            "Hive cannot express table DLQX:CALL_RECORD:\n  `Row`: `Old` has another key, and Hive has \
             one table per name: map the key as a whole, or only one of them\n"
        ),
        "{error}"
    );
    let whole = generate(directory.path()).hive(KeyMapping::Whole).files();
    assert_eq!(whole.unwrap().len(), 4);
}

#[test]
fn structs_that_contradict_each_other_end_the_build() {
    let other = good()
        .replace("Row", "Other")
        .replace("\"D1\"", "\"D1\", ttl = \"5d\"");
    let good = good().replace("\"D1\"", "\"D1\", ttl = \"6d\"");
    let directory = files(&[("src/lib.rs", &(good + &other))]);
    let error = generate(directory.path()).files().unwrap_err();
    assert_eq!(
        error.to_string(),
        "structs of the table DLQX:CALL_RECORD contradict each other: family D1, TTL is 518400 in \
         `Row`, and 432000 in `Other`: declare it once, or the same in each"
    );
}

#[test]
fn what_another_system_cannot_express_ends_the_build() {
    let directory = files(&[("src/lib.rs", &row("#[rowkey] id: i64, v: u8"))]);
    let error = generate(directory.path())
        .hive(KeyMapping::Parts)
        .write()
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "Hive cannot express table DLQX:CALL_RECORD:\n  `id`: its sign bit is flipped so that it \
         sorts, and Hive would read other numbers: map the key as a whole"
    );
}

/// Written files can be read again: the JSON replaces the sources.
#[test]
fn the_json_is_read_back() {
    let directory = files(&[("src/lib.rs", &good())]);
    let folder = directory.path();
    generate(folder).write().unwrap();
    let tables = hbase_schema_build::read(folder.join("schema/schema.json")).unwrap();
    assert_eq!(tables, hbase_schema_build::read(folder).unwrap());
    let json = fs::read_to_string(folder.join("schema/schema.json")).unwrap();
    fs::write(folder.join("marked.json"), format!("\u{feff}{json}")).unwrap();
    assert_eq!(
        hbase_schema_build::read(folder.join("marked.json")).unwrap(),
        tables
    );
    fs::write(folder.join("bad.json"), "{\n  \"format\": 1\n}").unwrap();
    let error = hbase_schema_build::read(folder.join("bad.json"))
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("bad.json:2:13: invalid type: integer `1`"),
        "{error}"
    );
}

#[test]
fn an_error_prints_its_cause_once() {
    let nowhere = files(&[]);
    let missing = nowhere.path().join("missing");
    let unread = generate(&missing).write().unwrap_err();
    assert!(matches!(unread, GenerateError::Read(_)), "{unread}");
    let wrong = files(&[("src/lib.rs", &good())]);
    fs::write(wrong.path().join("schema"), "a file").unwrap();
    let unwritten = generate(wrong.path()).write().unwrap_err();
    assert!(matches!(unwritten, GenerateError::Io { .. }), "{unwritten}");
    for error in [unread, unwritten] {
        assert!(std::error::Error::source(&error).is_none(), "{error}");
    }
}

const DATED: &str = "#[derive(HTable)] #[table(\"DLQX:TRADE_{yyyyMMdd}\")] #[family(\"D1\")]
    struct Trade { #[table_date] day: Timestamp, #[rowkey] account: u32, cents: u32 }
    #[derive(HTable)] #[table(\"DLQX:ACCOUNTS\")] #[family(\"D1\")]
    struct Account { #[rowkey] account: u32, name: String }";

/// Programs create the tables of dates: they do not need a script.
#[test]
fn tables_of_dates_are_described_without_dates_and_have_scripts_with_them() {
    let directory = files(&[("src/lib.rs", DATED)]);
    let generate = Generate::new()
        .source(directory.path())
        .hive(KeyMapping::Parts);
    let names = |generate: &Generate| {
        let generated = generate.files().unwrap().into_iter();
        generated.map(|file| file.name).collect::<Vec<_>>()
    };
    let always = ["DLQX.ACCOUNTS.hive.sql", "DLQX.ACCOUNTS.rb"];
    let described = ["schema.json", "schema.md"];
    assert_eq!(names(&generate), [always, described].concat());
    let json = &generate.files().unwrap()[2].content;
    assert!(json.contains("DLQX:TRADE_{yyyyMMdd}"), "{json}");

    let of_a_day = generate.dates("20151226".parse().unwrap());
    let dated = ["DLQX.TRADE_20151226.hive.sql", "DLQX.TRADE_20151226.rb"];
    assert_eq!(names(&of_a_day), [always, dated, described].concat());
}
