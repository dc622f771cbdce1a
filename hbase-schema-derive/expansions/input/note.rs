/// A note that borrows.
#[table("DLQX:CALL_NOTE", crate = crate::store)]
#[family("D1")]
struct Note<'a, V>
where
    V: Clone,
{
    #[rowkey]
    author: &'a str,
    #[column(json)]
    value: V,
    #[column(default)]
    size: u32,
    #[column(flatten, prefix = "AT_")]
    place: Place,
    #[column(skip)]
    cached: bool,
    #[timestamp]
    written: Timestamp,
}
