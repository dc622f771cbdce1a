use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct CounterAndDefault {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column(counter, default)]
    extra: i64,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct CounterAndText {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column(counter, text)]
    extra: i64,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct JsonAndWith {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column(json, with = codec)]
    extra: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct SkipAndDefault {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column(skip, default)]
    extra: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct SkipAndJson {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column(skip, json)]
    extra: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct TextAndJson {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column(text, json)]
    extra: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct FlattenAndDefault {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column(flatten, default)]
    extra: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct FlattenAndText {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column(flatten, text)]
    extra: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct SkipAndFlatten {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column(skip, flatten)]
    extra: u32,
}

fn main() {}
