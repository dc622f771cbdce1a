//! Scans, conditions and random lists.

use hbase_schema::query::KeyQuery;
use hbase_schema::{Connection, any, is_in, prefix};
use proptest::prelude::*;

use super::*;

async fn loads() -> (Connection, Vec<Load>) {
    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<Load>().await.unwrap();
    let lists: [&[(u16, i8)]; 8] = [
        &[],
        &[(1, -1)],
        &[(1, 7)],
        &[(1, 7), (0, 0)],
        &[(1, 7), (2, 7)],
        // The bytes of (1, 7) are in these, but not as an element.
        &[(2, 0), (0x0001, 8)],
        &[(0x0100, 1), (0x8700, 1)],
        &[(2, 7)],
    ];
    let mut rows: Vec<Load> = lists.into_iter().map(load).collect();
    db.put_many(rows.clone()).await.unwrap();
    rows.sort_by_key(|row| row.key().encode().unwrap().into_vec());
    (db, rows)
}

async fn found(db: &Connection, scan: impl KeyQuery<Row = Load>) -> Vec<Vec<(u16, i8)>> {
    let rows = db.scan(scan).rows().collect().await.unwrap();
    let plain = |row: Load| {
        row.tags
            .into_iter()
            .map(|(tag, value)| (tag.0, value))
            .collect()
    };
    rows.into_iter().map(plain).collect()
}

#[tokio::test]
async fn a_condition_does_not_hide_a_key_that_cannot_be_read() {
    let (db, _) = loads().await;
    let row = AnyLoad {
        host: *b"ab",
        rest: vec![0, 1],
        percent: 1,
    };
    db.put(&row).await.unwrap();
    let scan = Load::scan()
        .host(*b"ab")
        .matching(Load::TAGS.contains((Tag(1), 7)));
    let error = db
        .scan(scan)
        .rows()
        .collect()
        .await
        .unwrap_err()
        .to_string();
    assert!(error.contains("expected a multiple of 3"), "{error}");
}

#[tokio::test]
async fn scans_by_ranges_and_prefixes() {
    let (db, rows) = loads().await;
    let scan = || Load::scan().host(*b"ab");
    let tags = |tags: &[(u16, i8)]| load(tags).tags;
    assert_eq!(found(&db, scan().tags(tags(&[(1, 7)]))).await, [[(1, 7)]]);
    let of = |keep: &dyn Fn(&Load) -> bool| {
        let kept = rows.iter().filter(|row| keep(row));
        kept.map(|row| {
            row.tags
                .iter()
                .map(|(tag, value)| (tag.0, *value))
                .collect()
        })
        .collect::<Vec<Vec<_>>>()
    };
    let starting = found(&db, scan().tags(prefix([(Tag(1), 7)]))).await;
    assert_eq!(starting, of(&|row| row.tags.starts_with(&[(Tag(1), 7)])));
    assert_eq!(starting.len(), 3);
    let all = found(&db, scan().tags(prefix::<Vec<(Tag, i8)>>(vec![]))).await;
    assert_eq!(all.len(), rows.len());
    let range = tags(&[(1, 7)])..=tags(&[(2, 0), (1, 7)]);
    let within = found(&db, scan().tags(range.clone())).await;
    assert_eq!(within, of(&|row| range.contains(&row.tags)));
    assert_eq!(within.len(), 3);
    let from = tags(&[(1, 7), (1, 0)])..;
    assert_eq!(
        found(&db, scan().tags(from.clone())).await,
        of(&|row| from.contains(&row.tags))
    );
    // The hosts are open: rows whose lists are longer are no matches.
    let open = Load::scan().host(any()).tags(tags(&[(1, 7)]));
    assert_eq!(found(&db, open).await, [[(1, 7)]]);
    let open = Load::scan().host(any()).tags(prefix([(Tag(1), 7)]));
    assert_eq!(found(&db, open).await, starting);
    let some = is_in([tags(&[]), tags(&[(2, 7)])]);
    assert_eq!(found(&db, scan().tags(some)).await, [vec![], vec![(2, 7)]]);
}

