//! Tables that were designed by hand, for snapshots of their texts.

use hbase_schema::{
    CellValue, Columns, Dynamic, HTable, Qualifier, Sequence, TimeOfDay, Timestamp,
};
use uuid::Uuid;

/// Events of users, newest first.
#[derive(HTable)]
#[table("DLQX:USER_EVENT")]
#[rowkey(separator = "_")]
#[family("D1", compression = snappy)]
struct Event {
    #[rowkey(text)]
    user: u64,
    #[rowkey(fixed = 19, reverse_ts)]
    at: Timestamp,
    #[rowkey(fixed = 19)]
    inserted_ns: u64,
    kind: String,
    page: Option<String>,
}

/// By HBase's naming.
#[derive(HTable)]
#[table("bi.dpdim_imei_dpid_mapping", naming = hbase, rename_all = "snake_case")]
#[family("dim")]
struct Device {
    #[rowkey]
    imei: String,
    #[column(text)]
    dpid: u64,
}

/// A computed region number.
#[derive(HTable)]
#[table("DLQX:CALL_RECORD", splits = number_pipe)]
#[rowkey(salt = region_number(6), separator = "_")]
#[family("D1", ttl = "365d", compression = snappy, bloom = row)]
struct Call {
    #[rowkey(salt = last(4), fixed = 11)]
    phone: String,
    #[rowkey(salt = format("yyyyMM"), fixed = 14)]
    at: Timestamp,
    duration_s: u32,
    peer: Option<String>,
}

/// An MD5 prefix, and days as versions.
#[derive(HTable)]
#[table("TEST", allow(name_length), splits = hex_string(16))]
#[rowkey(salt = md5_hex(4), separator = "_")]
#[family("INFO", ttl = "365d", versions = 400, compression = snappy)]
struct Log {
    #[rowkey(salt)]
    uid: String,
    #[rowkey(salt)]
    kind: String,
    #[timestamp(day, keep = "365d")]
    day: Timestamp,
    a: u32,
    #[column(store_none)]
    b: Option<String>,
    #[column(json)]
    remark: Option<Remark>,
}

/// A binary key.
#[derive(HTable)]
#[table("TRADE_20151226")]
#[rowkey(salt = md5(2))]
#[family("D1")]
struct Trade {
    #[rowkey(ms_of_day)]
    at: TimeOfDay,
    #[rowkey(salt)]
    account: String,
    cents: i64,
}

/// Another.
#[derive(HTable)]
#[table("STAT_20151226")]
#[family("D1")]
struct Statistics {
    #[rowkey]
    hash: u32,
    #[rowkey(minute_of_day)]
    minute: TimeOfDay,
    #[rowkey]
    region: String,
    #[column(counter)]
    count: i64,
}

/// A sequence in front.
#[derive(HTable)]
#[table("GENERAL_DATA", allow(hotspot))]
#[family("D1")]
struct General {
    #[rowkey]
    number: Sequence<u32>,
    #[rowkey(fixed = 8)]
    loader: String,
    #[rowkey]
    factor: u32,
    data: Vec<u8>,
}

/// Partial keys.
#[derive(HTable)]
#[table("DLQX:MAIL_TABLE")]
#[rowkey(separator = "-")]
#[family("DATA", compression = snappy)]
struct Mail {
    #[rowkey]
    user: String,
    #[rowkey(fixed = 8)]
    day: Timestamp,
    #[rowkey]
    message: String,
    subject: String,
    size: u32,
    #[column("IS_READ")]
    read: bool,
}

/// Time first, over 256 places: more splits than a statement takes.
#[derive(HTable)]
#[table("DLQX:SENSOR_DATA", splits = per_bucket, max_filesize = 10737418240, owner = "it's me")]
#[rowkey(salt = buckets(256))]
#[family("D1", metadata("K" = "a\\b"))]
struct Measured {
    #[rowkey(reverse_ts)]
    at: Timestamp,
    #[rowkey(salt, desc)]
    sensor: i32,
    value: i32,
    level: f64,
    state: State,
    #[column(flatten, prefix = "AT_")]
    place: Option<Place>,
}

#[derive(CellValue)]
enum State {
    #[code = "A"]
    Alive,
    #[code = "D"]
    Dead,
}

#[derive(Columns)]
struct Place {
    longitude: f32,
    latitude: f32,
}

/// Fixed and dynamic columns, whose qualifiers are values.
#[derive(HTable)]
#[table("DLQX:MAIL_BOXES")]
#[family("DATA")]
#[family("INDEX")]
struct MailBox {
    #[rowkey]
    user: String,
    #[family("DATA")]
    owner: String,
    #[family("DATA")]
    #[column(dynamic, prefix = "m|", json, limit = 500)]
    mails: BTreeMap<(u32, String), Mail>,
    #[family("INDEX")]
    #[column(dynamic)]
    by_size: Dynamic<BySize, [u8; 16]>,
    #[family("DATA")]
    #[column(dynamic, prefix = "n|", counter)]
    opened: Dynamic<u32, i64>,
}

#[derive(Qualifier)]
#[qualifier(separator = "-")]
struct BySize {
    #[qualifier(fixed = 8, desc)]
    size: u32,
    #[qualifier(fixed = 14, reverse_ts)]
    at: Timestamp,
    name: String,
}

/// Features that neither Hive nor Phoenix can express.
#[derive(HTable)]
#[table("DLQX:ODD_TABLE", splits = ["\x27", b"\x80\n"])]
#[family("D1")]
struct Odd {
    #[rowkey(ordered)]
    level: i32,
    #[rowkey(encoding = Iso)]
    country: Country,
    #[rowkey]
    ratio: f32,
    #[rowkey(java)]
    debt: i64,
    #[rowkey]
    wide: u128,
    #[rowkey(fixed = 4, reverse)]
    back: String,
    #[rowkey(fixed = 14, reverse_ts)]
    at: Timestamp,
    #[rowkey]
    id: Uuid,
    #[column(with = secret)]
    secret: String,
    huge: u128,
}

enum Iso {}

struct Country([u8; 2]);

impl KeyPart<Iso> for Country {
    const ENCODING: Encoding = Encoding::Custom(CustomEncoding::new("Iso").with_width(2));
}

/// Mails, with indexes.
#[derive(HTable)]
#[table("DLQX:MAIL_BOXES")]
#[rowkey(separator = "-")]
#[family("D1")]
struct Mail {
    #[rowkey]
    user: String,
    #[rowkey]
    id: u32,
    #[index("DLQX:MAIL_BY_SENDER")]
    sender: String,
    #[index("MAILS:MAIL_BY_SENT")]
    #[column(text)]
    sent: Timestamp,
    #[index("DLQX:MAIL_BY_CLASS")]
    #[column(json)]
    class: String,
}
