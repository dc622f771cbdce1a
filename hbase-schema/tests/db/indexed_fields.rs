//! Indexes of several fields: queries by leading fields return what scans with the same condition do.

use std::ops::Bound;
use std::sync::Arc;
use std::time::Duration;

use hbase_schema::index::{Clocks, IndexCondition, IndexedField, Settings, Verification};
use hbase_schema::model::{Deadline, Scan, Splits, TableChange, TableName, Ttl};
use hbase_schema::{Connection, ErrorKind, HTable, KeyPart};

use crate::support::assert_contains;
use crate::test_clocks::TestClocks;

#[derive(KeyPart, hbase_schema::CellValue, Debug, Clone, PartialEq)]
struct Size(i16);

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:MAIL_BOXES")]
#[family("D1", ttl = "30d"; "D2", ttl = "30d")]
#[index("DLQX:MAIL_BY_TIME", fields(sender, sent), ttl = "31d", splits = ["h", "p"])]
#[index("DLQX:MAIL_BY_SIZE", fields(size, r#type, sender), splits = uniform(4))]
struct Mail {
    #[rowkey]
    id: u32,
    #[family("D1")]
    #[index("DLQX:MAIL_BY_SENDER", splits = hex_string(16))]
    sender: String,
    #[family("D1")]
    #[column(text)]
    sent: u8,
    #[family("D2")]
    size: Size,
    #[family("D2")]
    #[column(json)]
    r#type: f32,
    #[family("D1")]
    note: Option<String>,
}

/// The same table, before it had indexes: a row may lack the indexed columns.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:MAIL_BOXES")]
#[family("D1", ttl = "30d"; "D2", ttl = "30d")]
struct Old {
    #[rowkey]
    id: u32,
    #[family("D1")]
    sender: String,
    #[family("D1")]
    #[column(text)]
    sent: Option<u8>,
    #[family("D2")]
    size: Option<Size>,
    #[family("D2")]
    #[column(json)]
    r#type: Option<f32>,
}

type Mails = Connection;

fn mails(db: &Connection, settings: Settings) -> (Mails, Arc<TestClocks>) {
    let clocks = Arc::new(TestClocks::default());
    let shared = Arc::clone(&clocks) as Arc<dyn Clocks>;
    (db.index_settings(settings).index_clocks(shared), clocks)
}

async fn created() -> (Connection, Mails, Arc<TestClocks>) {
    let db = hbase_schema::connect("memory:").await.unwrap();
    let (mails, clocks) = mails(&db, Settings::default().page(3));
    mails.create_table_if_missing::<Mail>().await.unwrap();
    (db, mails, clocks)
}

/// Other programs compute the values of an index only from cells in a format that determines them.
#[test]
fn a_description_says_which_fields_can_be_computed() {
    let described = Mail::SCHEMA.describe();
    let fields = described.indexes.iter().flat_map(|index| &index.fields);
    let fields: Vec<_> = fields
        .map(|of| (of.field.as_str(), of.computable))
        .collect();
    let expected = [
        ("sender", true),
        ("sender", true),
        ("sent", true),
        ("size", true),
        // Only the program decodes JSON.
        ("type", false),
        ("sender", true),
    ];
    assert_eq!(fields, expected);
}

const SENDERS: [&str; 7] = ["", "a", "ab", "b", "ba", "h", "é"];
const TIMES: [u8; 5] = [0, 1, 7, 254, 255];
const SIZES: [i16; 5] = [i16::MIN, -1, 0, 3, i16::MAX];
const TYPES: [f32; 3] = [-1.5, 0.0, 2.0];

fn made_up(random: &mut fastrand::Rng) -> Mail {
    let mut below = |most: usize| random.usize(..most);
    Mail {
        id: u32::try_from(below(40)).unwrap(),
        sender: SENDERS[below(7)].to_owned(),
        sent: TIMES[below(5)],
        size: Size(SIZES[below(5)]),
        r#type: TYPES[below(3)],
        note: None,
    }
}

async fn found<F>(mails: &Mails, condition: IndexCondition<Mail, F>) -> Vec<u32> {
    let rows = mails.query(condition).rows().collect().await.unwrap();
    let mut ids: Vec<u32> = rows.iter().map(|mail| mail.id).collect();
    ids.sort_unstable();
    ids
}

async fn scanned(db: &Connection, matches: impl Fn(&Mail) -> bool) -> Vec<u32> {
    let all = db.scan(Mail::scan().all()).rows().collect().await.unwrap();
    let mut ids: Vec<u32> = all.iter().filter(|m| matches(m)).map(|m| m.id).collect();
    ids.sort_unstable();
    ids
}

