//! Descriptions of tables whose name contains a date.

use hbase_model::description::Description;

use crate::description::GOOD;

/// The field of the date, and descriptions from before the member existed.
#[test]
fn the_date_in_the_name_has_a_field() {
    let dated = GOOD.replace("CALL_RECORD", "CALL_{yyyyMMdd}");
    let table = |json: &str| {
        let table = Description::from_json(json).and_then(|found| found.table());
        table.expect("a table")
    };
    assert_eq!(table(&dated).table_date, None);
    let with = table(&dated.replacen('{', "{ \"table_date\": \"day\",", 1));
    assert_eq!(with.table_date.as_deref(), Some("day"));
    let written = Description::of(&with).to_string();
    assert!(written.contains("\"table_date\": \"day\""), "{written}");
    assert_eq!(table(&written), with);
    // Earlier versions wrote a statement with the date's letters.
    assert!(!written.contains("ddl"), "{written}");
    let earlier = written.replacen('{', "{ \"ddl\": [\"create 'CALL_{yyyyMMdd}'\"],", 1);
    assert_eq!(table(&earlier), with);
}
