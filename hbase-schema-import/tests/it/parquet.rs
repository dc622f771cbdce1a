//! Parquet files of another program: `tests/data/types.parquet`, which `types_of_parquet.py` next to it writes
//! with pyarrow; and files that are damaged.

use std::path::{Path, PathBuf};

use hbase_row_key_policy::RowKeyPolicy;
use hbase_schema_import::{
    Chunk, ColumnType, ImportError, Input, Mapping, ParquetSource, Plan, Position, Source, Target,
    Unmapped, guess,
};

use crate::kit::{Call, Kit, assert_contains};

fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/types.parquet")
}

fn open(path: &Path, mapping: &Mapping) -> Result<ParquetSource, ImportError> {
    ParquetSource::open(Input::File(path.to_owned()), mapping)
}

/// All rows as text, value by value, after a position.
async fn rows(source: &mut ParquetSource) -> Result<Vec<Vec<String>>, ImportError> {
    let (mut rows, mut chunk) = (Vec::new(), Chunk::new());
    let width = source.columns().len();
    loop {
        chunk.clear();
        source.read(&mut chunk).await?;
        if chunk.is_empty() {
            return Ok(rows);
        }
        for row in chunk.rows() {
            let values = (0..width).map(|column| format!("{:?}", row.value(column)));
            rows.push(match row.invalid() {
                None => values.collect(),
                Some(why) => vec![why.to_owned()],
            });
        }
    }
}

#[tokio::test]
async fn values_have_their_types() {
    let mut source = open(&file(), &Mapping::default()).unwrap();
    let rows = rows(&mut source).await.unwrap();
    let names: Vec<String> = source.columns().iter().map(|c| c.name.clone()).collect();
    let of = |name: &str| {
        let index = names.iter().position(|known| known == name).unwrap();
        (
            rows[0][index].as_str(),
            rows[1][index].as_str(),
            rows[2][index].as_str(),
        )
    };
    let micros = 1_451_132_640_007_000_i64;
    for (name, first, last) in [
        ("id", "Int(1)".to_owned(), "Int(3)"),
        ("flag", "Bool(true)".to_owned(), "Bool(false)"),
        ("i8", "Int(-128)".to_owned(), "Int(127)"),
        ("u32", "Uint(4294967295)".to_owned(), "Uint(0)"),
        ("u64", "Uint(18446744073709551615)".to_owned(), "Uint(0)"),
        (
            "i64",
            "Int(-9223372036854775808)".to_owned(),
            "Int(9223372036854775807)",
        ),
        ("f16", "Float32(1.5)".to_owned(), "Float32(-2.0)"),
        ("f32", "Float32(0.1)".to_owned(), "Float32(inf)"),
        ("f64", "Float64(0.1)".to_owned(), "Float64(-0.0)"),
        (
            "dec9",
            "Decimal(Decimal { negative: false, coefficient: 1234, exponent: -2 })".to_owned(),
            "Decimal(Decimal { negative: true, coefficient: 1, exponent: -2 })",
        ),
        (
            "dec38",
            format!(
                "Decimal(Decimal {{ negative: false, coefficient: {}12345678, exponent: -8 }})",
                "9".repeat(30)
            ),
            "Decimal(Decimal { negative: true, coefficient: 100000000, exponent: -8 })",
        ),
        ("text", "Text(\"中文\")".to_owned(), "Text(\"\")"),
        ("dictionary", "Text(\"a\")".to_owned(), "Text(\"a\")"),
        ("raw", "Bytes([0, 255])".to_owned(), "Bytes([])"),
        (
            "fixed",
            "Bytes([97, 98, 99])".to_owned(),
            "Bytes([120, 121, 122])",
        ),
        ("date", "Date(16795)".to_owned(), "Date(-1)"),
        ("time", "TimeOfDay(86399999000)".to_owned(), "TimeOfDay(0)"),
        (
            "utc_ms",
            format!("Moment({micros})"),
            "Moment(1451132640007000)",
        ),
        (
            "local_us",
            format!("Local({micros})"),
            "Local(1451132640007000)",
        ),
        (
            "local_ns",
            format!("Local({micros})"),
            "Local(1451132640007000)",
        ),
        ("nothing", "Null".to_owned(), "Null"),
    ] {
        let middle = if name == "id" { "Int(2)" } else { "Null" };
        assert_eq!(of(name), (first.as_str(), middle, last), "{name}");
    }
}

