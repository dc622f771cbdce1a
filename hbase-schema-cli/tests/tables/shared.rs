//! Two structs of one table, and one of another.

use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1", ttl = "30d")]
struct Call {
    #[rowkey]
    phone: u64,
    seconds: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D2")]
struct Bill {
    #[rowkey]
    phone: u64,
    cents: u32,
}

#[derive(HTable)]
#[table("CALL_RECORD")]
#[family("D1")]
struct Daily {
    #[rowkey]
    phone: u64,
    cents: u32,
}

#[cfg(test)]
mod tests {
    #[derive(HTable)]
    #[table("DLQX:FAKE_RECORD")]
    #[family("D1")]
    struct Fake {
        #[rowkey]
        phone: u64,
        cents: u32,
    }
}
