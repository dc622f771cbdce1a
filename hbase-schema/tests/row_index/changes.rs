//! Puts and deletes of entries with their index.

use std::sync::Arc;

use hbase_schema::cell::Json;
use hbase_schema::key::CodecError;
use hbase_schema::model::Capability;
use hbase_schema::row_index::{
    Entries, FieldTag, IndexField, IndexWriter, IndexedEntries, IndexedEntry, RowIndex,
};
use hbase_schema::testing::{CallKind, Faults};
use hbase_schema::{Connection, ErrorKind, HTable};
use serde::{Deserialize, Serialize};

use crate::assert_contains;
use crate::mails::{Mail, MailBox, ann, connected, filled, inbox, mail};
use crate::observed::Observed;

async fn cells(db: &Connection) -> usize {
    let row = db.get_raw(&ann()).await.unwrap();
    row.map_or(0, |row| row.cells().count())
}

#[tokio::test]
async fn a_deleted_entry_has_no_index_columns() {
    let db = filled(2).await;
    assert_eq!(cells(&db).await, 5 + 4);
    inbox(&db).delete(&mail(0)).await.unwrap();
    assert_eq!(cells(&db).await, 4);
    let page = inbox(&db).by(Mail::FROM).all().page(10).await.unwrap();
    assert_eq!((page.items.len(), page.skipped.len()), (1, 0));
    let id = page.items[0].0;
    assert_eq!(inbox(&db).get(id).await.unwrap(), Some(mail(1)));
    assert!(inbox(&db).delete_id(id).await.unwrap());
    assert!(!inbox(&db).delete_id(id).await.unwrap());
    assert_eq!(cells(&db).await, 0);
    assert_eq!(inbox(&db).get(id).await.unwrap(), None);
    inbox(&db).delete(&mail(7)).await.unwrap();
}

#[tokio::test]
async fn the_bytes_of_other_programs_are_kept() {
    let db = connected().await;
    let mut value = serde_json::to_value(mail(0)).unwrap();
    value["color"] = "red".into();
    let bytes = serde_json::to_vec(&value).unwrap();
    let id = hbase_schema::row_index::EntryId::of(&bytes);
    db.mutate(&ann())
        .put_raw("DATA", id.as_bytes(), &bytes)
        .await
        .unwrap();
    assert_eq!(inbox(&db).repair().await.unwrap().repaired, 4);
    let page = inbox(&db).by(Mail::FROM).equal("bo").page(2).await.unwrap();
    assert_eq!(page.items, [(id, mail(0))]);
    assert!(inbox(&db).delete_id(id).await.unwrap());
    assert_eq!(cells(&db).await, 0);
}

#[tokio::test]
async fn an_entry_takes_the_place_of_another_in_one_step() {
    let db = filled(1).await;
    let new = Mail {
        size: 9000,
        ..mail(0)
    };
    let change = db
        .mutate(&ann())
        .delete_entry(MailBox::INBOX, &mail(0))
        .put_entry(MailBox::INBOX, &new)
        .put(MailBox::OWNER, "Ann".to_owned());
    change.await.unwrap();
    let page = inbox(&db)
        .by(Mail::FROM)
        .equal("bo")
        .page(10)
        .await
        .unwrap();
    let found: Vec<_> = page.items.into_iter().map(|(_, mail)| mail).collect();
    assert_eq!(found, [new]);
    assert!(inbox(&db).verify().await.unwrap().is_consistent());
    assert_eq!(
        db.get(&ann()).await.unwrap().unwrap().owner.as_deref(),
        Some("Ann")
    );
}

