//! Types with other names.

type When = Timestamp;
type Maybe = Option<String>;
type Count = u32;

#[derive(HTable)]
#[table("DLQX:SPELLED_TYPES")]
#[family("D1")]
struct Spelled {
    #[rowkey]
    id: u64,
    #[column(text)]
    at: When,
    note: Maybe,
    #[column(text)]
    count: Count,
    elsewhere: other::Thing,
    #[column(counter)]
    visits: i64,
}
