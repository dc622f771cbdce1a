//! Encodings of users' types, of which the command knows what the sources say.

/// A host after its length, which ends itself, before another one.
#[derive(HTable)]
#[table("OPS:LOAD", allow(advice))]
#[family("D1")]
struct Load {
    #[rowkey(encoding = Counted)]
    host: Host,
    #[rowkey(encoding = Counted)]
    disk: Host,
    #[rowkey(encoding = HoursLeft)]
    at: Timestamp,
    percent: u8,
}

enum Counted {}

struct Host(String);

impl KeyPart<Counted> for Host {
    const ENCODING: Encoding = Encoding::Custom(CustomEncoding::new("Counted"));
    const WIDTH: Option<usize> = None;
}

impl SelfDelimiting<Counted> for Host {}

enum HoursLeft {}

impl KeyPart<HoursLeft> for Timestamp {
    const ENCODING: Encoding = Encoding::Custom(
        CustomEncoding::new("HoursLeft").with_width(3).with_time(TimeOrder::Descending),
    );
    const WIDTH: Option<usize> = Some(3);
}

/// The same table, and other rows of it: no scan of one struct returns the rows of the other one.
#[derive(HTable)]
#[table("OPS:LOAD", allow(advice))]
#[family("D2")]
struct Limit {
    #[rowkey]
    id: u64,
    percent: u8,
}

/// Other rows in the same family.
#[derive(HTable)]
#[table("OPS:LOAD", allow(advice))]
#[family("D2")]
struct Note {
    #[rowkey]
    user: u32,
    text: String,
}

/// A city, and the day directly after it.
#[derive(HTable)]
#[table("OPS:RAIN", allow(advice))]
#[family("D1")]
struct Rain {
    #[rowkey(unseparated)]
    city: String,
    #[rowkey(fixed = 8)]
    day: Timestamp,
    mm: u8,
}
