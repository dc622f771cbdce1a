//! Rows with the same key.

use std::fmt::Write as _;

use crate::kit::{Call, Kit, call};
use hbase_schema_import::{DryOptions, OnDuplicate, Plan, Target, dry_run};

const DAY: &str = "2015-12-26T00:00:00Z";

/// A key occurs twice in a batch, and again more than a batch later; the later rows have no peer.
fn csv(distance: u32) -> String {
    let mut csv = "phone,at,duration_s,peer\n".to_owned();
    csv += "13800000000,2015-12-26,1,first\n13800000000,2015-12-26,2,\n";
    for number in 1..=distance {
        let _ = writeln!(csv, "139{number:08},2015-12-26,0,x");
    }
    csv + "13800000000,2015-12-26,3,\n"
}

async fn import(on_duplicate: OnDuplicate, check_table: bool) -> Kit {
    let mut kit = Kit::new().await;
    kit.options.on_duplicate = on_duplicate;
    kit.options.check_table = check_table;
    let old = call("13900000001", DAY, 9, Some("old"));
    kit.db.put(&old).await.unwrap();
    let report = kit.import_text(&csv(2500)).await.unwrap();
    let counts = report.counts;
    assert_eq!(counts.rows, 2503);
    assert_eq!(counts.written + counts.rejected + counts.duplicates, 2503);
    // A duplicate of the table's own row is replaced by a row that counts as written.
    let is_kept_out = check_table && on_duplicate != OnDuplicate::Replace;
    assert_eq!(counts.written, 2501 - u64::from(is_kept_out));
    assert_eq!(kit.calls().await.len(), 2501);
    kit
}

async fn of_key(kit: &Kit, phone: &str) -> (u32, Option<String>) {
    let calls = kit.calls().await;
    let found = calls.into_iter().find(|call| call.phone == phone).unwrap();
    (found.duration_s, found.peer)
}

#[tokio::test]
async fn a_later_row_is_rejected() {
    let kit = import(OnDuplicate::Error, false).await;
    assert_eq!(of_key(&kit, "13800000000").await, (1, Some("first".into())));
    let rejects = kit.rejects();
    assert_eq!(rejects.len(), 2);
    assert!(rejects[0].starts_with("2,3,,") && rejects[0].contains("_13800000000_"));
    assert!(rejects[1].starts_with("2503,2504,,"), "{}", rejects[1]);
}

#[tokio::test]
async fn the_first_row_stays() {
    let kit = import(OnDuplicate::Keep, false).await;
    assert_eq!(of_key(&kit, "13800000000").await, (1, Some("first".into())));
    assert!(kit.rejects().is_empty());
}

/// This includes columns that are NULL in the later row.
#[tokio::test]
async fn the_last_row_replaces_the_others() {
    let kit = import(OnDuplicate::Replace, false).await;
    assert_eq!(of_key(&kit, "13800000000").await, (3, None));
    assert_eq!(of_key(&kit, "13900000001").await, (0, Some("x".into())));
}

#[tokio::test]
async fn rows_of_the_table_are_duplicates_on_request() {
    let kit = import(OnDuplicate::Error, true).await;
    assert_eq!(of_key(&kit, "13900000001").await, (9, Some("old".into())));
    assert!(
        kit.rejects()
            .iter()
            .any(|line| line.contains("before the import"))
    );
    let kit = import(OnDuplicate::Keep, true).await;
    assert_eq!(of_key(&kit, "13900000001").await, (9, Some("old".into())));
    let kit = import(OnDuplicate::Replace, true).await;
    assert_eq!(of_key(&kit, "13900000001").await, (0, Some("x".into())));
}

/// A replaced row of the table loses the columns that are NULL in the source.
#[tokio::test]
async fn a_replaced_row_of_the_table_has_no_columns_left() {
    let mut kit = Kit::new().await;
    kit.options.on_duplicate = OnDuplicate::Replace;
    kit.options.check_table = true;
    let old = call("13900000001", DAY, 9, Some("old"));
    kit.db.put(&old).await.unwrap();
    kit.import_text("phone,at,duration_s,peer\n13900000001,2015-12-26,1,\n")
        .await
        .unwrap();
    assert_eq!(of_key(&kit, "13900000001").await, (1, None));
}

/// A dry run rejects and counts like the import, and writes nothing.
#[tokio::test]
async fn a_dry_run_counts_as_the_import_does() {
    for on_duplicate in [OnDuplicate::Error, OnDuplicate::Keep, OnDuplicate::Replace] {
        for check_table in [false, true] {
            let kit = Kit::new().await;
            let old = call("13900000001", DAY, 9, Some("old"));
            kit.db.put(&old).await.unwrap();
            let source = kit.source(&kit.file("calls.csv", csv(2500))).unwrap();
            let table = Call::SCHEMA.describe();
            let plan = Plan::build(&source, &kit.mapping, &Target::Struct(&table)).unwrap();
            let mut options = DryOptions::default();
            options.on_duplicate = on_duplicate;
            options.check_table = check_table.then(|| kit.db.backend());
            let dry = dry_run(Box::new(source), plan, &options).await.unwrap();
            assert_eq!(kit.calls().await, [old]);
            let imported = import(on_duplicate, check_table).await;
            let rejects = imported.rejects();
            assert_eq!(dry.counts.rejected, rejects.len() as u64);
            let is_kept_out = check_table && on_duplicate != OnDuplicate::Replace;
            assert_eq!(dry.counts.written, 2501 - u64::from(is_kept_out));
            assert_eq!(dry.regions.iter().sum::<u64>(), dry.counts.written);
            if let (Some(dry), Some(first)) = (dry.rejects.first(), rejects.first()) {
                assert!(first.contains(&dry.reason), "{dry} {first}");
            }
        }
    }
}
