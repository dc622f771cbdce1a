//! Plans: mappings by name and by file, policies, and every error before the first write.

use std::path::Path;

use crate::kit::{Call, Kit, assert_contains};
use hbase_backend::{Deadline, Get};
use hbase_model::{DescribedTable, FamilyDescriptor, STAMP_FAMILY, TableChange, TableName};
use hbase_row_key_policy::RowKeyPolicy;
use hbase_schema::{HTable, Timestamp};
use hbase_schema_import::{
    DryOptions, ImportError, Mapping, OnDuplicate, Plan, Report, Target, Unmapped, dry_run,
};

/// The policy of the tables that this project serves.
const POLICY: &str = r#"[{"DATA_TYPE":"DATA_TYPE","PUBLISH_TIME":"PUBLISH_TIME"},{"columnName":"PUBLISH_TIME","length":14,"numberStep":1,"prefixChar":"","prefixNumber":0,"replaceChar":"","replaceSourceChar":"- :","splitChar":".","startNumber":1,"suffixChar":"0","suffixNumber":0,"value":"2015-12-26 12:24:00"},{"columnName":"DATA_TYPE","length":4,"numberStep":1,"prefixChar":"","prefixNumber":0,"replaceChar":"","replaceSourceChar":"","splitChar":"","startNumber":1,"suffixChar":"0","suffixNumber":0,"value":"D1"}]"#;

pub(crate) async fn import_by_policy(
    kit: &Kit,
    path: &Path,
    policy: &RowKeyPolicy,
) -> Result<Report, ImportError> {
    let source = kit.source(path)?;
    let table = TableName::parse("DLQX:CALL_RECORD").unwrap();
    kit.import_to(&Target::Policy { table, policy }, source)
        .await
}

#[tokio::test]
async fn a_policy_makes_its_keys_and_cells_are_text() {
    let mut kit = Kit::new().await;
    kit.mapping.family = Some("D1".to_owned());
    let policy = RowKeyPolicy::from_json(POLICY).unwrap();
    let csv =
        "PUBLISH_TIME,DATA_TYPE,BODY\n2015-08-12 16:35:00,D01,one\n2015-09-12 16:35:00,D02,\n";
    let path = kit.file("rows.csv", csv);
    let report = import_by_policy(&kit, &path, &policy).await.unwrap();
    assert_eq!(report.counts.written, 2);
    let table = TableName::parse("DLQX:CALL_RECORD").unwrap();
    let soon = Deadline::after(std::time::Duration::from_secs(5));
    let backend = kit.db.backend();
    for (key, body) in [
        (&b"20150812163500.D010"[..], Some(&b"one"[..])),
        (b"20150912163500.D020", None),
    ] {
        let row = backend.get(&table, &Get::new(key), soon).await.unwrap();
        let row = row.unwrap();
        assert_eq!(row.value(b"D1", b"BODY"), body);
        assert!(row.value(b"D1", b"DATA_TYPE").is_some());
    }
}

#[tokio::test]
async fn all_errors_of_a_plan_are_reported_at_once() {
    let mut kit = Kit::new().await;
    kit.mapping = Mapping::from_toml(
        "time_zone = \"Mars\"\nskip = [\"NONE\"]\n\
         [columns]\nA = \"D1:DURATION\"\nB = \"D1:PEER as text\"\n\
         [key]\nphnoe = \"A\"\n",
    )
    .unwrap();
    let path = kit.file("rows.csv", "A,B,C,at\n");
    let error = kit.import(&path).await.unwrap_err();
    let ImportError::Plan { errors } = &error else {
        panic!("{error}");
    };
    let all = errors.join("\n");
    for expected in [
        "time_zone: found `Mars`",
        "no column `NONE`",
        "no column D1:DURATION; did you mean `D1:DURATION_S`?",
        "expected a cell without a type",
        "no part `phnoe`; did you mean `phone`?",
        "D1:DURATION_S (field `duration_s`) has no column in the source",
        "key part `phone` has no column",
        "column `C` of the source has no cell",
    ] {
        assert!(all.contains(expected), "{expected} in:\n{all}");
    }
}

#[tokio::test]
async fn columns_are_mapped_by_name_in_any_case_and_by_file() {
    let mut kit = Kit::new().await;
    kit.mapping = Mapping::from_toml(
        "time_zone = \"UTC\"\n[columns]\nSECONDS = \"D1:DURATION_S\"\n[key]\nphone = \"NO\"\n",
    )
    .unwrap();
    kit.mapping.unmapped = Unmapped::Skip;
    let csv = "NO,AT,SECONDS,Peer,OTHER\n13812345678,2015-12-26,70,x,y\n";
    let report = kit.import_text(csv).await.unwrap();
    assert_eq!(report.skipped, ["OTHER"]);
    let calls = kit.calls().await;
    assert_eq!(
        (calls[0].duration_s, calls[0].peer.as_deref()),
        (70, Some("x"))
    );
}

