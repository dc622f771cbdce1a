use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct DefaultNotThere {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column(default = zero)]
    extra: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct NotThere {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column("EXTRA")]
    extra: Remark,
}

mod with_module_without_decode {
    pub fn encode(value: &u32, out: &mut Vec<u8>) -> Result<(), std::fmt::Error> {
        out.extend(value.to_be_bytes());
        Ok(())
    }
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct WithModuleWithoutDecode {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column(with = with_module_without_decode)]
    extra: u32,
}

mod with_module_without_functions {}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct WithModuleWithoutFunctions {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column(with = with_module_without_functions)]
    extra: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct UnknownType {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column("EXTRA")]
    extra: std::collections::HashMap<String, u32>,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct WithModuleNotThere {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column(with = codec)]
    extra: u32,
}

fn main() {}