async fn compare_by_time(db: &Connection, mails: &Mails) {
    let by = Mail::BY_SENDER_SENT;
    for sender in SENDERS {
        let is_its = |mail: &Mail| mail.sender == sender;
        let whole = found(mails, by.eq(sender)).await;
        assert_eq!(whole, scanned(db, is_its).await, "{sender}");
        let start = found(mails, by.prefix(sender)).await;
        let right = scanned(db, |mail| mail.sender.starts_with(sender)).await;
        assert_eq!(start, right, "{sender}…");
        let from = found(mails, by.range(sender..)).await;
        let right = scanned(db, |mail| mail.sender.as_str() >= sender).await;
        assert_eq!(from, right, "{sender}..");
        for sent in TIMES {
            let equal = found(mails, by.eq(sender).eq(sent)).await;
            let right = scanned(db, |mail| is_its(mail) && mail.sent == sent).await;
            assert_eq!(equal, right, "{sender} {sent}");
            compare_ranges(db, mails, sender, sent).await;
        }
    }
}

async fn compare_ranges(db: &Connection, mails: &Mails, sender: &str, sent: u8) {
    let of_sender = || Mail::BY_SENDER_SENT.eq(sender);
    let above = (Bound::Excluded(sent), Bound::Unbounded);
    let below = (Bound::Unbounded, Bound::Excluded(sent));
    let ranges = [
        (of_sender().range(sent..), [false, true, true]),
        (of_sender().range(..=sent), [true, true, false]),
        (of_sender().range(above), [false, false, true]),
        (of_sender().range(below), [true, false, false]),
    ];
    for (condition, [less, equal, more]) in ranges {
        let printed = format!("{condition:?}");
        let matches = |mail: &Mail| {
            let order = mail.sent.cmp(&sent);
            let wanted = (less && order.is_lt()) || (equal && order.is_eq());
            mail.sender == sender && (wanted || (more && order.is_gt()))
        };
        let right = scanned(db, matches).await;
        assert_eq!(found(mails, condition).await, right, "{printed}");
    }
}