/// After each row, across the two row groups.
#[tokio::test]
async fn a_file_continues_behind_any_row() {
    let all = rows(&mut open(&file(), &Mapping::default()).unwrap())
        .await
        .unwrap();
    for behind in 0..=3_u64 {
        let mut source = open(&file(), &Mapping::default()).unwrap();
        let position = Position {
            rows: behind,
            ..Position::default()
        };
        source.seek(&position).await.unwrap();
        let left = rows(&mut source).await.unwrap();
        assert_eq!(left, all[usize::try_from(behind).unwrap()..]);
    }
    let mut source = open(&file(), &Mapping::default()).unwrap();
    let position = Position {
        rows: 4,
        ..Position::default()
    };
    let error = source.seek(&position).await.unwrap_err().to_string();
    assert_contains(&error, "found 3 rows, expected at least 4");
}

#[tokio::test]
async fn nested_columns_are_an_error_unless_they_are_skipped() {
    let table = Call::SCHEMA.describe();
    let mut mapping = Mapping {
        unmapped: Unmapped::Skip,
        time_zone: Some("UTC".to_owned()),
        ..Mapping::default()
    };
    mapping.key = [("phone", "text"), ("at", "local_us")]
        .map(|(part, column)| (part.to_owned(), column.to_owned()))
        .into();
    mapping.columns = [("i64", "D1:DURATION_S"), ("nested", "D1:PEER")]
        .map(|(column, cell)| (column.to_owned(), cell.to_owned()))
        .into();
    let source = open(&file(), &mapping).unwrap();
    let nested = source
        .columns()
        .iter()
        .find(|column| column.name == "nested");
    assert_eq!(nested.unwrap().column_type, ColumnType::Unsupported);
    let error = Plan::build(&source, &mapping, &Target::Struct(&table)).unwrap_err();
    let error = error.to_string();
    assert_contains(
        &error,
        "column `nested`: its type `nested` is not supported",
    );
    mapping.columns.remove("nested");
    mapping.skip.push("nested".to_owned());
    let source = open(&file(), &mapping).unwrap();
    Plan::build(&source, &mapping, &Target::Struct(&table)).unwrap();
}

#[tokio::test]
async fn types_are_guessed_by_those_of_the_file() {
    let mut source = open(&file(), &Mapping::default()).unwrap();
    let guessed = guess(&mut source).await.unwrap();
    let of = |name: &str| {
        let column = guessed.columns.iter().find(|column| column.name == name);
        column.unwrap().cell_type
    };
    let names = [
        "i8", "u64", "f16", "f64", "dec9", "text", "raw", "date", "time", "utc_ms", "flag",
    ];
    assert_eq!(
        names.map(of),
        [
            "i64",
            "u64",
            "f32",
            "f64",
            "decimal",
            "text",
            "bytes",
            "time",
            "time_of_day",
            "time",
            "bool"
        ]
    );
    let mapping = Mapping::from_toml(&guessed.mapping("D1", &Mapping::default())).unwrap();
    assert_eq!(mapping.skip, ["nested"]);
}

