use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", splits = number_pipe(6))]
#[rowkey(salt = region_number(6), separator = "|")]
#[family("D1")]
struct NumberPipeBeforeAPipe {
    #[rowkey(salt)]
    id: u64,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", splits = number_pipe)]
#[rowkey(salt = region_number(6))]
#[family("D1")]
struct NumberPipeBeforeAnyByte {
    #[rowkey(salt)]
    id: u64,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", splits = number_pipe(6))]
#[rowkey(salt = region_number(7), separator = "_")]
#[family("D1")]
struct NumberPipeOfAnotherCount {
    #[rowkey(salt)]
    id: u64,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", splits = number_pipe(6, width = 2))]
#[rowkey(salt = region_number(6), separator = "_")]
#[family("D1")]
struct NumberPipeOfAnotherWidth {
    #[rowkey(salt)]
    id: u64,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", splits = number_pipe(11, width = 1))]
#[family("D1")]
struct NumberPipeTooNarrow {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", splits = number_pipe(6, digits = 1))]
#[family("D1")]
struct NumberPipeUnknownOption {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", splits = number_pipe)]
#[family("D1")]
struct NumberPipeWithoutCount {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

fn main() {}
