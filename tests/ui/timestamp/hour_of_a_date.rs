use hbase_schema::HTable;
use hbase_schema::cell::{Day, PeriodVersion};
use hbase_schema::codec::CodecError;

struct Date(i64);

impl PeriodVersion<Day> for Date {
    fn to_period(&self) -> i64 {
        self.0 * 86_400_000
    }

    fn from_period(start: i64) -> Result<Self, CodecError> {
        Ok(Self(start / 86_400_000))
    }
}

#[derive(HTable)]
#[table("DLQX:USER_RECORDS")]
#[family("INFO", versions = 400)]
struct Daily {
    #[rowkey]
    user: u32,
    #[timestamp(day)]
    day: Date,
    a: u32,
}

#[derive(HTable)]
#[table("DLQX:USER_RECORDS")]
#[family("INFO", versions = 400)]
struct Hourly {
    #[rowkey]
    user: u32,
    #[timestamp(hour)]
    hour: Date,
    a: u32,
}

fn main() {}
