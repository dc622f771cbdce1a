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

fn key_built_from_a_column() {
    let _ = FileKey {
        owner: 7,
        number: 8,
        size: 9,
    };
}

fn key_without_a_part() {
    let _ = FileKey { owner: 7 };
}

fn main() {}
