use hbase_schema::{Dynamic, HTable};
use std::collections::BTreeMap;

mod without_name {
    pub fn encode(value: &u64, out: &mut Vec<u8>) -> Result<(), String> {
        out.extend(value.to_be_bytes());
        Ok(())
    }

    pub fn decode(_: &[u8]) -> Result<u64, String> {
        Ok(0)
    }
}

mod of_text {
    pub fn encode(_: &str, _: &u64, _: &mut Vec<u8>) -> Result<(), String> {
        Ok(())
    }

    pub fn decode(_: &str, _: &[u8]) -> Result<u32, String> {
        Ok(0)
    }
}

#[derive(HTable)]
#[table("DLQX:MAIL_BOXES")]
#[family("DATA")]
struct MailBox {
    #[rowkey]
    user: String,
    #[column(dynamic, prefix = "a", with_name = without_name)]
    mails: BTreeMap<u32, u64>,
    #[column(dynamic, prefix = "b", with_name = of_text)]
    texts: Dynamic<u32, u64>,
}

#[derive(HTable)]
#[table("DLQX:MAIL_BOXES")]
#[family("DATA")]
struct OneName {
    #[rowkey]
    user: String,
    #[column(with_name = of_text)]
    size: u64,
    #[column(dynamic, with_name = of_text, json)]
    texts: Dynamic<String, u64>,
    #[column(dynamic, prefix = "c", counter, with_name = of_text)]
    counts: BTreeMap<String, i64>,
}

fn main() {}
