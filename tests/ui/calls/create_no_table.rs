use hbase_schema::{Connection, Error};

struct NotATable;

async fn create(db: &Connection) -> Result<(), Error> {
    db.create_table::<NotATable>().await
}

fn main() {}
