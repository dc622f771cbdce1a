use hbase_schema::HTable;

fn zero() -> String {
    String::new()
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct DefaultOfAnotherType {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column(default = zero)]
    extra: u32,
}

fn same(value: u32) -> u32 {
    value
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct DefaultWithAnArgument {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column(default = same)]
    extra: u32,
}

mod with_functions_of_an_option {
    pub fn encode(value: &Option<u32>, out: &mut Vec<u8>) -> Result<(), std::fmt::Error> {
        out.extend(value.unwrap_or(0).to_le_bytes());
        Ok(())
    }
    pub fn decode(bytes: &[u8]) -> Result<Option<u32>, std::array::TryFromSliceError> {
        bytes.try_into().map(u32::from_le_bytes).map(Some)
    }
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct WithFunctionsOfAnOption {
    #[rowkey]
    id: u64,
    #[column(with = with_functions_of_an_option)]
    extra: Option<u32>,
}

mod with_functions_of_another_type {
    pub fn encode(value: &str, out: &mut Vec<u8>) -> Result<(), std::fmt::Error> {
        out.extend(value.as_bytes());
        Ok(())
    }
    pub fn decode(bytes: &[u8]) -> Result<String, std::string::FromUtf8Error> {
        String::from_utf8(bytes.to_vec())
    }
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct WithFunctionsOfAnotherType {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column(with = with_functions_of_another_type)]
    extra: u32,
}

fn main() {}
