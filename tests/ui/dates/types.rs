use hbase_schema::codec::CodecError;
use hbase_schema::key::TableDate;
use hbase_schema::time::{Period, PeriodUnit};
use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:TRADE_{yyyyMMdd}")]
#[family("D1")]
struct Text {
    #[table_date]
    day: String,
    #[rowkey]
    account: u32,
    amount: i64,
}

#[derive(Debug, Clone, PartialEq)]
struct Date(i64);

impl TableDate for Date {
    const FINEST: PeriodUnit = PeriodUnit::Day;

    fn to_millis(&self) -> Result<i64, CodecError> {
        Ok(self.0)
    }

    fn of_period(period: Period) -> Result<Self, CodecError> {
        Ok(Self(period.start_ms()))
    }
}

#[derive(HTable)]
#[table("DLQX:LOG_{yyyyMMddHH}")]
#[family("D1")]
struct Hourly {
    #[table_date]
    hour: Date,
    #[rowkey]
    account: u32,
    amount: i64,
}

#[derive(HTable)]
#[table("DLQX:LOG_{yyyyMMddHH}", allow(name_length))]
#[family("D1")]
struct Fine {
    #[table_date]
    hour: Timestamp,
    #[rowkey]
    account: u32,
    amount: i64,
}

fn main() {}
