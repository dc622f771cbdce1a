//! Which reads may request whole families: none of a family with `named_columns`.

use std::sync::{Arc, Mutex};

use hbase_backend::backend::Layer;
use hbase_backend::{Backend, BoxFuture, Deadline, Get, Result, Row, Scan, Scanner};
use hbase_schema::index::Settings;
use hbase_schema::model::TableName;
use hbase_schema::{Connection, HTable};

use crate::support::memory;
use crate::test_clocks::TestClocks;

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:MAIL_BOXES")]
#[family("D1")]
#[family("D2", named_columns)]
struct Mail {
    #[rowkey]
    id: u32,
    #[family("D2")]
    #[index("DLQX:MAIL_BY_SENDER")]
    sender: String,
    #[family("D1")]
    #[index("DLQX:MAIL_BY_SIZE")]
    size: u32,
    #[family("D1")]
    n: u32,
}

/// The columns of the family whose columns are not named.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:MAIL_BOXES")]
#[family("D1")]
struct Sizes {
    #[rowkey]
    id: u32,
    #[family("D1")]
    size: u32,
    #[family("D1")]
    n: u32,
}

/// A backend that notes of each batch of gets and of each scan whether it may read whole families.
#[derive(Debug)]
struct Noting {
    inner: Arc<dyn Backend>,
    noted: Mutex<Vec<bool>>,
}

impl Layer for Noting {
    fn inner(&self) -> Arc<dyn Backend> {
        Arc::clone(&self.inner)
    }

    fn get_many<'a>(
        &'a self,
        table: &'a TableName,
        gets: &'a [Get],
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Vec<Option<Row>>>> {
        let mut noted = self.noted.lock().unwrap();
        noted.extend(gets.first().map(|get| get.read.whole_families));
        self.inner.get_many(table, gets, deadline)
    }

    fn scan<'a>(
        &'a self,
        table: &'a TableName,
        scan: Scan,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Box<dyn Scanner>>> {
        self.noted.lock().unwrap().push(scan.read.whole_families);
        self.inner.scan(table, scan, deadline)
    }
}

impl Noting {
    /// What was noted since the last call; the last entry is that of the rows.
    fn last(&self) -> bool {
        let mut noted = self.noted.lock().unwrap();
        let last = noted.last().copied();
        noted.clear();
        last.expect("a read")
    }
}

#[tokio::test]
async fn families_with_named_columns_are_never_read_whole() {
    let noting = Arc::new(Noting {
        inner: memory().await.backend(),
        noted: Mutex::default(),
    });
    let db = Connection::with_backend(Arc::clone(&noting) as Arc<dyn Backend>);
    let clocks = Arc::new(TestClocks::starting_at(1_000_000));
    let mails = db.index_settings(Settings::default());
    let mails = mails.index_clocks(clocks);
    mails.create_table_if_missing::<Mail>().await.unwrap();
    let sender = "ada".to_owned();
    let mail = Mail {
        id: 1,
        sender,
        size: 2,
        n: 3,
    };
    mails.put(&mail).await.unwrap();

    let keys = [MailKey { id: 1 }, MailKey { id: 2 }];
    db.get_many::<_, Mail, _>(&keys).await.unwrap();
    assert!(!noting.last());
    let keys = [SizesKey { id: 1 }, SizesKey { id: 2 }];
    db.get_many::<_, Sizes, _>(&keys).await.unwrap();
    assert!(noting.last());
    let rows = db.scan(Mail::scan().all()).rows().collect().await.unwrap();
    assert_eq!(rows, [mail]);
    assert!(!noting.last());
    db.scan(Sizes::scan().all()).rows().collect().await.unwrap();
    assert!(noting.last());

    let of_size = || mails.query(Mail::BY_SIZE.eq(2));
    of_size().rows().collect().await.unwrap();
    assert!(!noting.last());
    of_size().columns(Mail::N).rows().collect().await.unwrap();
    assert!(noting.last());
    // A query by an index reads the columns of the index too.
    let of_sender = mails.query(Mail::BY_SENDER.eq("ada")).columns(Mail::N);
    assert_eq!(of_sender.rows().collect().await.unwrap(), [3]);
    assert!(!noting.last());
}
