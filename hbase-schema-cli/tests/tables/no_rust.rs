use hbase_schema::HTable;

#[derive(HTable)]
struct Call {
    phone: String
    at: u64,
}
