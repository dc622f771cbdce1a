//! Files: compression, encodings and damage.

use std::io::Write as _;

use crate::kit::{Call, Kit, assert_contains};
use hbase_model::TableName;
use hbase_row_key_policy::RowKeyPolicy;
use hbase_schema_import::{
    Chunk, CsvSource, ImportError, Input, JsonLinesSource, Mapping, Plan, Source, Target,
};

const CSV: &str = "phone,at,duration_s,peer\n13812345678,2015-12-26,70,中文\n";

fn gzip(text: &str) -> Vec<u8> {
    let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    out.write_all(text.as_bytes()).unwrap();
    out.finish().unwrap()
}

async fn peers(kit: &Kit) -> Vec<Option<String>> {
    kit.calls()
        .await
        .into_iter()
        .map(|call| call.peer)
        .collect()
}

#[tokio::test]
async fn compressed_files_are_recognized_by_their_bytes() {
    let (head, tail) = CSV.split_at(30);
    let members = [gzip(head), gzip(tail)].concat();
    let zstd = zstd::encode_all(CSV.as_bytes(), 1).unwrap();
    for bytes in [gzip(CSV), members, zstd] {
        let kit = Kit::new().await;
        let report = kit.import(&kit.file("calls", bytes)).await.unwrap();
        assert_eq!(report.counts.written, 1);
        assert_eq!(peers(&kit).await, [Some("中文".to_owned())]);
    }
}

/// With an unclosed quote in the header, the rows would become part of a name.
#[tokio::test]
async fn an_open_quote_in_the_header_of_a_compressed_file_is_an_error() {
    let kit = Kit::new().await;
    let csv = CSV.replacen("peer", "\"peer", 1);
    let import = kit.import(&kit.file("calls.csv.gz", gzip(&csv))).await;
    let error = import.unwrap_err().to_string();
    assert!(
        error.contains("the 2 lines from line 1 on are in no row"),
        "{error}"
    );
    assert_eq!(kit.calls().await, []);
}

#[tokio::test]
async fn a_compressed_file_that_is_cut_off_is_an_error() {
    let kit = Kit::new().await;
    let mut bytes = gzip(CSV);
    bytes.truncate(bytes.len() - 12);
    let error = kit.import(&kit.file("calls.gz", bytes)).await.unwrap_err();
    let is_damaged = matches!(error, ImportError::Source { .. } | ImportError::File { .. });
    assert!(is_damaged, "{error}");
}

#[tokio::test]
async fn encodings_are_set_and_other_bytes_are_rejected() {
    let gbk = b"phone,at,duration_s,peer\n13812345678,2015-12-26,70,\xd6\xd0\xce\xc4\n13812345679,2015-12-26,70,\xd6\xff\n";
    let mut kit = Kit::new().await;
    kit.mapping.csv.encoding = "gbk".to_owned();
    let report = kit.import(&kit.file("calls.csv", gbk)).await.unwrap();
    assert_eq!((report.counts.written, report.counts.rejected), (1, 1));
    assert!(
        kit.rejects()[0].starts_with("2,3,peer,"),
        "{:?}",
        kit.rejects()
    );
    assert_eq!(peers(&kit).await, [Some("中文".to_owned())]);
    // The same bytes, read as UTF-8, yield no row.
    let kit = Kit::new().await;
    let report = kit.import(&kit.file("calls.csv", gbk)).await.unwrap();
    assert_eq!((report.counts.written, report.counts.rejected), (0, 2));
}

/// A long field, and records that are longer than a buffer.
#[tokio::test]
async fn long_records_are_read_and_endless_ones_are_errors() {
    let kit = Kit::new().await;
    let long = "x".repeat(1_000_000);
    let csv = format!("phone,at,duration_s,peer\n13812345678,2015-12-26,70,\"{long}\"\n");
    kit.import(&kit.file("calls.csv", csv)).await.unwrap();
    assert_eq!(peers(&kit).await, [Some(long)]);
    let kit = Kit::new().await;
    let endless = format!(
        "phone,at,duration_s,peer\n1,2,3,\"{}",
        "x\n".repeat(10_000_000)
    );
    let error = kit
        .import(&kit.file("calls.csv", endless))
        .await
        .unwrap_err();
    assert!(
        error
            .to_string()
            .contains("line 2: the record has more than"),
        "{error}"
    );
}

