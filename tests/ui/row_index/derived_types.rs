use hbase_schema::Timestamp;
use hbase_schema::row_index::IndexedEntry;

#[derive(IndexedEntry)]
struct Mail {
    #[index(tag = 1)]
    from: String,
    #[index(tag = 2)]
    size: u64,
    #[index(tag = 3)]
    list: Option<String>,
    #[index(tag = 4)]
    to: Vec<String>,
    #[index(tag = 5, native)]
    digest: Vec<u8>,
    #[index(tag = 6, native)]
    text: String,
    #[index(tag = 7)]
    at: Timestamp,
    #[index(tag = 8, native)]
    read: Timestamp,
}

fn main() {}
