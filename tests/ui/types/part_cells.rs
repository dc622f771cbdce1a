use hbase_schema::{CellValue, HTable, KeyPart};

#[derive(CellValue, Debug, Clone)]
struct CellsOnly(u32);

#[derive(KeyPart, Debug, Clone)]
enum State {
    #[code = "N"]
    New,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct TypesWithoutSuchAnEncoding {
    #[rowkey]
    id: u64,
    #[column(part)]
    cells_only: CellsOnly,
    #[column(part(java))]
    wide: u128,
    #[column(part(desc))]
    text: Option<String>,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey]
    id: u64,
    #[column(part(text))]
    digits: u32,
    #[column(part(java))]
    java: Option<i32>,
    #[column(part)]
    state: State,
    #[column(part)]
    right: i32,
}

fn no_order() {
    let _ = Call::DIGITS.lt(5);
    let _ = Call::JAVA.between(1..3);
    let _ = Call::STATE.ge(State::New);
    let _ = Call::RIGHT.eq("5");
}

fn main() {}
