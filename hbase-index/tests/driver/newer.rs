//! Rows in which another program has written newer cells: the servers' clocks are ahead of the client's.

use hbase_backend::{Backend as _, Get, Mutation, Row};
use hbase_index::{Intent, Written};

use crate::setup::{Cx, mail_of, soon};

/// A column that no index depends on.
const OTHER: (&[u8], &[u8]) = (b"D", b"OTHER");
const NOTE: (&[u8], &[u8]) = (b"X", b"NOTE");

fn put(column: (&[u8], &[u8]), value: &str) -> Mutation {
    let mut put = Mutation::new("1");
    put.put(column.0, column.1, value.as_bytes()).unwrap();
    put
}

impl Cx {
    /// A row with a stamp, and a newer cell of another program.
    async fn overwritten(column: (&[u8], &[u8])) -> Self {
        let cx = Self::new().await;
        cx.put("1", "a").await;
        let put = put(column, "foreign");
        let written = cx.store.mutate(&cx.definition.table, put, soon()).await;
        written.unwrap();
        cx
    }

    async fn row(&self) -> Option<Row> {
        let mut get = Get::new("1");
        get.read.add_family(b"D");
        get.read.add_family(b"X");
        let row = self.store.get(&self.definition.table, &get, soon()).await;
        row.unwrap()
    }

    async fn value(&self, (family, qualifier): (&[u8], &[u8])) -> Option<String> {
        let row = self.row().await?;
        let value = row.value(family, qualifier)?;
        Some(String::from_utf8_lossy(value).into_owned())
    }
}

/// Writes by each of both calls, each on a fresh row.
async fn each_call(column: (&[u8], &[u8]), intent: impl Fn() -> Intent, check: impl AsyncFn(&Cx)) {
    let cx = Cx::overwritten(column).await;
    let written = cx.table.write(intent(), soon()).await;
    assert_eq!(written.unwrap(), Written::Yes);
    check(&cx).await;
    let cx = Cx::overwritten(column).await;
    let written = cx.table.write_many(vec![intent()], soon()).await;
    assert_eq!(*written[0].as_ref().unwrap(), Written::Yes);
    check(&cx).await;
}

#[tokio::test]
async fn an_indexed_column_is_written() {
    let mail: (&[u8], &[u8]) = (b"D", b"MAIL");
    let whole = || {
        let mut whole = mail_of("1", "b");
        whole.put(b"D", b"CITY", b"Oslo").unwrap();
        Intent::put(whole)
    };
    for intent in [
        &(|| Intent::put(mail_of("1", "b"))) as &dyn Fn() -> _,
        &whole,
    ] {
        each_call(mail, intent, async |cx: &Cx| {
            assert_eq!(cx.value(mail).await.as_deref(), Some("b"));
            assert_eq!(cx.find_one("b").await, ["1"]);
        })
        .await;
    }
}

#[tokio::test]
async fn another_column_is_written() {
    for column in [OTHER, NOTE] {
        let intent = || Intent::put(put(column, "own"));
        each_call(column, intent, async |cx: &Cx| {
            assert_eq!(cx.value(column).await.as_deref(), Some("own"));
            assert_eq!(cx.find_one("a").await, ["1"]);
        })
        .await;
    }
}

#[tokio::test]
async fn a_column_and_a_family_are_deleted() {
    let mut column = Mutation::new("1");
    column.delete_column(NOTE.0, NOTE.1, None).unwrap();
    let mut family = Mutation::new("1");
    family.delete_family(NOTE.0, None).unwrap();
    for deletion in [column, family] {
        let intent = || Intent::put(deletion.clone());
        each_call(NOTE, intent, async |cx: &Cx| {
            assert_eq!(cx.value(NOTE).await, None);
            assert_eq!(cx.find_one("a").await, ["1"]);
        })
        .await;
    }
}

#[tokio::test]
async fn a_row_is_deleted() {
    for column in [OTHER, NOTE] {
        each_call(
            column,
            || Intent::delete("1"),
            async |cx: &Cx| {
                assert_eq!(cx.row().await, None);
                assert_eq!(cx.find_one("a").await.len(), 0);
            },
        )
        .await;
    }
}

#[tokio::test]
async fn a_row_is_replaced() {
    let intent = || {
        let mut replacement = mail_of("1", "b");
        replacement.delete_row(None);
        Intent::put(replacement)
    };
    each_call(NOTE, intent, async |cx: &Cx| {
        assert_eq!(cx.value(NOTE).await, None);
        assert_eq!(cx.find_one("b").await, ["1"]);
    })
    .await;
}

#[tokio::test]
async fn a_function_of_the_row_writes_it() {
    let update = || Intent::mutate("1", |_| Ok(Some(put(NOTE, "own"))));
    each_call(NOTE, update, async |cx: &Cx| {
        assert_eq!(cx.value(NOTE).await.as_deref(), Some("own"));
    })
    .await;
}