#[tokio::test]
async fn conditions_on_elements() {
    let (db, _) = loads().await;
    let scan = || Load::scan().host(*b"ab");
    let with = |condition| scan().matching(condition);
    let sevens = [vec![(1, 7)], vec![(1, 7), (0, 0)], vec![(1, 7), (2, 7)]];
    assert_eq!(
        found(&db, with(Load::TAGS.contains((Tag(1), 7)))).await,
        sevens
    );
    let both = Load::TAGS.contains((Tag(1), 7)) & Load::TAGS.contains((Tag(2), 7));
    assert_eq!(found(&db, with(both)).await, [[(1, 7), (2, 7)]]);
    let some = Load::TAGS.contains_any([(Tag(1), -1), (Tag(0), 0)]);
    assert_eq!(
        found(&db, with(some)).await,
        [vec![(1, -1)], vec![(1, 7), (0, 0)]]
    );
    let key = Load::TAGS.contains_key(Tag(2)) & Load::TAGS.ne(vec![(Tag(2), 7)]);
    assert_eq!(
        found(&db, with(key)).await,
        [[(1, 7), (2, 7)], [(2, 0), (1, 8)]]
    );
    assert!(
        found(&db, with(Load::TAGS.contains_any([])))
            .await
            .is_empty()
    );
    let starts = Load::TAGS.starts_with([(Tag(1), 7)]) & Load::HOST.eq(*b"ab");
    assert_eq!(
        found(&db, Load::scan().all().matching(starts)).await,
        sevens
    );
    // A scan without any value of the key.
    let all = Load::scan()
        .all()
        .matching(Load::TAGS.contains((Tag(2), 7)));
    assert_eq!(found(&db, all).await.len(), 2);
}

#[tokio::test]
async fn a_list_that_feeds_the_salt() {
    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<Sorted>().await.unwrap();
    let rows = [
        &[][..],
        &[*b"aa"],
        &[*b"aa", *b"ab"],
        &[*b"ab"],
        &[*b"ab", *b"ac"],
    ];
    db.put_many(rows.map(sorted)).await.unwrap();
    let row = sorted(&[*b"aa", *b"ab"]);
    let point = Sorted::scan().name("a").tags(&row.tags);
    assert_eq!(
        db.scan(point).rows().collect().await.unwrap(),
        std::slice::from_ref(&row)
    );
    let scan = Sorted::scan().salted_by("a", &row.tags).name("a");
    assert_eq!(
        db.scan(scan).rows().collect().await.unwrap(),
        std::slice::from_ref(&row)
    );
    let with = Sorted::scan()
        .any_salt()
        .name("a")
        .matching(Sorted::TAGS.contains(*b"ab"));
    assert_eq!(db.scan(with).count().await.unwrap(), 3);
}

#[cfg(feature = "index")]
#[tokio::test]
async fn an_index_of_rows_with_lists() {
    let db = hbase_schema::connect("memory:").await.unwrap();
    let settings = hbase_schema::index::Settings::default();
    let settings = settings.write_limit(std::time::Duration::from_secs(1));
    let indexed = db.index_settings(settings);
    indexed.create_table_if_missing::<Indexed>().await.unwrap();
    let row = |tags: &[(u16, i8)], level| Indexed {
        host: *b"ab",
        tags: load(tags).tags,
        level,
    };
    let rows = [row(&[], 7), row(&[(1, 2)], 7), row(&[(1, 2), (3, 4)], 8)];
    for row in &rows {
        indexed.put(row).await.unwrap();
    }
    let query = indexed.query(Indexed::BY_LEVEL.eq(7));
    assert_eq!(query.rows().collect().await.unwrap(), rows[..2]);
}

proptest! {
    #[test]
    fn lists_sort_as_their_elements(a: Vec<(u16, i8)>, b: Vec<(u16, i8)>) {
        let (x, y) = (load(&a), load(&b));
        let (key_x, key_y) = (x.key().encode().unwrap(), y.key().encode().unwrap());
        prop_assert_eq!(x.tags.cmp(&y.tags), key_x.as_ref().cmp(key_y.as_ref()));
        prop_assert_eq!(LoadKey::decode(&key_x).unwrap(), x.key());
    }

    #[test]
    fn the_layout_reads_what_the_struct_writes(tags: Vec<(u16, i8)>) {
        let key = load(&tags).key().encode().unwrap();
        let layout = <Load as hbase_schema::Table>::SCHEMA.key;
        let value = &layout.decode(&key).unwrap().parts[1];
        let parsed = layout.parse_value("tags", &value.to_string()).unwrap();
        prop_assert_eq!(&parsed, value);
        let host = hbase_schema::model::PartValue::Bytes(b"ab".to_vec());
        prop_assert_eq!(layout.encode(&[host, parsed]).unwrap(), key.into_vec());
    }

    #[test]
    fn any_bytes_are_decoded_or_an_error(bytes: Vec<u8>) {
        let key = [b"ab", &bytes[..]].concat();
        let decoded = LoadKey::decode(&key);
        prop_assert_eq!(decoded.is_ok(), bytes.len() % 3 == 0);
        if let Ok(decoded) = decoded {
            prop_assert_eq!(decoded.encode().unwrap().into_vec(), key);
        }
        let key = [&[0; 8], &bytes[..]].concat();
        let ascends = bytes.windows(2).all(|pair| pair[0] < pair[1]);
        prop_assert_eq!(PlainKey::decode(&key).is_ok(), ascends);
    }
}
