//! Entries with several texts in a plain index.

use hbase_schema::cell::Json;
use hbase_schema::key::CodecError;
use hbase_schema::row_index::{
    Entries, FieldTag, IndexField, IndexWriter, IndexedEntries, IndexedEntry, PlainIndex,
};
use hbase_schema::testing::{CallKind, Faults};
use hbase_schema::{Connection, HTable};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, Debug, Clone, PartialEq)]
struct Note {
    tags: Vec<String>,
}

impl Note {
    const TAGS: IndexField<Self, String> = IndexField::new("tags", 1);
}

impl IndexedEntry for Note {
    const FIELDS: &'static [FieldTag] = &[Self::TAGS.declared()];

    fn write_index(&self, out: &mut IndexWriter<'_, Self>) -> Result<(), CodecError> {
        self.tags
            .iter()
            .try_for_each(|tag| out.put(Self::TAGS, tag))
    }
}

#[derive(HTable, Debug)]
#[table("DLQX:TAGGED_NOTES")]
#[family("DATA")]
struct Pad {
    #[rowkey]
    user: u32,
    #[column(dynamic, prefix = "n:", json)]
    notes: Entries<Note>,
    #[column(dynamic, prefix = "t:")]
    tags: PlainIndex,
}

impl Pad {
    const ALL: IndexedEntries<Self, Note, Json> =
        IndexedEntries::plain(Self::NOTES, Note::TAGS, Self::TAGS);
}

const KEY: PadKey = PadKey { user: 1 };

fn note(tags: &[&str]) -> Note {
    Note {
        tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
    }
}

async fn cells(db: &Connection) -> usize {
    let row = db.get_raw(&KEY).await.unwrap();
    row.map_or(0, |row| row.cells().count())
}

#[tokio::test]
async fn a_delete_leaves_no_column_of_the_entry() {
    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<Pad>().await.unwrap();
    let notes = || db.entries(&KEY, Pad::ALL);
    let (one, other) = (note(&["a", "b", "c"]), note(&["b", "d"]));
    let id = notes().put(&one).await.unwrap();
    notes().put(&other).await.unwrap();
    assert_eq!(cells(&db).await, 2 + 4);

    // `b` names the other one.
    notes().delete(&one).await.unwrap();
    assert_eq!(cells(&db).await, 1 + 2);
    let found = notes().by(Note::TAGS).equal("b").page(9).await.unwrap();
    assert_eq!(found.items[0].1, other);
    assert!(notes().verify().await.unwrap().is_consistent());
    notes().put(&one).await.unwrap();
    assert!(notes().delete_id(id).await.unwrap());
    assert_eq!(notes().repair().await.unwrap().repaired, 1);
    notes().delete(&other).await.unwrap();
    assert_eq!(cells(&db).await, 0);
}

/// The entry goes last, so that a delete can be repeated.
#[tokio::test]
async fn a_delete_that_fails_can_be_repeated() {
    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<Pad>().await.unwrap();
    let faults = Faults::new();
    let failing = faults.over(&db);
    let id = db.entries(&KEY, Pad::ALL).put(&note(&["a", "b", "c"]));
    let id = id.await.unwrap();
    for nth in 1..=3 {
        faults.clear();
        faults
            .on(CallKind::CheckAndMutate)
            .nth(nth)
            .lose_connection();
        let deleted = failing.entries(&KEY, Pad::ALL).delete_id(id).await;
        // One column is deleted before the second step fails, so that there are two steps left.
        assert_eq!(deleted.is_err(), nth < 3, "{nth}: {deleted:?}");
    }
    assert_eq!(cells(&db).await, 0);
}
