//! Conditions on keys of floats: 0.0 and -0.0 are equal, but may have different bytes.

use hbase_schema::HTable;

use crate::kit::Kit;

#[derive(HTable)]
#[table("DLQX:JAVA_RATIO")]
#[family("D1")]
struct JavaRatio {
    #[rowkey(java)]
    ratio: f64,
    n: u32,
}

#[derive(HTable)]
#[table("DLQX:ORDERED_RATIO")]
#[family("D1")]
struct OrderedRatio {
    #[rowkey(ordered)]
    ratio: f32,
    n: u32,
}

#[tokio::test]
async fn conditions_on_zero_find_both_zeros() {
    let kit = Kit::new().await;
    kit.db.create_table::<JavaRatio>().await.unwrap();
    kit.db.create_table::<OrderedRatio>().await.unwrap();
    for (n, ratio) in [(1, -0.0), (2, 0.0), (3, 1.0), (4, -1.0)] {
        kit.db
            .put(&JavaRatio {
                ratio: ratio.into(),
                n,
            })
            .await
            .unwrap();
        kit.db.put(&OrderedRatio { ratio, n }).await.unwrap();
    }
    for table in [
        JavaRatio::SCHEMA.describe(),
        OrderedRatio::SCHEMA.describe(),
    ] {
        for (condition, rows) in [("ratio=0", 2), ("ratio=-0", 2), ("ratio=1", 1)] {
            let found = kit.exported(&table, &[condition]).await;
            assert_eq!(found.lines().count(), 1 + rows, "{condition}: {found}");
        }
    }
    let table = OrderedRatio::SCHEMA.describe();
    for (condition, rows) in [("ratio>=0", 3), ("ratio<=-0", 3), ("ratio>0", 1)] {
        let found = kit.exported(&table, &[condition]).await;
        assert_eq!(found.lines().count(), 1 + rows, "{condition}: {found}");
    }
}
