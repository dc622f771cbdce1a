use hbase_schema::db::KeepsVersions;
use hbase_schema::{Connection, Error, KeyFor, Table};

async fn get<T: Table>(db: &Connection, key: &T::Key) -> Result<Option<T>, Error>
where
    T::Key: KeyFor<T>,
{
    db.get(key).await
}

async fn history<T: KeepsVersions>(db: &Connection, key: &T::Key) -> Result<Vec<T>, Error>
where
    T::Key: KeyFor<T>,
{
    db.history(key).await
}

fn main() {}
