//! The calls of the design, unchanged.

use futures_util::StreamExt;
use hbase_schema::{HTable, Timestamp};
use serde::{Deserialize, Serialize};

/// A remark.
#[derive(Serialize, Deserialize, Debug, Clone, PartialEq)]
struct Remark {
    text: String,
}

/// One call of one phone.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = region_number(6), separator = "_")]
#[family("D1", ttl = "20000d", compression = snappy, bloom = row)]
struct Call {
    #[rowkey(salt = last(4), fixed = 11)]
    phone: String,
    #[rowkey(salt = format("yyyyMM"), fixed = 14)]
    at: Timestamp,
    duration_s: u32,
    #[column("PEER")]
    peer: Option<String>,
    #[column(json)]
    remark: Remark,
}

fn call(day: u8, duration_s: u32) -> Call {
    Call {
        phone: "13812345678".into(),
        at: Timestamp::from_utc(2015, 12, day, 12, 24, 0).unwrap(),
        duration_s,
        peer: None,
        remark: Remark { text: "hi".into() },
    }
}

#[tokio::test]
async fn the_listing() -> Result<(), hbase_schema::Error> {
    let dir = tempfile::tempdir().unwrap();
    let db = hbase_schema::connect(&format!("embedded:{}", dir.path().display())).await?;
    db.create_table::<Call>().await?;
    let first = call(1, 50);
    db.put(&first).await?;
    let (phone, at) = (first.phone.clone(), first.at);
    let one: Option<Call> = db.get(&CallKey { phone, at }).await?;
    assert_eq!(one, Some(first));

    let many: Vec<Call> = (2..=28).map(|day| call(day, u32::from(day) * 10)).collect();
    assert_eq!(db.put_many(&many).await?, 27);
    let from = Timestamp::from_utc(2015, 12, 2, 0, 0, 0).unwrap();
    let to = Timestamp::from_utc(2016, 1, 1, 0, 0, 0).unwrap();
    let mut rows = db
        .scan(Call::scan().phone("13812345678").at(from..to))
        .filter(Call::DURATION_S.gt(60))
        .limit(20)
        .rows();
    let mut found = Vec::new();
    while let Some(row) = StreamExt::next(&mut rows).await {
        found.push(row?);
    }
    assert_eq!(found, many[5..25]);
    Ok(())
}