#[tokio::test]
async fn a_change_is_one_call_and_done_or_not() {
    let faults = Faults::new();
    let db = faults.over(&connected().await);
    for n in 0..20 {
        faults.clear();
        let calls = faults.calls(CallKind::Mutate);
        match n % 3 {
            0 => faults.on(CallKind::Mutate).lose_response(),
            1 => faults.on(CallKind::Mutate).lose_connection(),
            _ => {}
        }
        let put = inbox(&db).put(&mail(n)).await;
        assert_eq!(put.is_ok(), n % 3 == 2, "{put:?}");
        assert_eq!(faults.calls(CallKind::Mutate), calls + 1);
        let report = inbox(&db).verify().await.unwrap();
        assert!(report.is_consistent(), "{report}");
        faults.clear();
        let is_put = n % 3 != 1;
        let found = inbox(&db)
            .by(Mail::AT)
            .equal(mail(n).at)
            .page(9)
            .await
            .unwrap();
        assert_eq!(
            found.items.iter().any(|(_, found)| *found == mail(n)),
            is_put
        );
    }
    for n in 0..20 {
        faults.clear();
        faults.on(CallKind::Mutate).lose_response();
        assert!(inbox(&db).delete(&mail(n)).await.is_err());
        let report = inbox(&db).verify().await.unwrap();
        assert!(report.is_consistent(), "{report}");
    }
    assert_eq!(cells(&db).await, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn readers_see_all_of_a_change_or_nothing() {
    let db = connected().await;
    let writer = db.clone();
    let task = tokio::spawn(async move {
        for n in 0..300 {
            inbox(&writer).put(&mail(n)).await.unwrap();
        }
    });
    while !task.is_finished() {
        let row = db.get_raw(&ann()).await.unwrap();
        let count = |family: &[u8]| {
            let cells = row.iter().flat_map(|row| row.cells());
            cells.filter(|cell| cell.family == family).count()
        };
        let even = count(b"DATA").div_ceil(2);
        assert_eq!(
            count(b"INDEX"),
            3 * count(b"DATA") + even,
            "with a list each second one"
        );
        tokio::task::yield_now().await;
    }
    task.await.unwrap();
}

#[tokio::test]
async fn a_backend_without_atomic_mutations_reads_only() {
    let observed = Observed::over_memory().await;
    let order = Arc::clone(&observed.order);
    let db = Connection::with_backend(Arc::new(observed));
    db.create_table::<MailBox>().await.unwrap();
    inbox(&db).put(&mail(0)).await.unwrap();
    order
        .lacks
        .lock()
        .unwrap()
        .push(Capability::AtomicRowMutation);
    let errors = [
        inbox(&db).put(&mail(1)).await.map(|_| ()),
        inbox(&db).delete(&mail(0)).await,
        db.mutate(&ann()).put_entry(MailBox::INBOX, &mail(1)).await,
        db.mutate(&ann())
            .delete_entry(MailBox::INBOX, &mail(0))
            .await,
        db.entries(&ann(), MailBox::OLD)
            .put(&mail(1))
            .await
            .map(|_| ()),
    ];
    for error in errors.map(Result::unwrap_err) {
        assert_eq!(error.kind(), ErrorKind::Unsupported);
        assert_contains(&error, "mix puts and deletes of a row");
    }
    let page = inbox(&db).by(Mail::FROM).equal("bo").page(2).await.unwrap();
    assert_eq!(page.items.len(), 1);
    assert!(inbox(&db).verify().await.unwrap().is_consistent());
}

#[tokio::test]
async fn what_cannot_be_indexed_is_an_error() {
    let db = connected().await;
    let nul = Mail {
        from: "a\0b".into(),
        ..mail(0)
    };
    let error = inbox(&db).put(&nul).await.unwrap_err();
    assert_contains(&error, "the indexed field `from`");
    assert!(!error.to_string().contains("qualifier"), "{error}");
    assert_eq!(cells(&db).await, 0);
}

/// An entry that writes a field which it does not list.
#[derive(Serialize, Deserialize, Debug)]
struct Partial {
    from: String,
    size: i64,
}

impl Partial {
    const FROM: IndexField<Self, String> = IndexField::new("from", 1);
    const SIZE: IndexField<Self, i64> = IndexField::new("size", 2);
}

impl IndexedEntry for Partial {
    const FIELDS: &'static [FieldTag] = &[Self::FROM.declared()];

    fn write_index(&self, out: &mut IndexWriter<'_, Self>) -> Result<(), CodecError> {
        out.put(Self::FROM, &self.from)?;
        out.put(Self::SIZE, self.size)
    }
}

#[derive(HTable, Debug)]
#[table("DLQX:PARTIAL_MAILS")]
#[family("DATA")]
#[family("INDEX")]
struct PartialBox {
    #[rowkey]
    user: String,
    #[family("DATA")]
    #[column(dynamic, json)]
    mails: Entries<Partial>,
    #[family("INDEX")]
    #[column(dynamic)]
    index: RowIndex,
}

#[tokio::test]
async fn a_value_of_a_field_that_is_not_listed_is_an_error() {
    const MAILS: IndexedEntries<PartialBox, Partial, Json> =
        IndexedEntries::new(PartialBox::MAILS, PartialBox::INDEX);
    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<PartialBox>().await.unwrap();
    let key = PartialBoxKey { user: "ann".into() };
    let from = "bo".to_owned();
    let put = db.entries(&key, MAILS).put(&Partial { from, size: 1 });
    let text = put.await.unwrap_err().to_string();
    assert!(text.contains("found a value of the field"), "{text}");
    assert!(text.contains("expected one that `FIELDS` lists"), "{text}");
    assert!(text.contains("size"), "{text}");
    assert!(!db.exists(&key).await.unwrap());
}
