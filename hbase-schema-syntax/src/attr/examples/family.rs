use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:ORDER_STATE")]
#[family("D1", ttl = "365d", compression = snappy, bloom = row)]
#[family("D2", versions = 3)]
struct Order {
    #[rowkey]
    number: u64,
    #[family("D1")]
    state: String,
    #[family("D2")]
    cents: u64,
}

fn main() {
    let first = "{NAME => 'D1', TTL => 31536000, COMPRESSION => 'SNAPPY', BLOOMFILTER => 'ROW'}";
    assert!(Order::DDL.contains(first));
    assert!(Order::DDL.contains("{NAME => 'D2', VERSIONS => 3}"));
}
