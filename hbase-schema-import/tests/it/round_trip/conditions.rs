//! Exports of some rows: by conditions, by a limit, and by a range of keys.

use hbase_backend::RowBound;
use hbase_schema::Connection;
use hbase_schema_import::{Condition, CsvWriter, ExportOptions, ExportPlan, ExportQuery, export};

use super::{Every, Format, cells, exported, rows, table_of};

/// The ids of the rows that pass, and the number of scans.
async fn ids(db: &Connection, conditions: &[&str]) -> (Vec<i64>, usize) {
    let plan = ExportPlan::new(&Every::SCHEMA.describe()).unwrap();
    let parsed: Vec<Condition> = conditions.iter().map(|c| c.parse().unwrap()).collect();
    let query = plan.query(&parsed).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows");
    let mut out = Format::Csv.writer(&path);
    let exported = exported(&plan, db, &query, &mut *out).await;
    let mut reader = csv::Reader::from_path(&path).unwrap();
    let records = reader.records().map(|record| record.unwrap()[0].parse());
    let mut ids: Vec<i64> = records.collect::<Result<_, _>>().unwrap();
    assert_eq!(ids.len() as u64, exported.unwrap().rows);
    ids.sort_unstable();
    (ids, query.scans().len())
}

#[tokio::test]
async fn rows_are_exported_by_conditions() {
    let db = table_of(rows()).await;
    let all = vec![i64::MIN, 1, 2, 3, 4, 5, 6, 100];
    assert_eq!(ids(&db, &[]).await, (all.clone(), 1));
    for (conditions, expected, scans) in [
        // The salt is known from the id.
        (vec!["id = 1"], vec![1], 1),
        (vec!["id = 1", "at < 2000-01-01T00:00:00Z"], vec![], 1),
        (vec!["id = 1", "at >= 2015-12-26T12:24:00.007Z"], vec![1], 1),
        (vec!["id = 1", "at > 2015-12-26T12:24:00.007Z"], vec![], 1),
        // It is not: one scan for each of its values.
        (vec!["id >= 3", "id<6"], vec![3, 4, 5], 4),
        (vec!["id != 1", "id <= 2"], vec![i64::MIN, 2], 4),
        (vec!["small = -128"], vec![i64::MIN, 100], 1),
        (vec!["D1:SMALL > -129"], vec![], 0),
        (vec!["small is null", "double > 1"], vec![1], 1),
        (
            vec!["changed <= 1970-01-01T00:00:00Z"],
            vec![i64::MIN, 100],
            1,
        ),
        (vec!["opens > 12:00:00"], vec![i64::MIN, 100], 1),
        (vec!["note = \" x \""], vec![4], 1),
        (vec!["D1:NOTE = \"\""], vec![1], 1),
        (
            vec!["note is not null", "flag = true"],
            vec![i64::MIN, 100],
            1,
        ),
        (vec!["raw ^= \\x00\\x0A"], vec![i64::MIN, 100], 1),
        (vec!["extra = [1,2]"], vec![i64::MIN, 100], 1),
        (vec!["double = 0"], vec![i64::MIN], 1),
    ] {
        if scans == 0 {
            let plan = ExportPlan::new(&Every::SCHEMA.describe()).unwrap();
            assert!(plan.query(&[conditions[0].parse().unwrap()]).is_err());
            continue;
        }
        let (found, count) = ids(&db, &conditions).await;
        assert_eq!((found, count), (expected, scans), "{conditions:?}");
    }
}

#[tokio::test]
async fn invalid_conditions_are_errors() {
    let plan = ExportPlan::new(&Every::SCHEMA.describe()).unwrap();
    for (condition, expected) in [
        ("idd = 1", "there is no column `idd`; did you mean `id`?"),
        ("id = x", "part `id`"),
        ("small = 128", "out of range"),
        ("extra < [1]", "`=` and `!=` only"),
        ("digits > 9", "`=` and `!=` only"),
        ("moment > 2015-12-26T12:00:00Z", "`=` and `!=` only"),
        ("id ^= 1", "only to text and bytes"),
        ("changed = 2015-12-26 12:00:00", "offset: write it with one"),
    ] {
        let error = plan.query(&[condition.parse().unwrap()]).unwrap_err();
        let error = error.to_string();
        assert!(error.contains(expected), "{error}");
        assert!(error.contains(condition), "{error}");
    }
}

#[tokio::test]
async fn exports_have_a_limit_and_a_range_of_keys() {
    let db = table_of(rows()).await;
    let plan = ExportPlan::new(&Every::SCHEMA.describe()).unwrap();
    let count = async |query: ExportQuery, limit| {
        let mut out = CsvWriter::new(Vec::new());
        let exported = export(
            &plan,
            &*db.backend(),
            &query,
            &ExportOptions {
                limit,
                ..ExportOptions::default()
            },
            &mut out,
        )
        .await;
        exported.unwrap().rows
    };
    let all = plan.query(&[]).unwrap();
    assert_eq!(count(all.clone(), Some(3)).await, 3);
    assert_eq!(count(all.clone(), Some(0)).await, 0);
    let checked = plan.query(&["id > 1".parse().unwrap()]).unwrap();
    assert_eq!(count(checked.clone(), Some(2)).await, 2);
    let keys = cells(&db, &Every::SCHEMA.describe()).await;
    let last = keys.last().unwrap().0.clone();
    let after = |query: ExportQuery, start| query.in_range(start, RowBound::Unbounded);
    let from_last = after(all, RowBound::Included(last.clone()));
    assert_eq!(count(from_last, None).await, 1);
    assert_eq!(
        count(after(checked, RowBound::Excluded(last)), None).await,
        0
    );
}
