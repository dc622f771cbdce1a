//! Values whose bytes depend on the name of their column.

use std::collections::BTreeMap;

use hbase_schema::{Connection, Dynamic, ErrorKind, HTable, Qualifier};

use crate::support::assert_contains;

/// The width of a reading's value follows from its name.
#[derive(Qualifier, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Reading {
    second: u16,
    width: u8,
}

mod numbers {
    use super::Reading;

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "generated code calls it")]
    pub(super) fn encode(name: &Reading, value: &u64, out: &mut Vec<u8>) -> Result<(), String> {
        let width = usize::from(name.width);
        let bytes = value.to_be_bytes();
        let (rest, written) = bytes
            .split_at_checked(8_usize.wrapping_sub(width))
            .ok_or("too wide")?;
        if rest.iter().any(|byte| *byte != 0) {
            return Err(format!("found {value}, expected {width} bytes"));
        }
        out.extend_from_slice(written);
        Ok(())
    }

    pub(super) fn decode(name: &Reading, bytes: &[u8]) -> Result<u64, String> {
        if bytes.len() != usize::from(name.width) {
            return Err(format!(
                "found {} bytes, expected {}",
                bytes.len(),
                name.width
            ));
        }
        Ok(bytes
            .iter()
            .fold(0, |sum, byte| sum << 8 | u64::from(*byte)))
    }
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:METER_DAYS")]
#[family("D", versions = 3)]
struct Day {
    #[rowkey]
    meter: u32,
    #[family("D")]
    #[column(dynamic, prefix = "w", with_name = numbers)]
    read: BTreeMap<Reading, u64>,
    #[family("D")]
    #[column(dynamic, prefix = "n", with_name = numbers)]
    later: Dynamic<Reading, u64>,
}

const KEY: DayKey = DayKey { meter: 7 };

const fn at(second: u16, width: u8) -> Reading {
    Reading { second, width }
}

fn day() -> Day {
    Day {
        meter: 7,
        read: BTreeMap::from([(at(1, 1), 200), (at(2, 8), u64::MAX), (at(3, 2), 300)]),
        later: Dynamic::new(),
    }
}

async fn filled() -> Connection {
    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<Day>().await.unwrap();
    db.put(&day()).await.unwrap();
    let later = [(at(1, 1), 5), (at(2, 3), 70_000), (at(9, 2), 9)];
    let written = db.dynamic(&KEY, Day::LATER).put_many(later).await.unwrap();
    assert_eq!(written, 3);
    db
}

#[tokio::test]
async fn maps_are_read_and_written_by_their_names() {
    let db = filled().await;
    assert_eq!(db.get(&KEY).await.unwrap(), Some(day()));
    let row = db.get_raw(&KEY).await.unwrap().unwrap();
    let bytes = |name: &[u8]| row.cell(b"D", name).unwrap().value.to_vec();
    assert_eq!(bytes(b"w\0\x01\x01"), [200]);
    assert_eq!(bytes(b"w\0\x02\x08"), [0xFF; 8]);
    assert_eq!(bytes(b"n\0\x02\x03"), [1, 17, 112]);
}

#[tokio::test]
async fn each_call_on_single_columns_knows_their_names() {
    let db = filled().await;
    let later = || db.dynamic(&KEY, Day::LATER);
    assert_eq!(later().get(at(2, 3)).await.unwrap(), Some(70_000));
    let names = [at(9, 2), at(9, 3)];
    assert_eq!(later().get_many(&names).await.unwrap(), [Some(9), None]);
    later().version(4_i64).put(at(4, 2), 4).await.unwrap();
    later().version(5_i64).put(at(4, 2), 5).await.unwrap();
    assert_eq!(later().history(at(4, 2)).await.unwrap(), [(5, 5), (4, 4)]);
    let put = db.mutate(&KEY).put_dynamic(Day::LATER, at(5, 4), 55);
    put.put_dynamic(Day::READ, at(5, 1), 6).await.unwrap();
    assert_eq!(later().get(at(5, 4)).await.unwrap(), Some(55));
    assert_eq!(
        db.dynamic(&KEY, Day::READ).get(at(5, 1)).await.unwrap(),
        Some(6)
    );
}

#[tokio::test]
async fn each_call_on_many_columns_knows_their_names() {
    let db = filled().await;
    let later = || db.dynamic(&KEY, Day::LATER);
    let all = [(at(1, 1), 5), (at(2, 3), 70_000), (at(9, 2), 9)];
    let page = later().page(2).await.unwrap();
    assert_eq!(page.items, all[..2]);
    let rest = later().page_after(page.next.unwrap(), 2).await.unwrap();
    assert_eq!(rest.items, all[2..]);
    let ranged = later()
        .range((2,)..)
        .stream()
        .collect::<Vec<_>>()
        .await
        .unwrap();
    assert_eq!(ranged, all[1..]);
    let scan = || db.dynamic_scan(Day::scan().all(), Day::LATER).range(..(9,));
    let found = scan().stream().collect::<Vec<_>>().await.unwrap();
    assert_eq!(found, [(KEY, at(1, 1), 5), (KEY, at(2, 3), 70_000)]);
    assert_eq!(scan().page(9).await.unwrap().items, found);
    let rows = db.scan(Day::scan().meter(7)).rows();
    assert_eq!(rows.collect().await.unwrap(), [day()]);
}

#[tokio::test]
async fn errors_of_the_functions_name_the_column() {
    let db = filled().await;
    let later = || db.dynamic(&KEY, Day::LATER);
    let error = later().put(at(1, 1), 256).await.unwrap_err();
    assert_contains(&error, "found 256, expected 1 bytes");
    let wide = Day {
        read: BTreeMap::from([(at(1, 9), 1)]),
        ..day()
    };
    let error = db.put(&wide).await.unwrap_err();
    assert_contains(&error, "too wide");
    assert_contains(&error, r"D:w\x00\x01\x09");
    db.mutate(&KEY)
        .put_raw("D", b"n\0\x01\x02", b"abc")
        .await
        .unwrap();
    for error in [
        later().get(at(1, 2)).await.unwrap_err(),
        later().page(9).await.unwrap_err(),
    ] {
        assert_eq!(error.kind(), ErrorKind::Decode);
        assert_contains(&error, "found 3 bytes, expected 2");
        assert_contains(&error, r"D:n\x00\x01\x02");
    }
}
