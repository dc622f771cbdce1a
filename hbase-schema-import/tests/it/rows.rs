//! Rows: values, NULL, times, rejects and counts.

use std::io::Write as _;

use crate::kit::{Call, Kit, assert_contains, call};
use hbase_schema_import::{ImportError, Plan, Progress, Target, import};

const HEADER: &str = "phone,at,duration_s,peer\n";

#[tokio::test]
async fn rows_are_those_of_the_struct() {
    let kit = Kit::new().await;
    let csv = format!(
        "{HEADER}13812345678,2015-12-26 12:24:00,70,\"a, \"\"b\"\"\"\r\n\
         13812345679,2015-12-26T20:24:00+08:00,0,\n\
         \n\
         13812345670,20151226122400,1,\"\"\n"
    );
    let report = kit.import_text(&csv).await.unwrap();
    let expected = [
        call("13812345670", "2015-12-26T12:24:00Z", 1, Some("")),
        call("13812345678", "2015-12-26T12:24:00Z", 70, Some("a, \"b\"")),
        call("13812345679", "2015-12-26T12:24:00Z", 0, None),
    ];
    assert_eq!(kit.calls().await, expected);
    let counts = report.counts;
    assert_eq!((counts.rows, counts.written), (3, 3));
    assert_eq!((counts.rejected, counts.duplicates), (0, 0));
    assert!(report.rejects.is_none() && kit.rejects().is_empty());
}

/// Unquoted texts that the mapping names are NULL; quoted ones are text.
#[tokio::test]
async fn null_and_empty_text_are_told_apart() {
    let mut kit = Kit::new().await;
    kit.mapping.csv.null = Some(vec!["NA".to_owned()]);
    let csv = format!(
        "{HEADER}13812345671,2015-12-26,1,\n13812345672,2015-12-26,1,NA\n13812345673,2015-12-26,1,\"NA\"\n"
    );
    kit.import_text(&csv).await.unwrap();
    let peers: Vec<_> = kit
        .calls()
        .await
        .into_iter()
        .map(|call| call.peer)
        .collect();
    assert_eq!(peers, [Some(String::new()), None, Some("NA".to_owned())]);
}

#[tokio::test]
async fn rejected_rows_are_named_with_their_reasons() {
    let kit = Kit::new().await;
    let csv = format!(
        "{HEADER}13812345678,2015-12-26,70,\n\
         1381234567,2015-12-26,70,\n\
         13812345678,2015-13-26,70,\n\
         13812345678,2015-12-27,-1,\n\
         13812345678,2015-12-28,,\n\
         ,2015-12-29,1,\n\
         13812345678,2015-12-30\n\
         \"138\n12345678\",2015-12-31,1,\n\
         13812345679,2016-01-01,1,\"open\n"
    );
    let report = kit.import_text(&csv).await.unwrap();
    let counts = report.counts;
    assert_eq!((counts.rows, counts.written, counts.rejected), (9, 1, 8));
    let rejects = kit.rejects().join("\n");
    for (start, reason) in [
        ("2,3,", "found 10 bytes, expected 11"),
        ("3,4,at,2015-13-26,", "there is no day 2015-13-26"),
        ("4,5,duration_s,-1,", "unsigned integer of 32 bits"),
        ("5,6,duration_s,,", "found NULL"),
        ("6,7,phone,,", "part of the key"),
        ("7,8,,,", "found 2 fields, expected 4"),
        ("8,9,", "found 12 bytes"),
        ("9,11,,,", "quoted field"),
    ] {
        let found = rejects.lines().find(|line| line.starts_with(start));
        let found = found.unwrap_or_else(|| panic!("{start} in:\n{rejects}"));
        assert!(rejects.contains(reason), "{found}: {reason} in:\n{rejects}");
    }
    assert_eq!(kit.calls().await.len(), 1);
}

/// A quote that is not closed joins lines until the next one, which is then followed by text.
#[tokio::test]
async fn lines_that_a_stray_quote_joins_are_rejected() {
    let mut kit = Kit::new().await;
    kit.options.max_errors = 10;
    let csv = "phone,at,duration_s,peer\n\
         13812345670,2016-01-01,1,\"oops\n\
         13812345671,2016-01-01,1,\"x\"\n\
         13812345672,2016-01-01,1,\"ab\"cd\n\
         13812345673,2016-01-01,1,5\" pipe\n";
    let report = kit.import_text(csv).await.unwrap();
    let counts = report.counts;
    assert_eq!((counts.rows, counts.written, counts.rejected), (3, 1, 2));
    let rejects = kit.rejects().join("\n");
    assert_contains(&rejects, "the 2 lines from line 2 on are in no row");
    assert_contains(&rejects, "text after the closing quote of field 4");
}

/// With an unclosed quote in the header, the rows would become part of a name.
#[tokio::test]
async fn the_quotes_of_a_header_are_checked() {
    let mut kit = Kit::new().await;
    let row = "13812345670,2016-01-01,1,x\n";
    let open = format!("phone,at,duration_s,\"peer\n{row}{row}{row}");
    let text = format!("\"phone\" x,at,duration_s,peer\n{row}");
    let of_rows = format!("phone,at,duration_s,\"peer\n{row}13812345670,2016-01-01,1,\"x\"\n");
    let own_names = ["phone", "at", "duration_s", "peer"].map(str::to_owned);
    for columns in [None, Some(own_names.to_vec())] {
        kit.mapping.csv.columns = columns;
        for (csv, expected) in [
            (&open, "the 4 lines from line 1 on are in no row"),
            (&text, "text after the closing quote of field 1"),
            (&of_rows, "text after the closing quote of field 4"),
        ] {
            let error = kit.import_text(csv).await.unwrap_err().to_string();
            assert!(error.contains("the header: found"), "{error}");
            assert!(error.contains(expected), "{error}");
        }
    }
    assert_eq!(kit.calls().await, []);
}