#[tokio::test]
async fn headers_and_options_are_checked() {
    let kit = Kit::new().await;
    for (csv, expected) in [
        ("", "the file is empty"),
        ("a,a\n", "two columns have the name `a`"),
        (",column_1\n", "two columns have the name `column_1`"),
        ("a,\u{ff}\n", ""),
    ] {
        let found = kit.source(&kit.file("calls.csv", csv)).map(drop);
        match (expected, found) {
            ("", found) => assert!(found.is_ok()),
            (expected, Err(error)) => assert!(error.to_string().contains(expected), "{error}"),
            (expected, Ok(())) => panic!("no error: {expected}"),
        }
    }
    let mut kit = Kit::new().await;
    let path = kit.file("calls.csv", "1;2\n");
    kit.mapping.csv.header = false;
    let error = kit.source(&path).err().unwrap().to_string();
    assert!(error.contains("without `columns`"), "{error}");
    kit.mapping.csv.columns = Some(vec!["a".into(), "b".into()]);
    kit.mapping.csv.delimiter = ';';
    assert!(kit.source(&path).is_ok());
    kit.mapping.csv.encoding = "klingon".to_owned();
    let error = kit.source(&path).err().unwrap().to_string();
    assert!(error.contains("klingon"), "{error}");
    kit.mapping.csv.encoding = "utf-8".to_owned();
    let error = kit.source(&kit.path("none.csv")).err().unwrap().to_string();
    assert!(error.contains("cannot read"), "{error}");
}

/// The columns of a file of JSON lines without a row, and whether they make a plan.
fn columns_of_nothing(target: &Target<'_>, mapping: &str) -> (Vec<String>, bool) {
    let mapping = Mapping::from_toml(mapping).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("none.jsonl");
    std::fs::write(&path, "\n \n").unwrap();
    let source = JsonLinesSource::open(Input::File(path), None, &target.columns(&mapping));
    let Ok(source) = source else {
        return (Vec::new(), false);
    };
    let names = source.columns().iter().map(|column| column.name.clone());
    let plan = Plan::build(&source, &mapping, target);
    (names.collect(), plan.is_ok())
}

#[test]
fn a_file_without_a_row_has_the_columns_that_an_import_names() {
    let table = Call::SCHEMA.describe();
    let by_struct = Target::Struct(&table);
    let policy = RowKeyPolicy::from_json(
        r#"[{"NO":"ORDER_NO"},{"columnName":"NO","length":8,"numberStep":1,"prefixChar":"0","prefixNumber":0,"replaceChar":"","replaceSourceChar":"","splitChar":"","startNumber":1,"suffixChar":"","suffixNumber":0,"value":"1"}]"#,
    )
    .unwrap();
    let by_policy = Target::Policy {
        table: TableName::parse("DLQX:CALL_RECORD").unwrap(),
        policy: &policy,
    };
    for (target, mapping, expected) in [
        (&by_struct, "", &["phone", "at", "DURATION_S", "PEER"][..]),
        (
            &by_struct,
            "skip = [\"ID\"]\n[columns]\nSECONDS = \"D1:DURATION_S\"\n[key]\nphone = \"PHONE_NO\"",
            &["PHONE_NO", "at", "SECONDS", "PEER", "ID"],
        ),
        (&by_policy, "family = \"D1\"", &["ORDER_NO"]),
        (
            &by_policy,
            "skip = [\"ORDER_NO\"]\n[columns]\nTOTAL = \"D1:TOTAL as i64\"",
            &["ORDER_NO", "TOTAL"],
        ),
        // No cell is known: the file has to name its columns.
        (&by_policy, "skip = [\"ORDER_NO\"]\nfamily = \"D1\"", &[]),
    ] {
        let (names, is_plan) = columns_of_nothing(target, mapping);
        assert_eq!(names, expected, "{mapping}");
        assert_eq!(is_plan, !expected.is_empty(), "{mapping}");
    }
}

/// Like a list of numbers, which is not a table, or objects with different members in each line.
#[test]
fn a_file_of_very_many_columns_is_a_short_error() {
    let table = Call::SCHEMA.describe();
    let folder = tempfile::tempdir().unwrap();
    let numbers: Vec<String> = (0..100_000).map(|number| number.to_string()).collect();
    let csv = folder.path().join("numbers.csv");
    std::fs::write(&csv, numbers.join(",")).unwrap();
    let objects = numbers.chunks(100).map(|names| {
        let members: Vec<String> = names.iter().map(|name| format!("\"{name}\":1")).collect();
        format!("{{{}}}\n", members.join(","))
    });
    let lines = folder.path().join("objects.jsonl");
    std::fs::write(&lines, objects.collect::<String>()).unwrap();
    let csv = CsvSource::open(Input::File(csv), Mapping::default().csv).unwrap();
    let lines = JsonLinesSource::open(Input::File(lines), None, &[]).unwrap();
    let sources: [&dyn Source; 2] = [&csv, &lines];
    for source in sources {
        let plan = Plan::build(source, &Mapping::default(), &Target::Struct(&table));
        let error = plan.err().unwrap().to_string();
        assert!(
            error.starts_with("100003 errors of the mapping: "),
            "{error}"
        );
        assert!(error.ends_with("; and 99983 more"), "{error}");
        assert!(error.len() < 10_000, "{}", error.len());
    }
}