#[tokio::test]
async fn a_dry_run_shows_and_writes_nothing() {
    let kit = Kit::new().await;
    let csv = "phone,at,duration_s,peer\n13812345678,2015-12-26,70,x\n13812345678,2015-12-26,71,x\n1,2015-12-26,70,\n";
    let source = kit.source(&kit.file("calls.csv", csv)).unwrap();
    let table = Call::SCHEMA.describe();
    let plan = Plan::build(&source, &kit.mapping, &Target::Struct(&table)).unwrap();
    let splits = table.descriptor.splits.keys().unwrap();
    let mut options = DryOptions::default();
    options.splits = splits;
    options.on_duplicate = OnDuplicate::Keep;
    let report = dry_run(Box::new(source), plan, &options).await.unwrap();
    let counts = report.counts;
    assert_eq!((counts.rows, counts.written), (3, 1));
    assert_eq!((counts.rejected, counts.duplicates), (1, 1));
    assert_eq!(report.key_lengths.range(), Some((28, 28)));
    assert_eq!(
        (report.regions.len(), report.regions.iter().sum::<u64>()),
        (6, 1)
    );
    assert!(
        report.samples[0]
            .key
            .ends_with("_13812345678_20151226000000")
    );
    assert_eq!(report.samples[0].cells[0].value, r"\x00\x00\x00F");
    assert_eq!(report.rejects[0].line, Some(4));
    assert!(kit.calls().await.is_empty());
}

#[tokio::test]
async fn a_missing_table_or_family_is_an_error_before_the_first_write() {
    let mut kit = Kit::new().await;
    let policy = RowKeyPolicy::from_json(POLICY).unwrap();
    kit.mapping.family = Some("D9".to_owned());
    let path = kit.file(
        "rows.csv",
        "PUBLISH_TIME,DATA_TYPE\n2015-08-12 16:35:00,D01\n",
    );
    let error = import_by_policy(&kit, &path, &policy).await.unwrap_err();
    assert_contains(&error, "no family D9: it has D1");
    kit.db.drop_table::<Call>().await.unwrap();
    let error = import_by_policy(&kit, &path, &policy).await.unwrap_err();
    assert!(error.to_string().contains("does not exist"), "{error}");
}

#[derive(HTable)]
#[table("DLQX:STAMPED_ROW")]
#[family("D1")]
#[allow(dead_code, reason = "described only")]
struct Stamped {
    #[rowkey]
    id: String,
    #[timestamp]
    at: Timestamp,
    name: Option<String>,
}

#[derive(HTable)]
#[table("DLQX:INDEXED_ROW")]
#[family("D1")]
#[allow(dead_code, reason = "described only")]
struct Indexed {
    #[rowkey]
    id: String,
    #[index("DLQX:ROW_BY_NAME")]
    name: String,
}

async fn plan_error(table: &DescribedTable) -> ImportError {
    let kit = Kit::new().await;
    let source = kit.source(&kit.file("rows.csv", "id,name\n1,x\n")).unwrap();
    let plan = Plan::build(&source, &kit.mapping, &Target::Struct(table));
    plan.err().unwrap()
}

/// An import would lose the timestamps of the first table, and not maintain the second one's index.
#[tokio::test]
async fn tables_that_an_import_would_write_wrongly_are_rejected() {
    for (table, expected) in [
        (Stamped::SCHEMA.describe(), "has a timestamp, `at`"),
        (Indexed::SCHEMA.describe(), "has index tables"),
    ] {
        assert_contains(plan_error(&table).await, expected);
    }
}

#[derive(HTable)]
#[table("DLQX:SPREAD_ROW")]
#[rowkey(salt = round_robin(2))]
#[family("D1")]
#[allow(dead_code, reason = "described only")]
struct RoundRobin {
    #[rowkey]
    id: String,
    name: String,
}

#[derive(HTable)]
#[table("DLQX:RANDOM_ROW")]
#[rowkey(salt = random(2))]
#[family("D1")]
#[allow(dead_code, reason = "described only")]
struct Random {
    #[rowkey]
    id: String,
    name: String,
}

/// The key of a row would differ from its duplicate's key.
#[tokio::test]
async fn salts_that_are_not_computed_are_rejected() {
    for (table, expected) in [
        (RoundRobin::SCHEMA.describe(), "round_robin(2)"),
        (Random::SCHEMA.describe(), "random(2)"),
    ] {
        let error = plan_error(&table).await;
        assert_contains(&error, expected);
        assert_contains(&error, "put_many");
    }
}

/// The table has index tables, which neither the policy nor the struct knows.
#[tokio::test]
async fn a_table_with_index_tables_is_rejected() {
    let mut kit = Kit::new().await;
    let table = TableName::parse("DLQX:CALL_RECORD").unwrap();
    let soon = Deadline::after(std::time::Duration::from_secs(5));
    let stamps = TableChange::AddFamily(FamilyDescriptor::new(STAMP_FAMILY));
    let altered = kit.db.backend().alter_table(&table, &[stamps], soon).await;
    altered.unwrap();
    let csv = "phone,at,duration_s,peer\n13812345678,2015-12-26,70,x\n";
    let error = kit.import_text(csv).await.unwrap_err().to_string();
    assert!(error.contains("has index tables"), "{error}");
    kit.mapping.family = Some("D1".to_owned());
    let policy = RowKeyPolicy::from_json(POLICY).unwrap();
    let path = kit.file(
        "rows.csv",
        "PUBLISH_TIME,DATA_TYPE\n2015-08-12 16:35:00,D01\n",
    );
    let error = import_by_policy(&kit, &path, &policy).await.unwrap_err();
    assert!(error.to_string().contains("has index tables"), "{error}");
    assert!(kit.calls().await.is_empty());
}
