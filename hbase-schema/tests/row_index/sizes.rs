//! How much queries read.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use hbase_schema::{Connection, ErrorKind};

use crate::mails::{Mail, MailBox, connected, filled, inbox, mail, subjects};
use crate::observed::Observed;

/// More entries than one call reads without a limit of bytes.
const MAILS: u32 = 60;

fn large(n: u32) -> Mail {
    Mail {
        from: "bo".into(),
        subject: format!("mail {n} {}", "x".repeat(100_000)),
        ..mail(n)
    }
}

#[tokio::test]
async fn large_entries_are_read_in_several_steps() {
    let observed = Observed::over_memory().await;
    let order = Arc::clone(&observed.order);
    let db = Connection::with_backend(Arc::new(observed));
    db.create_table::<MailBox>().await.unwrap();
    for n in 0..MAILS {
        inbox(&db).put(&large(n)).await.unwrap();
    }
    let right = subjects((0..MAILS).map(|n| ((), large(n))));
    let by = || inbox(&db).by(Mail::FROM).equal("bo");
    let page = by().page(100).await.unwrap();
    assert!(page.next.is_none());
    assert!(subjects(page.items) == right);
    let streamed: Vec<_> = by().stream().collect().await.unwrap();
    assert!(subjects(streamed) == right);
    assert!(inbox(&db).verify().await.unwrap().is_consistent());
    let most = order.most_bytes.load(Ordering::SeqCst);
    assert!((100_000..25 * 101_000).contains(&most), "{most}");
}

#[tokio::test]
async fn small_entries_are_read_in_one_step() {
    let db = filled(100).await;
    let calls = db.metrics().calls;
    let page = inbox(&db).by(Mail::AT).all().page(100).await.unwrap();
    assert_eq!(page.items.len(), 100);
    // Scans and batches of the index and of the entries.
    let calls = db.metrics().calls - calls;
    assert!(calls <= 4, "{calls}");
}

#[tokio::test]
async fn a_stream_with_a_limit_reads_little_of_the_index() {
    let db = filled(1000).await;
    let read = async |entries: u64| {
        let before = db.metrics().bytes_read;
        let query = inbox(&db).by(Mail::AT).all().limit(entries);
        let found: Vec<_> = query.stream().collect().await.unwrap();
        assert_eq!(found.len() as u64, entries);
        db.metrics().bytes_read - before
    };
    let (few, all) = (read(2).await, read(1000).await);
    assert!(few * 8 < all, "{few} bytes for 2 entries, {all} for 1000");
}

#[tokio::test]
async fn fields_that_are_not_listed_are_errors() {
    use hbase_schema::row_index::IndexField;
    const SUBJECT: IndexField<Mail, String> = IndexField::new("subject", 9);
    let db = connected().await;
    let by = || inbox(&db).by(SUBJECT).equal("mail 1");
    let mut stream = by().stream();
    let errors = [
        by().page(1).await.unwrap_err(),
        stream.next().await.unwrap().unwrap_err(),
    ];
    for error in errors {
        assert_eq!(error.kind(), ErrorKind::InvalidRequest);
        let text = error.to_string();
        assert!(text.contains("found a query by `subject` (9)"), "{text}");
    }
}