/// Like the index that pandas writes.
#[tokio::test]
async fn a_column_without_a_name_is_named_by_its_number() {
    let mut kit = Kit::new().await;
    let csv = ",phone,at,duration_s,peer\n0,13812345678,2015-12-26,70,x\n";
    let error = kit.import_text(csv).await.unwrap_err().to_string();
    assert_contains(&error, "column `column_1` of the source has no cell");
    kit.mapping.skip = vec!["column_1".to_owned()];
    assert_eq!(kit.import_text(csv).await.unwrap().counts.written, 1);
    assert_eq!(peers(&kit).await, [Some("x".to_owned())]);
}

#[tokio::test]
async fn quotes_can_be_turned_off() {
    let mut kit = Kit::new().await;
    let toml = "time_zone = \"UTC\"\n[csv]\nquote = \"\"\ndelimiter = \"\\t\"";
    kit.mapping = Mapping::from_toml(toml).unwrap();
    let line = |phone: u64, peer: &str| format!("{phone}\t2015-12-26\t70\t{peer}\n");
    let texts = ["\"open", "5\" disk", "\"a\" b", "a,b", "\"\""];
    let rows = texts.iter().zip(13_812_345_671..);
    let rows: String = rows.map(|(text, phone)| line(phone, text)).collect();
    let csv = format!("phone\tat\tduration_s\t\"peer\"\n{rows}");
    kit.mapping.columns = [("\"peer\"".to_owned(), "D1:PEER".to_owned())].into();
    assert_eq!(kit.import_text(&csv).await.unwrap().counts.written, 5);
    assert_eq!(peers(&kit).await, texts.map(|text| Some(text.to_owned())));
    let error = Mapping::from_toml("[csv]\nquote = \"ab\"").unwrap_err();
    assert_contains(&error, "expected one character");
    assert_eq!(Mapping::from_toml("").unwrap().csv.quote, Some('"'));
}

#[tokio::test]
async fn an_array_of_objects_is_no_file_of_lines() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.json");
    std::fs::write(&path, " [\n{\"id\": 1}\n]\n").unwrap();
    let error = JsonLinesSource::open(Input::File(path.clone()), None, &[]).err();
    let error = error.unwrap().to_string();
    assert!(error.contains("found a JSON array"), "{error}");
    let names = Some(vec!["id".to_owned()]);
    let mut source = JsonLinesSource::open(Input::File(path), names, &[]).unwrap();
    let error = source.read(&mut Chunk::new()).await.unwrap_err();
    assert!(error.to_string().contains("jq -c"), "{error}");
}

/// The store would end the import at its first row.
#[tokio::test]
async fn a_name_that_no_store_takes_is_an_error_of_the_plan() {
    let mut kit = Kit::new().await;
    kit.mapping.family = Some("D1".to_owned());
    let policy = RowKeyPolicy::from_json(
        r#"[{"ID":"ID"},{"columnName":"ID","length":1,"numberStep":1,"prefixChar":"","prefixNumber":0,"replaceChar":"","replaceSourceChar":"","splitChar":"","startNumber":1,"suffixChar":"","suffixNumber":0,"value":"1"}]"#,
    )
    .unwrap();
    let long = "x".repeat(70_000);
    let path = kit.file("rows.csv", format!("ID,{long}\n1,2\n"));
    let error = crate::plans::import_by_policy(&kit, &path, &policy).await;
    let error = error.unwrap_err();
    assert!(matches!(error, ImportError::Plan { .. }), "{error}");
    assert!(error.to_string().contains("a qualifier of 70000 bytes"));
    kit.mapping.family = Some("a/b".to_owned());
    let path = kit.file("other.csv", "ID,A\n1,2\n");
    let error = crate::plans::import_by_policy(&kit, &path, &policy).await;
    let error = error.unwrap_err().to_string();
    assert!(error.contains("family `a/b`"), "{error}");
}
