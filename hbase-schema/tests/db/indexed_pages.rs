//! Queries by an index page by page, filtered, and of some columns.

use std::sync::Arc;

use hbase_schema::filter::RowFilter;
use hbase_schema::index::{Clocks, Settings};
use hbase_schema::model::Filter;
use hbase_schema::{Connection, ErrorKind, HTable};

use crate::support::assert_contains;
use crate::test_clocks::TestClocks;

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:MAIL_BOXES")]
#[family("D1")]
struct Mail {
    #[rowkey]
    id: u32,
    #[index("DLQX:MAIL_BY_SENDER")]
    sender: String,
    size: u32,
    note: Option<String>,
}

/// The same table, with fewer columns.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:MAIL_BOXES")]
#[family("D1")]
struct Size {
    #[rowkey]
    id: u32,
    size: u32,
}

/// Another table.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:OTHER_BOXES")]
#[family("D1")]
struct Other {
    #[rowkey]
    id: u32,
    size: u32,
}

fn mail(id: u32, sender: &str) -> Mail {
    Mail {
        id,
        sender: sender.to_owned(),
        size: id % 5,
        note: id.is_multiple_of(2).then(|| "even".to_owned()),
    }
}

/// Rows 0 to 19 of `ann`, of which every third has moved to `bob`: their entries still exist.
async fn created() -> (Connection, Connection) {
    let db = hbase_schema::connect("memory:").await.unwrap();
    let clocks: Arc<dyn Clocks> = Arc::new(TestClocks::default());
    let settings = Settings::default().page(4);
    let mails = db.index_settings(settings).index_clocks(clocks);
    mails.create_table_if_missing::<Mail>().await.unwrap();
    let all: Vec<Mail> = (0..20).map(|id| mail(id, "ann")).collect();
    mails.put_many(&all).await.unwrap();
    let moved = all.iter().filter(|mail| mail.id.is_multiple_of(3));
    let moved: Vec<Mail> = moved.map(|moved| mail(moved.id, "bob")).collect();
    mails.put_many(&moved).await.unwrap();
    (db, mails)
}

fn left() -> Vec<u32> {
    (0..20_u32).filter(|id| !id.is_multiple_of(3)).collect()
}

#[tokio::test]
async fn pages_of_any_size_are_the_whole_result() {
    let (_, mails) = created().await;
    for size in 1..=15 {
        let query = || mails.query(Mail::BY_SENDER.eq("ann"));
        let mut page = query().page(size).await.unwrap();
        let mut ids = Vec::new();
        loop {
            let rows = page.items.len();
            assert!(rows == size || page.next.is_none(), "{rows} of {size}");
            assert!(rows > 0, "an empty page of {size}");
            ids.extend(page.items.iter().map(|mail| mail.id));
            let Some(cursor) = page.next else { break };
            page = query().page_after(cursor, size).await.unwrap();
        }
        assert_eq!(ids, left(), "pages of {size}");
    }
    let none = mails
        .query(Mail::BY_SENDER.eq("cid"))
        .page(3)
        .await
        .unwrap();
    assert_eq!((none.items.len(), none.next), (0, None));
}

/// Old entries find rows at positions that they have left: each row is on one page only, in the order of the values.
#[tokio::test]
async fn rows_of_old_entries_are_on_one_page() {
    let (_, mails) = created().await;
    let back: Vec<Mail> = [0, 3, 6, 1].map(|id| mail(id, "abe")).into();
    mails.put_many(&back).await.unwrap();
    let conditions = || {
        [
            Mail::BY_SENDER.any(["ann", "bob", "abe"]),
            Mail::BY_SENDER.range("a"..="c"),
            Mail::BY_SENDER.prefix(""),
        ]
    };
    for (number, _) in conditions().iter().enumerate() {
        let query = || mails.query(conditions().into_iter().nth(number).unwrap());
        for size in 1..=21 {
            let mut page = query().page(size).await.unwrap();
            let mut found = page.items;
            while let Some(cursor) = page.next {
                page = query().page_after(cursor, size).await.unwrap();
                assert!(page.items.len() == size || page.next.is_none());
                found.append(&mut page.items);
            }
            assert_eq!(found.len(), 20, "condition {number}, pages of {size}");
            let order = |mail: &Mail| (mail.sender.clone(), mail.id);
            assert!(found.is_sorted_by_key(order), "{found:?}");
        }
    }
}

#[tokio::test]
async fn a_cursor_belongs_to_its_query() {
    let (db, mails) = created().await;
    let ann = || mails.query(Mail::BY_SENDER.eq("ann"));
    let cursor = ann().page(2).await.unwrap().next.unwrap();
    let foreign = [
        mails.query(Mail::BY_SENDER.eq("bob")),
        mails.query(Mail::BY_SENDER.prefix("ann")),
        mails.query(Mail::BY_SENDER.range("ann"..)),
        ann().filter(Mail::SIZE.gt(1)),
    ];
    for query in foreign {
        let error = query.page_after(&cursor, 2).await.unwrap_err();
        assert_contains(&error, "another query");
    }
    let of_keys = db.scan(Mail::scan().all()).page(2).await.unwrap();
    let error = ann().page_after(of_keys.next.unwrap(), 2).await;
    assert!(error.is_err());
    let other_size = ann().page_after(&cursor, 1).await.unwrap();
    assert_eq!(other_size.items[0].id, 4);
    for error in [
        ann().page(0).await.unwrap_err(),
        ann().limit(3).page(3).await.unwrap_err(),
    ] {
        assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    }
}

