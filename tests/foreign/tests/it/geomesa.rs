//! `GeoMesa` 3, features in space and time: the tables of its Z3 index.
//!
//! Sources: `locationtech/geomesa`, `Z3IndexKeySpace.scala` (`toIndexKey` writes the shard, the week and the position
//! on the curve), `WritableFeature.scala`, `HBaseColumnGroups.scala` (the family `d` and an empty qualifier),
//! `HBaseIndexAdapter.scala` (`createTable`). The bytes of the key are from a message to the project's mailing list,
//! not from its tests. The cell is a feature serialized by Kryo. The shard is a hash of the feature's id, which the
//! program computes.

use hbase_schema::{HTable, any};

use crate::support::{assert_row, statement, store};

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("gm_tweets_z3_geom_dtg_v6", naming = hbase)]
#[family("d", bloom = none, data_block_encoding = fast_diff)]
struct Feature {
    /// 0 to 3 by default.
    #[rowkey]
    shard: u8,
    /// Weeks since 1970.
    #[rowkey]
    week: u16,
    #[rowkey]
    z: u64,
    #[rowkey]
    id: String,
    #[column("")]
    kryo: Vec<u8>,
}

fn feature(shard: u8, week: u16, z: u64, id: &str) -> Feature {
    Feature {
        shard,
        week,
        z,
        id: id.into(),
        kryo: vec![2, shard],
    }
}

#[test]
fn a_key_has_the_bytes_of_the_key_space() {
    let key = b"\x00\x08\x8f\x35\x60\x90\x48\x24\x12\x09\x20fid0";
    let row = feature(0, 2191, 0x3560_9048_2412_0920, "fid0");
    assert_row(&row, key, &[("d", b"", &[2, 0])]);
}

#[tokio::test]
async fn one_range_of_the_curve_is_read_in_each_shard() {
    let db = store::<Feature>().await;
    let features = (0..4).flat_map(|shard| {
        let near = [
            (2190, 100),
            (2191, 99),
            (2191, 100),
            (2191, 200),
            (2191, 201),
            (2192, 100),
        ];
        near.map(|(week, z)| feature(shard, week, z, &format!("fid{shard}")))
    });
    db.put_many(features).await.unwrap();

    let range = Feature::scan().shard(any()).week(2191).z(100..=200);
    let mut found = db.scan(range).rows().collect().await.unwrap();
    found.sort_by_key(|row| (row.shard, row.z));
    let expected: Vec<_> = (0..4)
        .flat_map(|shard| [100, 200].map(|z| feature(shard, 2191, z, &format!("fid{shard}"))))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn the_statement_creates_what_the_adapter_creates() {
    let create = "create 'gm_tweets_z3_geom_dtg_v6', \
                  {NAME => 'd', BLOOMFILTER => 'NONE', DATA_BLOCK_ENCODING => 'FAST_DIFF'}";
    assert_eq!(statement(Feature::DDL), create);
}
