use hbase_schema::{Connection, Error, HTable, Indexed, TableRow};

async fn delete<T: Indexed>(db: &Connection, row: &T) -> Result<(), Error> {
    db.indexed::<T>().delete(&row.key()).await
}

async fn delete_by_both<T: Indexed + TableRow>(db: &Connection, row: &T) -> Result<(), Error> {
    db.indexed::<T>().delete(&row.key()).await
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
    let _ = delete_by_both::<Call>;
}