/// Many bytes of a file are changed, one at a time, and the file is cut: the result is an error or other
/// values, never a panic.
#[tokio::test]
async fn a_damaged_file_is_an_error() {
    let kit = Kit::new().await;
    let good = std::fs::read(file()).unwrap();
    let mut errors = 0;
    // A prime, so that all kinds of bytes are changed.
    for at in (0..good.len()).step_by(13) {
        let mut bytes = good.clone();
        bytes[at] ^= 0x55;
        let path = kit.file("damaged.parquet", bytes);
        let read = match open(&path, &Mapping::default()) {
            Ok(mut source) => rows(&mut source).await.map(drop),
            Err(error) => Err(error),
        };
        errors += usize::from(read.is_err());
    }
    assert!(errors > good.len() / 130, "{errors} of {}", good.len() / 13);
    for cut in [0, 4, 11, good.len() / 2, good.len() - 1] {
        let path = kit.file("cut.parquet", &good[..cut]);
        let error = open(&path, &Mapping::default()).err().unwrap().to_string();
        assert!(error.contains("expected a Parquet file"), "{error}");
    }
    let error = ParquetSource::open(Input::Stdin, &Mapping::default())
        .err()
        .unwrap();
    assert_contains(&error, "write it to a regular file");
}

/// Keys of one column, padded.
fn policy(column: &str) -> RowKeyPolicy {
    let json = format!(
        r#"[{{"{column}":"{column}"}},{{"columnName":"{column}","length":12,"numberStep":1,"prefixChar":"0",
        "prefixNumber":0,"replaceChar":"","replaceSourceChar":"","splitChar":"","startNumber":1,"suffixChar":"",
        "suffixNumber":0,"value":""}}]"#
    );
    RowKeyPolicy::from_json(&json).unwrap()
}

/// A column that is not a cell may still be part of the key.
#[tokio::test]
async fn a_skipped_column_is_read_for_the_key() {
    let mut kit = Kit::new().await;
    kit.mapping = Mapping {
        skip: vec!["id".to_owned()],
        columns: [("text".to_owned(), "D1:PEER".to_owned())].into(),
        unmapped: Unmapped::Skip,
        ..Mapping::default()
    };
    let policy = &policy("id");
    let table = "DLQX:CALL_RECORD".parse().unwrap();
    let source = open(&file(), &kit.mapping).unwrap();
    let target = Target::Policy { table, policy };
    let report = kit.import_to(&target, source).await;
    // The second row has NULL in all other columns.
    let counts = report.unwrap().counts;
    assert_eq!((counts.written, counts.rejected), (2, 1));
    assert!(kit.rejects()[0].contains("no rows without cells"));
}

#[test]
fn columns_of_a_policy_are_checked_before_the_first_row() {
    let mapping = Mapping {
        columns: [("text".to_owned(), "D1:PEER".to_owned())].into(),
        unmapped: Unmapped::Skip,
        ..Mapping::default()
    };
    let source = open(&file(), &mapping).unwrap();
    for (column_type, expected) in [
        (ColumnType::Moment, "a moment as text needs a zone"),
        (
            ColumnType::Bytes,
            "expected a value that has a text, found bytes",
        ),
    ] {
        let mut columns = source.columns().iter();
        let column = columns.find(|column| column.column_type == column_type);
        let name = &column.unwrap().name;
        let table = "DLQX:CALL_RECORD".parse().unwrap();
        let policy = &policy(name);
        let error = Plan::build(&source, &mapping, &Target::Policy { table, policy });
        let error = error.unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
        assert_contains(&error, &format!("column `{name}` of the policy"));
    }
}

/// Every byte of the pages, whose values would be others.
#[tokio::test]
async fn a_page_with_a_wrong_checksum_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checksums.parquet");
    let whole = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/checksums.parquet");
    let bytes = std::fs::read(&whole).unwrap();
    let expected = rows(&mut open(&whole, &Mapping::default()).unwrap())
        .await
        .unwrap();
    let text = bytes
        .windows(7)
        .position(|text| text == b"row 100")
        .unwrap();
    let number = bytes
        .windows(4)
        .position(|number| number == 100_i32.to_le_bytes())
        .unwrap();
    for at in (text..text + 7).chain(number..number + 4) {
        for bit in 0..8 {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << bit;
            std::fs::write(&path, damaged).unwrap();
            let found = match open(&path, &Mapping::default()) {
                Ok(mut source) => rows(&mut source).await,
                Err(error) => Err(error),
            };
            let error = found.expect_err("a wrong checksum").to_string();
            assert!(error.contains("checksums.parquet"), "{error}");
        }
    }
    assert_eq!(expected.len(), 200);
}