#[tokio::test]
async fn a_filter_leaves_out_rows_of_an_index() {
    let (_, mails) = created().await;
    let ids = async |filter: RowFilter<Mail>| {
        let query = mails.query(Mail::BY_SENDER.eq("ann")).filter(filter);
        let rows = query.rows().collect().await.unwrap();
        rows.iter().map(|mail| mail.id).collect::<Vec<_>>()
    };
    let right = |is: &dyn Fn(&Mail) -> bool| -> Vec<u32> {
        let all = left().into_iter().map(|id| mail(id, "ann"));
        all.filter(|mail| is(mail)).map(|mail| mail.id).collect()
    };
    let found = ids(Mail::SIZE.gt(2)).await;
    assert_eq!(found, right(&|mail| mail.size > 2));
    let found = ids(Mail::NOTE.is_none()).await;
    assert_eq!(found, right(&|mail| mail.note.is_none()));
    let found = ids(!Mail::NOTE.eq("even") | Mail::SIZE.is_in([0, 1])).await;
    let is = |mail: &Mail| mail.note.is_none() || mail.size < 2;
    assert_eq!(found, right(&is));
    let found = ids(Mail::SENDER.starts_with("b")).await;
    assert_eq!(found, [0; 0]);
    // The compared column is not one of those that are read.
    let query = mails.query(Mail::BY_SENDER.eq("ann"));
    let query = query.filter(Mail::SIZE.eq(2)).columns(Mail::SENDER);
    let senders = query.rows().collect().await.unwrap();
    assert_eq!(senders.len(), right(&|mail| mail.size == 2).len());
}

#[tokio::test]
async fn a_query_reads_some_columns() {
    let (_, mails) = created().await;
    let ann = || mails.query(Mail::BY_SENDER.eq("ann")).limit(2);
    let sizes = ann().columns(Mail::SIZE).rows().collect().await.unwrap();
    assert_eq!(sizes, [1, 2]);
    let both = ann().columns((Mail::SENDER, Mail::NOTE)).rows();
    let both = both.collect().await.unwrap();
    let expected = [None, Some("even".to_owned())].map(|note| ("ann".to_owned(), note));
    assert_eq!(both, expected);
    let narrow = ann().select::<Size>().rows().collect().await.unwrap();
    assert_eq!(narrow, [Size { id: 1, size: 1 }, Size { id: 2, size: 2 }]);
    let page = mails.query(Mail::BY_SENDER.eq("ann")).select::<Size>();
    let page = page.filter(Mail::NOTE.is_some()).page(2).await.unwrap();
    let ids: Vec<u32> = page.items.iter().map(|row| row.id).collect();
    assert_eq!(ids, [2, 4]);
    let error = ann().select::<Other>().rows().collect().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
}

#[tokio::test]
async fn a_filter_that_drops_cells_is_an_error() {
    let (_, mails) = created().await;
    let query = || mails.query(Mail::BY_SENDER.eq("ann"));
    let raw = || Mail::SIZE.gt(1) & RowFilter::raw(Filter::FirstKeyOnly);
    for error in [
        query().filter(raw()).rows().collect().await.unwrap_err(),
        query().filter(raw()).page(2).await.unwrap_err(),
    ] {
        assert_contains(&error, "conditions on columns");
    }
}

/// The same table, with a map.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:MAIL_BOXES")]
#[family("D1")]
struct Mapped {
    #[rowkey]
    id: u32,
    #[column(dynamic, prefix = "p:")]
    parts: std::collections::BTreeMap<u32, u32>,
}

#[tokio::test]
async fn a_query_reads_no_map() {
    let (_, mails) = created().await;
    let query = mails.query(Mail::BY_SENDER.eq("ann")).select::<Mapped>();
    let error = query.rows().collect().await.unwrap_err();
    let expected = "found a map of dynamic columns, parts, which a query by an index would read without a limit: store it in a separate table, or select a struct without it";
    assert!(error.to_string().ends_with(expected), "{error}");
}

#[tokio::test]
async fn all_filters_of_a_query_must_match() {
    let (_, mails) = created().await;
    let query = || mails.query(Mail::BY_SENDER.eq("ann"));
    let both = query()
        .filter(Mail::SIZE.gt(1))
        .filter(Mail::NOTE.is_some());
    let found = both.rows().collect().await.unwrap();
    let ids: Vec<u32> = found.iter().map(|mail| mail.id).collect();
    let mut expected = left();
    expected.retain(|id| id % 5 > 1 && id.is_multiple_of(2));
    assert!(expected.len() > 1);
    assert_eq!(ids, expected);
}
