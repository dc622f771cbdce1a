use hbase_schema::{Connection, Error, HTable, Indexed, TableRow};

async fn delete<T: Indexed>(db: &Connection, row: &T) -> Result<(), Error> {
    db.delete(&row.key()).await
}

async fn delete_of_any_table<T: TableRow>(db: &Connection, row: &T) -> Result<(), Error> {
    db.delete(&row.key()).await
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey]
    phone: String,
    #[index("DLQX:CALL_BY_PEER")]
    peer: String,
}

fn main() {
    let _ = delete_of_any_table::<Call>;
}
