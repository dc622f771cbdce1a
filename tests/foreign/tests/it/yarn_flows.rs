//! The timeline service of YARN 3: the table `flowactivity`, of the flows that ran on each day.
//!
//! Sources: `apache/hadoop`, `FlowActivityRowKey.java` and `Separator.java` (keys), `TestRowKeys.java` (the values of the test),
//! `FlowActivityColumnPrefix.java` and `LongKeyConverter.java` (qualifiers), `GenericConverter.java` (cells: JSON),
//! `TestHBaseStorageFlowActivity.java` (the run and its version), `FlowActivityTableRW.java` (attributes). The program creates the table by the Java API.

use std::collections::BTreeMap;

use hbase_schema::{HTable, Qualifier, RowKey, Timestamp};

use crate::support::{assert_row, statement, store};

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("prod.timelineservice.flowactivity", naming = hbase)]
#[rowkey(separator = "!")]
#[family("i", bloom = rowcol, min_versions = 1, versions = 2_147_483_647)]
struct FlowActivity {
    #[rowkey(escape("%" = "%9$", " " = "%2$", "\t" = "%3$", "!" = "%0$"))]
    cluster: String,
    /// The start of the day in UTC, `Long.MAX_VALUE - ms`: the newest day comes first.
    #[rowkey(reverse_ts, align = "1d", truncate)]
    day: Timestamp,
    #[rowkey(escape("%" = "%9$", " " = "%2$", "\t" = "%3$", "!" = "%0$"))]
    user: String,
    #[rowkey(escape("%" = "%9$", " " = "%2$", "\t" = "%3$", "!" = "%0$"))]
    flow: String,
    /// The version of each run.
    #[column(dynamic, prefix = "r!", json)]
    runs: BTreeMap<Run, String>,
}

#[derive(Qualifier, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Run {
    /// As `Bytes.toBytes`: keys invert the run, but this name does not.
    #[qualifier(java)]
    id: i64,
}

const MS_OF_DAY: i64 = 86_400_000;

/// The time of `testFlowActivityRowKey`, and the start of its day.
const TIME_MS: i64 = 1_459_900_830_000;
const DAY_MS: i64 = TIME_MS - TIME_MS % MS_OF_DAY;

fn activity(time_ms: i64, flow: &str) -> FlowActivity {
    FlowActivity {
        cluster: "cl!uster".into(),
        day: Timestamp::from_millis(time_ms),
        user: "!user".into(),
        flow: flow.into(),
        runs: BTreeMap::from([(
            Run {
                id: 1_002_345_678_919,
            },
            "CF7022C10F1354".to_owned(),
        )]),
    }
}

#[test]
fn keys_and_cells_are_those_of_the_project() {
    let row = activity(DAY_MS, "dummy_!flow!");
    let day = (i64::MAX - DAY_MS).to_be_bytes();
    let key = [b"cl%0$uster!", &day[..], b"!%0$user!dummy_%0$flow%0$"].concat();
    let run = [b"r!", &1_002_345_678_919_i64.to_be_bytes()[..]].concat();
    assert_row(&row, &key, &[("i", &run, b"\"CF7022C10F1354\"")]);
    // `getTopOfTheDayTimestamp`: any time of the day.
    let written = activity(TIME_MS, "dummy_!flow!").key();
    assert_eq!(written.encode().unwrap().as_ref(), key);
}

#[tokio::test]
async fn the_flows_of_some_days_are_one_range_with_the_newest_first() {
    let db = store::<FlowActivity>().await;
    let day = |number: i64| DAY_MS + number * MS_OF_DAY;
    let rows = (0..5).flat_map(|number| ["a", "b"].map(|flow| activity(day(number), flow)));
    db.put_many(rows).await.unwrap();
    let time = |ms| Timestamp::from_millis(ms);
    let days = time(day(1) + 5)..=time(day(2) + 7);
    let flows = FlowActivity::scan().cluster("cl!uster").day(days);
    let found = db.scan(flows).rows().collect().await.unwrap();
    let expected = [2, 1].map(|number| ["a", "b"].map(|flow| activity(day(number), flow)));
    assert_eq!(found, expected.concat());
}

#[test]
fn the_statement_has_the_attributes_of_the_program() {
    let family =
        "{NAME => 'i', VERSIONS => 2147483647, MIN_VERSIONS => 1, BLOOMFILTER => 'ROWCOL'}";
    let ddl = statement(FlowActivity::DDL);
    assert!(ddl.contains(family), "{ddl}");
}
