//! `GeoMesa` 3, features in space and time: the tables of its Z3 index.
//!
//! Sources: `locationtech/geomesa`, `Z3IndexKeySpace.scala` (`toIndexKey` writes the shard, the week and the position
//! on the curve), `WritableFeature.scala`, `HBaseColumnGroups.scala` (the family `d` and an empty qualifier),
//! `HBaseIndexAdapter.scala` (`createTable`). The bytes of the key are from a message to the project's mailing list,
//! not from its tests. The cell is a feature serialized by Kryo.
//!
//! `WritableFeature.idHash` and `ShardStrategy` compute the shard: the absolute value of Scala's
//! `MurmurHash3.stringHash` of the feature's id, modulo the number of shards. The expected shards were printed by
//! Scala 2.13.14.

use hbase_schema::{HTable, RowKey};

use crate::support::{assert_row, statement, store};

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("gm_tweets_z3_geom_dtg_v6", naming = hbase)]
#[rowkey(salt = with(shard, values = 4))]
#[family("d", bloom = none, data_block_encoding = fast_diff)]
struct Feature {
    /// Weeks since 1970.
    #[rowkey]
    week: u16,
    #[rowkey]
    z: u64,
    #[rowkey(salt)]
    id: String,
    #[column("")]
    kryo: Vec<u8>,
}

/// The shard of a feature, one of four by default.
fn shard(id: &[u8]) -> u32 {
    let units: Vec<u16> = String::from_utf8_lossy(id).encode_utf16().collect();
    let scrambled = |word: u32| {
        let word = word.wrapping_mul(0xcc9e_2d51).rotate_left(15);
        word.wrapping_mul(0x1b87_3593)
    };
    let mut hash: u32 = 0xf7ca_7fd2;
    for pair in units.chunks(2) {
        match *pair {
            [high, low] => {
                hash ^= scrambled((u32::from(high) << 16).wrapping_add(low.into()));
                hash = hash.rotate_left(13).wrapping_mul(5);
                hash = hash.wrapping_add(0xe654_6b64);
            }
            [last] => hash ^= scrambled(last.into()),
            _ => {}
        }
    }
    hash ^= u32::try_from(units.len()).unwrap_or(0);
    hash = (hash ^ (hash >> 16)).wrapping_mul(0x85eb_ca6b);
    hash = (hash ^ (hash >> 13)).wrapping_mul(0xc2b2_ae35);
    (hash ^ (hash >> 16)).cast_signed().unsigned_abs() % 4
}

fn feature(week: u16, z: u64, id: &str) -> Feature {
    Feature {
        week,
        z,
        id: id.into(),
        kryo: vec![2, 0],
    }
}

#[test]
fn a_key_has_the_bytes_of_the_key_space() {
    let key = b"\x00\x08\x8f\x35\x60\x90\x48\x24\x12\x09\x20fid0";
    let row = feature(2191, 0x3560_9048_2412_0920, "fid0");
    assert_row(&row, key, &[("d", b"", &[2, 0])]);
}

#[test]
fn a_shard_is_that_of_scala() {
    let shards = [
        ("fid1", 1),
        ("fid3", 0),
        ("fid4", 2),
        ("fid8", 3),
        ("tweet-1", 1),
        ("tweet-2", 3),
        ("ünïcode-𐍈𐍈", 2),
    ];
    for (id, shard) in shards {
        let key = FeatureKey {
            week: 2191,
            z: 7,
            id: id.into(),
        };
        assert_eq!(RowKey::encode(&key).unwrap()[0], shard, "{id}");
    }
}

#[tokio::test]
async fn one_range_of_the_curve_is_read_in_each_shard() {
    let db = store::<Feature>().await;
    let ids = [
        "fid0", "fid1", "fid2", "fid3", "fid4", "fid5", "fid6", "fid7",
    ];
    let features = ids.into_iter().flat_map(|id| {
        let near = [
            (2190, 100),
            (2191, 99),
            (2191, 100),
            (2191, 200),
            (2191, 201),
            (2192, 100),
        ];
        near.map(|(week, z)| feature(week, z, id))
    });
    db.put_many(features).await.unwrap();

    let range = Feature::scan().week(2191).z(100..=200);
    let mut found = db.scan(range).rows().collect().await.unwrap();
    found.sort_by_key(|row| (row.id.clone(), row.z));
    let expected: Vec<_> = ids
        .into_iter()
        .flat_map(|id| [100, 200].map(|z| feature(2191, z, id)))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn the_statement_creates_what_the_adapter_creates() {
    let create = "create 'gm_tweets_z3_geom_dtg_v6', \
                  {NAME => 'd', BLOOMFILTER => 'NONE', DATA_BLOCK_ENCODING => 'FAST_DIFF'}";
    assert_eq!(statement(Feature::DDL), create);
}
