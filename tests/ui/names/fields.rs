use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct FieldWithUnderscoreFirst {
    #[rowkey]
    id: u64,
    _hidden: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct FieldWithoutLettersOfAscii {
    #[rowkey]
    id: u64,
    名字: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Parameter<ParameterKey, ParameterScan> {
    #[rowkey]
    id: ParameterKey,
    value: ParameterScan,
}

fn main() {}