/// The bytes that were read may come from two files.
#[tokio::test]
async fn a_file_that_changes_while_it_is_read_is_an_error() {
    let kit = Kit::new().await;
    let rows = (0..100_000).map(|row| format!("138{row:08},2016-01-01,1,x\n"));
    let csv: String = std::iter::once(HEADER.to_owned()).chain(rows).collect();
    let path = kit.file("calls.csv", csv);
    let table = Call::SCHEMA.describe();
    let source = kit.source(&path).unwrap();
    let plan = Plan::build(&source, &kit.mapping, &Target::Struct(&table)).unwrap();
    let mut change = |_: &Progress| {
        let mut file = std::fs::OpenOptions::new()
            .append(true)
            .open(&path)
            .unwrap();
        file.write_all(b"13912345678,2016-01-01,1,x\n").unwrap();
    };
    let imported = import(
        Box::new(source),
        plan,
        kit.db.backend(),
        &kit.options,
        &mut change,
    );
    let error = imported.await.unwrap_err().to_string();
    assert!(error.contains("changed while it was read"), "{error}");
}

/// One more than the maximum ends the import; the rejected row is in the file.
#[tokio::test]
async fn too_many_rejects_end_the_import() {
    let mut kit = Kit::new().await;
    kit.options.max_errors = 1;
    let one = format!("{HEADER}1,2015-12-26,1,\n13812345678,2015-12-26,1,\n");
    assert_eq!(kit.import_text(&one).await.unwrap().counts.rejected, 1);
    std::fs::remove_file(&kit.options.rejects).unwrap();
    let two = format!("{one}2,2015-12-26,1,\n");
    let error = kit.import_text(&two).await.unwrap_err();
    assert!(
        matches!(error, ImportError::TooManyRejects { most: 1, .. }),
        "{error}"
    );
    assert!(error.to_string().contains("in line 4"), "{error}");
    assert_eq!(kit.rejects().len(), 2);
    let error = kit.import_text(&one).await.unwrap_err();
    assert_contains(&error, "belongs to another run");
}

#[tokio::test]
async fn times_without_an_offset_need_a_zone() {
    let mut kit = Kit::new().await;
    kit.mapping.time_zone = None;
    let csv = format!("{HEADER}13812345678,2015-12-26 12:24:00,70,\n");
    let report = kit.import_text(&csv).await.unwrap();
    assert_eq!(report.counts.rejected, 1);
    assert!(
        kit.rejects()[0].contains("time_zone"),
        "{:?}",
        kit.rejects()
    );
    std::fs::remove_file(&kit.options.rejects).unwrap();
    kit.mapping.time_zone = Some("Asia/Shanghai".to_owned());
    kit.import_text(&csv).await.unwrap();
    let expected = call("13812345678", "2015-12-26T04:24:00Z", 70, None);
    assert_eq!(kit.calls().await, [expected]);
}

/// Cells may have times before 1970; keys may not, because they would not sort.
#[tokio::test]
async fn a_key_with_a_time_before_1970_is_rejected() {
    let kit = Kit::new().await;
    let csv = format!("{HEADER}13812345678,1960-02-29,70,\n");
    assert_eq!(kit.import_text(&csv).await.unwrap().counts.rejected, 1);
    let rejects = kit.rejects();
    assert!(rejects[0].contains("of 1970 or later"), "{rejects:?}");
}

/// `HBase` has no rows without cells: such a row would be lost.
#[tokio::test]
async fn a_row_without_cells_is_rejected() {
    let mut kit = Kit::new().await;
    let policy = r#"[{"ID":"ID"},{"columnName":"ID","length":3,"numberStep":1,"prefixChar":"0","prefixNumber":0,
        "replaceChar":"","replaceSourceChar":"","splitChar":"","startNumber":1,"suffixChar":"","suffixNumber":0,"value":"1"}]"#;
    kit.mapping.columns = [("A".to_owned(), "D1:A as i64".to_owned())].into();
    let path = kit.file("rows.csv", "ID,A\n1,7\n2,\n");
    let policy = hbase_row_key_policy::RowKeyPolicy::from_json(policy).unwrap();
    let report = crate::plans::import_by_policy(&kit, &path, &policy)
        .await
        .unwrap();
    assert_eq!((report.counts.written, report.counts.rejected), (1, 1));
    assert!(
        kit.rejects()[0].contains("rows without cells"),
        "{:?}",
        kit.rejects()
    );
}

/// The store would reject the whole batch, in every resumed run too.
#[tokio::test]
async fn a_cell_that_is_too_large_is_rejected_alone() {
    let kit = Kit::new().await;
    let long = "x".repeat(11 << 20);
    let csv = format!(
        "phone,at,duration_s,peer\n13812345678,2015-12-26,1,a\n13812345679,2015-12-26,2,{long}\n\
         13812345670,2015-12-26,3,b\n"
    );
    let report = kit.import_text(&csv).await.unwrap();
    assert_eq!((report.counts.written, report.counts.rejected), (2, 1));
    let rejects = kit.rejects();
    assert!(rejects[0].starts_with("2,3,peer,xxx"), "{rejects:?}");
    assert!(
        rejects[0].contains("expected at most 10485760"),
        "{rejects:?}"
    );
}