async fn compare_by_size(db: &Connection, mails: &Mails) {
    let by = Mail::BY_SIZE_TYPE_SENDER;
    for size in SIZES {
        let is_its = |mail: &Mail| mail.size.0 == size;
        let whole = found(mails, by.eq(Size(size))).await;
        assert_eq!(whole, scanned(db, is_its).await);
        let two = found(mails, by.eq(Size(size)).range(-1.5..=0.0)).await;
        let in_range = |mail: &Mail| (-1.5..=0.0).contains(&mail.r#type);
        let right = scanned(db, |mail| is_its(mail) && in_range(mail)).await;
        assert_eq!(two, right);
        let three = found(mails, by.eq(Size(size)).eq(2.0).prefix("b")).await;
        let starts = |mail: &Mail| mail.r#type >= 2.0 && mail.sender.starts_with('b');
        let right = scanned(db, |mail| is_its(mail) && starts(mail)).await;
        assert_eq!(three, right);
    }
    let several = by.any([Size(3), Size(-1), Size(3)]).any([0.0, 2.0]);
    let matches = |mail: &Mail| [3, -1].contains(&mail.size.0) && mail.r#type >= 0.0;
    let right = scanned(db, matches).await;
    assert_eq!(found(mails, several.clone()).await, right);
    let of_texts = found(mails, several.any(["a", "h"])).await;
    let right = scanned(db, |mail| {
        matches(mail) && ["a", "h"].contains(&mail.sender.as_str())
    });
    assert_eq!(of_texts, right.await);
}

#[tokio::test]
async fn queries_by_leading_fields_equal_scans() {
    let (db, mails, clocks) = created().await;
    let mut random = fastrand::Rng::with_seed(11);
    for _ in 0..2 {
        let rows: Vec<Mail> = (0..80).map(|_| made_up(&mut random)).collect();
        mails.put_many(&rows).await.unwrap();
        mails.delete(&rows[7].key()).await.unwrap();
        compare_by_time(&db, &mails).await;
        compare_by_size(&db, &mails).await;
        clocks.advance(Duration::from_secs(60));
        assert!(mails.indexes::<Mail>().clean_up().await.unwrap() > 0);
        compare_by_time(&db, &mails).await;
    }
    for index in [
        mails
            .indexes::<Mail>()
            .verify(Mail::BY_SENDER_SENT, Verification::Report)
            .await,
        mails
            .indexes::<Mail>()
            .verify(Mail::BY_SIZE_TYPE_SENDER, Verification::Report)
            .await,
    ] {
        let findings = index.unwrap();
        assert_eq!((findings.missing, findings.stale), (0, 0));
        // A deleted row leaves its stamp, which is not a row of the struct.
        let rows = db.scan(Mail::scan().all()).count().await.unwrap();
        assert_eq!(findings.live, rows as u64);
    }
}

#[tokio::test]
async fn rows_of_a_value_come_in_the_order_of_the_next_field_and_by_page() {
    let (_, mails, _) = created().await;
    let mail = |id: u32, sender: &str, sent| Mail {
        id,
        sender: sender.to_owned(),
        sent,
        size: Size(0),
        r#type: 0.0,
        note: None,
    };
    let rows: Vec<Mail> = (0..8)
        .map(|id| mail(id, "ab", 200 - u8::try_from(id).unwrap()))
        .collect();
    mails.put_many(&rows).await.unwrap();
    mails.put(&mail(8, "a", 7)).await.unwrap();
    mails.put(&mail(9, "abc", 7)).await.unwrap();
    let in_order: Vec<Mail> = rows.iter().rev().cloned().collect();
    let query = || mails.query(Mail::BY_SENDER_SENT.eq("ab"));
    assert_eq!(query().rows().collect().await.unwrap(), in_order);
    let mut pages = query().rows();
    assert_eq!(pages.next_page().await.unwrap(), in_order[..3]);
    let position = pages.position().unwrap().to_vec();
    let rest = query().after(position).limit(2).rows().collect().await;
    assert_eq!(rest.unwrap(), in_order[3..5]);
}

#[tokio::test]
async fn an_entry_starts_with_the_values_one_after_the_other() {
    let (db, mails, _) = created().await;
    let mail = Mail {
        id: 9,
        sender: "bo".to_owned(),
        sent: 5,
        size: Size(1),
        r#type: 1.0,
        note: None,
    };
    mails.put(&mail).await.unwrap();
    let key = [b"\x34bo\0" as &[u8], b"\x05\0\0\0\x09"].concat();
    assert_eq!(
        keys(&db, Mail::BY_SENDER_SENT.schema().table()).await,
        [key]
    );
    let key = [
        b"\x80\x01\x30\xbf\x80\0\0" as &[u8],
        b"\x34bo\0",
        &[0, 0, 0, 9],
    ]
    .concat();
    let table = Mail::BY_SIZE_TYPE_SENDER.schema().table();
    assert_eq!(keys(&db, table).await, [key]);
}

async fn keys(db: &Connection, table: TableName) -> Vec<Vec<u8>> {
    let deadline = Deadline::after(Duration::from_secs(5));
    let backend = db.backend();
    let scan = backend.scan(&table, Scan::default(), deadline).await;
    let rows = scan.unwrap().next_batch(deadline).await.unwrap();
    rows.iter().map(|row| row.key().to_vec()).collect()
}

#[tokio::test]
async fn an_index_has_its_own_ttl_and_split_points() {
    let (db, _, _) = created().await;
    let deadline = Deadline::after(Duration::from_secs(5));
    let backend = db.backend();
    let live = async |schema: &hbase_schema::index::IndexSchema| {
        let table = schema.table();
        let live = backend.describe_table(&table, deadline).await.unwrap();
        let ttl = live.families[0].ttl.map(Ttl::as_secs);
        (ttl, live.splits)
    };
    let keys = Splits::Keys(vec![b"\x34h".into(), b"\x34p".into()].into());
    let of_time = live(Mail::BY_SENDER_SENT.schema()).await;
    assert_eq!(of_time, (Some(31 * 86_400), keys));
    let (ttl, splits) = live(Mail::BY_SIZE_TYPE_SENDER.schema()).await;
    assert_eq!(
        ttl,
        Some(30 * 86_400 + 120),
        "the rows' TTL, and two minutes"
    );
    let quarters: Vec<u8> = splits.keys().unwrap().iter().map(|key| key[0]).collect();
    assert_eq!(quarters, [0x40, 0x80, 0xc0]);
    let (_, splits) = live(Mail::BY_SENDER.schema()).await;
    let first = &splits.keys().unwrap()[0];
    assert_eq!(first, b"\x3410000000");
}

#[tokio::test]
async fn entries_of_a_live_index_may_be_kept_longer_and_not_shorter() {
    let (db, mails, _) = created().await;
    let deadline = Deadline::after(Duration::from_secs(20));
    let (backend, table) = (db.backend(), Mail::BY_SENDER_SENT.schema().table());
    let live = backend.describe_table(&table, deadline).await.unwrap();
    let declared = 31 * 86_400;
    for (seconds, fits) in [
        (declared + 1, true),
        (declared, true),
        (declared - 1, false),
    ] {
        let mut family = live.families[0].clone();
        family.ttl = Ttl::from_secs(seconds);
        let change = [TableChange::AlterFamily(family)];
        let altered = backend.alter_table(&table, &change, deadline).await;
        altered.unwrap();
        match mails.create_table_if_missing::<Mail>().await {
            Ok(created) => assert!(fits && !created, "{seconds}"),
            Err(error) => {
                assert!(!fits, "{seconds}: {error}");
                assert_eq!(error.kind(), ErrorKind::Differs);
                assert_contains(&error, "TTL: declared 2678400, live 2678399");
            }
        }
    }
}

/// A query that may take longer than the entries outlive their rows.
#[tokio::test]
async fn a_longer_query_limit_needs_a_longer_ttl() {
    let db = hbase_schema::connect("memory:").await.unwrap();
    let day = Duration::from_secs(24 * 60 * 60);
    let (longer, _) = mails(&db, Settings::default().query_limit(day));
    let mut query = longer.query(Mail::BY_SENDER_SENT.eq("a")).rows();
    let errors = [
        longer.create_table_if_missing::<Mail>().await.unwrap_err(),
        longer
            .indexes::<Mail>()
            .backfill(Mail::BY_SENDER_SENT, |_| {})
            .await
            .unwrap_err(),
        query.next().await.unwrap().unwrap_err(),
    ];
    for error in errors {
        assert_eq!(error.kind(), ErrorKind::InvalidRequest);
        assert_contains(&error, "has a TTL of 2");
        assert_contains(&error, "at least 2678460 s");
    }
    // By default, it is long enough for the default limit only.
    let minute = Duration::from_secs(60);
    let (longer, _) = mails(&db, Settings::default().query_limit(minute * 2));
    let error = longer.create_table_if_missing::<Mail>().await.unwrap_err();
    assert_contains(&error, "a TTL of 2592120 s, expected at least 2592180 s");
    let (as_long, _) = mails(&db, Settings::default().query_limit(minute));
    as_long.create_table_if_missing::<Mail>().await.unwrap();
}

#[tokio::test]
async fn combinations_of_values_are_bounded() {
    let (_, mails, _) = created().await;
    let many = || (0..257_i16).map(Size);
    let types = (0..256_u16).map(f32::from);
    let condition = Mail::BY_SIZE_TYPE_SENDER.any(many()).any(types);
    let mut rows = mails.query(condition).rows();
    let error = rows.next().await.unwrap().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert_contains(&error, "at most 65536");
    let none = Mail::BY_SIZE_TYPE_SENDER.any(many()).any([0.0; 0]);
    assert_eq!(found(&mails, none).await, [0; 0]);
}

#[tokio::test]
async fn a_row_that_lacks_a_field_has_no_entry() {
    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<Old>().await.unwrap();
    let old = |id: u32| Old {
        id,
        sender: "ab".to_owned(),
        sent: id.is_multiple_of(2).then_some(7),
        size: id.is_multiple_of(3).then_some(Size(1)),
        r#type: id.is_multiple_of(3).then_some(0.0),
    };
    db.put_many((0..6).map(old)).await.unwrap();
    let (mails, _) = mails(&db, Settings::default());
    mails.create_table_if_missing::<Mail>().await.unwrap();
    let entries = keys(&db, Mail::BY_SENDER_SENT.schema().table()).await;
    assert_eq!(entries.len(), 3);
    let entries = keys(&db, Mail::BY_SIZE_TYPE_SENDER.schema().table()).await;
    assert_eq!(entries.len(), 2);
    let entries = keys(&db, Mail::BY_SENDER.schema().table()).await;
    assert_eq!(entries.len(), 6);
}

#[test]
fn an_index_knows_its_fields() {
    let names = |schema: &hbase_schema::index::IndexSchema| {
        let names = schema.fields.iter().map(IndexedField::field);
        names.collect::<Vec<_>>()
    };
    assert_eq!(names(Mail::BY_SENDER_SENT.schema()), ["sender", "sent"]);
    let of_size = Mail::BY_SIZE_TYPE_SENDER.schema();
    assert_eq!(names(of_size), ["size", "type", "sender"]);
    let indexes = <Mail as hbase_schema::index::Indexed>::INDEXES;
    let tables: Vec<_> = indexes.iter().map(|i| i.table().to_string()).collect();
    let expected = ["MAIL_BY_SENDER", "MAIL_BY_TIME", "MAIL_BY_SIZE"];
    assert_eq!(tables, expected.map(|name| format!("DLQX:{name}")));
}
