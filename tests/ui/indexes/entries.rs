use hbase_schema::Connection;
use hbase_schema::cell::{DecodeCell, EncodeCell};
use hbase_schema::index::Indexed;
use hbase_schema::row_index::{EntryId, IndexedEntries, IndexedEntry};

async fn writes<R, E, C>(db: &Connection, key: &R::Key, of: IndexedEntries<R, E, C>, entry: &E, id: EntryId)
where
    R: Indexed,
    E: IndexedEntry + EncodeCell<C> + for<'r> DecodeCell<'r, C> + Send,
{
    let _ = db.entries(key, of).put(entry).await;
    let _ = db.entries(key, of).delete(entry).await;
    let _ = db.entries(key, of).delete_id(id).await;
    let _ = db.entries(key, of).repair().await;
    let _ = db.entries(key, of).verify().await;
}

fn main() {}
