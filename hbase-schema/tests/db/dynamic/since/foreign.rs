//! Columns outside of the period of their row, which other programs may write.

use hbase_schema::{Dynamic, ErrorKind, HTable, Qualifier, Timestamp};

use super::{HOUR, Hours, HoursKey, at, half_past, readings, time_of};

#[tokio::test]
async fn a_time_after_the_row_is_no_column_of_it() {
    let db = readings().await;
    let key = HoursKey {
        sensor: 1,
        hour: at(0),
    };
    let put = db.dynamic(&key, Hours::READINGS).put(3600, 1).await;
    let error = put.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    let text = error.to_string();
    assert!(
        text.contains("found 3600 units of 1000 ms since `hour`"),
        "{text}"
    );
}

/// Another program's column after the end of its row has the time that it states.
#[tokio::test]
async fn a_foreign_column_after_its_row_is_found_by_its_own_time() {
    let db = readings().await;
    let key = HoursKey {
        sensor: 1,
        hour: at(HOUR),
    };
    let late = 7_205_u16.to_be_bytes();
    let put = db.mutate(&key).put_raw("V", &late, &[0, 0, 0, 9]);
    put.await.unwrap();
    let scan = Hours::scan().sensor(1).hour(half_past(1)..);
    let found = db.dynamic_scan(scan, Hours::READINGS).stream();
    let found: Vec<_> = found.collect().await.unwrap();
    assert!(
        found
            .iter()
            .any(|(key, at, _)| key.hour.as_millis() == HOUR && *at == 7_205)
    );
    let scan = Hours::scan().sensor(1).hour(half_past(1)..half_past(2));
    let found = db.dynamic_scan(scan, Hours::READINGS).stream();
    let found: Vec<_> = found.collect().await.unwrap();
    assert!(found.iter().all(|column| time_of(column) < HOUR * 5 / 2));
}

/// A read and a delete of such a column need no time.
#[tokio::test]
async fn a_foreign_column_after_its_row_is_read_and_deleted_by_name() {
    let db = readings().await;
    let key = HoursKey {
        sensor: 1,
        hour: at(HOUR),
    };
    let late = 7_205_u16.to_be_bytes();
    let put = db.mutate(&key).put_raw("V", &late, &[0, 0, 0, 9]);
    put.await.unwrap();
    let readings = || db.dynamic(&key, Hours::READINGS);
    assert_eq!(readings().get(7_205).await.unwrap(), Some(9));
    readings().delete(7_205).await.unwrap();
    assert_eq!(readings().get(7_205).await.unwrap(), None);
}

/// A column before its row, which a signed number allows, has the time that it states, and is not put.
#[tokio::test]
async fn a_negative_number_is_a_time_before_the_row() {
    #[derive(Qualifier, Debug, Clone, PartialEq)]
    struct Ms {
        #[qualifier(java)]
        ms: i32,
    }

    #[derive(HTable)]
    #[table("DLQX:SIGNED_HOURS")]
    #[family("V")]
    struct Signed {
        #[rowkey]
        sensor: u8,
        #[rowkey(align = "1h")]
        hour: Timestamp,
        #[column(dynamic, since(hour))]
        values: Dynamic<Ms, u8>,
    }

    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<Signed>().await.unwrap();
    let key = SignedKey {
        sensor: 1,
        hour: at(HOUR),
    };
    let error = db.dynamic(&key, Signed::VALUES).put(Ms { ms: -5 }, 1).await;
    assert_eq!(error.unwrap_err().kind(), ErrorKind::InvalidRequest);
    for ms in [-5_i32, 7] {
        let put = db.mutate(&key).put_raw("V", &ms.to_be_bytes(), &[1]);
        put.await.unwrap();
    }
    let scan = Signed::scan().sensor(1).hour(at(HOUR)..at(2 * HOUR));
    let found = db.dynamic_scan(scan, Signed::VALUES).stream();
    let found: Vec<_> = found.collect().await.unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].1, Ms { ms: 7 });
}
