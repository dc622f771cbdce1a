use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:FILE_STORE")]
#[rowkey(salt = md5_hex(4))]
#[family("D1")]
struct File {
    #[rowkey]
    owner: u64,
    #[rowkey(salt)]
    number: u64,
    size: u64,
}

fn main() {
    let _ = FileKey { owner: 7 };
}
