use hbase_schema::{Columns, HTable};

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct BytesByStrictRules {
    #[rowkey]
    id: u64,
    #[column(b"\x80\x0B")]
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct TheSameColumnInBytes {
    #[rowkey]
    id: u64,
    #[column("PEER")]
    peer: u64,
    #[column(b"PEER")]
    other: u64,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", naming = hbase)]
#[family("D1")]
struct AGroupThatMeetsAColumn {
    #[rowkey]
    id: u64,
    #[column(b"\x80\x0B")]
    peer: u64,
    #[column(flatten, prefix = b"\x80")]
    group: Group,
}

#[derive(Columns)]
#[columns(naming = hbase)]
struct Group {
    #[column(b"\x0B")]
    city: String,
}

#[derive(HTable)]
#[table(b"DLQX:CALL_RECORD")]
#[family(b"D1")]
struct BytesOfOthers {
    #[rowkey]
    id: u64,
    peer: u64,
}

fn main() {}
