use hbase_schema::{Connection, Dynamic, HTable, Qualifier};

#[derive(Qualifier, Debug)]
struct Second {
    #[qualifier(bits = 12)]
    offset: u16,
    #[qualifier(bits = 4)]
    flags: u8,
}

#[derive(Qualifier, Debug)]
struct Marked {
    #[qualifier(bits = 8, always = 1)]
    mark: (),
    name: String,
}

#[derive(Qualifier, Debug)]
enum NotApart {
    Second(Second),
    Number(u16),
    Marked(Marked),
}

#[derive(Qualifier, Debug)]
enum RestInTheMiddle {
    Second(Second),
    Rest(Vec<u8>),
    Marked(Marked),
}

struct NoName;

#[derive(Qualifier, Debug)]
enum NotNames {
    Second(Second),
    Other(NoName),
}

#[derive(Qualifier, Debug)]
enum Column {
    Second(Second),
    Rest(Vec<u8>),
}

#[derive(HTable)]
#[table("DLQX:POINTS_OF_TIME")]
#[family("D1")]
struct Points {
    #[rowkey]
    id: u32,
    #[column(dynamic)]
    points: Dynamic<Column, u32>,
}

async fn ranges(db: Connection, key: PointsKey, from: Column) {
    let _ = db.dynamic(&key, Points::POINTS).range(from..).count().await;
}

#[derive(Qualifier, Debug)]
enum Nothing {}

#[derive(Qualifier, Debug)]
#[qualifier(separator = "-")]
enum Generic<T> {
    #[qualifier(bits = 8)]
    One(T),
    Two(u8, u16),
    Three,
    Four { number: u32 },
}

fn main() {}
