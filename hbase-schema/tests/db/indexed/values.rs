//! Every kind of type that can be indexed.

use std::sync::Arc;

use hbase_schema::index::{Clocks, Settings};
use hbase_schema::{HTable, Timestamp};

use super::memory;
use crate::test_clocks::TestClocks;

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:EVERY_TYPE")]
#[family("D1")]
struct Every {
    #[rowkey]
    id: String,
    #[index("DLQX:EVERY_BY_TIME")]
    time: Timestamp,
    #[index("DLQX:EVERY_BY_FLOAT")]
    float: f64,
    #[index("DLQX:EVERY_BY_BYTES")]
    bytes: [u8; 2],
    #[index("DLQX:EVERY_BY_JSON")]
    #[column(json)]
    json: i32,
}

#[tokio::test]
async fn values_sort_whatever_the_codec_of_their_cells_is() {
    let db = memory().await;
    let clocks: Arc<dyn Clocks> = Arc::new(TestClocks::default());
    let rows = db;
    let rows = rows
        .index_settings(Settings::default())
        .index_clocks(clocks);
    rows.create_table_if_missing::<Every>().await.unwrap();
    let every = |n: i32| Every {
        id: format!("{n}"),
        time: Timestamp::from_millis(i64::from(n + 10)),
        float: f64::from(n) / 3.0,
        bytes: [n.to_be_bytes()[3].wrapping_add(128), 0],
        json: n,
    };
    rows.put_many((-10..=10).map(every)).await.unwrap();
    let expected: Vec<Every> = (-3..7).map(every).collect();
    let (low, high) = (every(-3), every(7));
    for condition in [
        Every::BY_TIME.range(low.time..high.time),
        Every::BY_FLOAT.range(low.float..high.float),
        Every::BY_BYTES.range(low.bytes..high.bytes),
        Every::BY_JSON.range(low.json..high.json),
    ] {
        let found = rows.query(condition).rows().collect().await.unwrap();
        assert_eq!(found, expected);
    }
}
