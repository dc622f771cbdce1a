//! What could be better, one kind a struct; every salt without splits.

/// Text where numbers are shorter; a time before what rows have in common.
#[derive(HTable)]
#[table("DLQX:LONG_KEYS", splits = per_bucket)]
#[rowkey(salt = buckets(16), separator = "_")]
#[family("D1", compression = none)]
struct Long {
    #[rowkey(salt, fixed = 14)]
    at: Timestamp,
    #[rowkey(fixed = 10)]
    device: u32,
    n: u32,
}

#[derive(HTable)]
#[table("DLQX:WIDE_ROWS")]
#[family("D1", versions = 400)]
#[family("D2")]
struct Wide {
    #[rowkey]
    user: String,
    #[timestamp]
    day: i64,
    #[family("D1")]
    a: u32,
    #[family("D2")]
    b: u32,
}

#[derive(HTable)]
#[table("DLQX:MANY_VERSIONS")]
#[family("D1", versions = 100, compression = zstd)]
struct Versions {
    #[rowkey]
    user: String,
    a: u32,
}

#[derive(HTable)]
#[table("DLQX:IN_BUCKETS")]
#[rowkey(salt = buckets(16))]
#[family("D1", compression = snappy)]
struct Buckets {
    #[rowkey(salt)]
    id: u32,
    n: u32,
}

#[derive(HTable)]
#[table("DLQX:BY_NUMBER")]
#[rowkey(salt = region_number(6), separator = "_")]
#[family("D1", compression = snappy)]
struct Number {
    #[rowkey(salt, max = 8)]
    user: String,
    n: u32,
}

#[derive(HTable)]
#[table("DLQX:BY_JAVA_HASH")]
#[rowkey(salt = java_hash(6), separator = "_")]
#[family("D1", compression = snappy)]
struct JavaHash {
    #[rowkey(salt, max = 8)]
    user: String,
    n: u32,
}

#[derive(HTable)]
#[table("DLQX:BY_MD5_BYTES")]
#[rowkey(salt = md5(2))]
#[family("D1", compression = snappy)]
struct Md5 {
    #[rowkey(salt)]
    id: u32,
    n: u32,
}

#[derive(HTable)]
#[table("DLQX:BY_MD5_HEX")]
#[rowkey(salt = md5_hex(4), separator = "_")]
#[family("D1", compression = snappy)]
struct Md5Hex {
    #[rowkey(salt, max = 8)]
    user: String,
    n: u32,
}

#[derive(HTable)]
#[table("DLQX:BY_MD5_UPPER")]
#[rowkey(salt = md5_hex(4, upper), separator = "_")]
#[family("D1", compression = snappy)]
struct Md5Upper {
    #[rowkey(salt, max = 8)]
    user: String,
    n: u32,
}

#[derive(HTable)]
#[table("DLQX:DRAWN_ROWS")]
#[rowkey(salt = random(8))]
#[family("D1", compression = snappy)]
struct Drawn {
    #[rowkey]
    id: u32,
    n: u32,
}

#[derive(KeyPart, CellValue)]
#[repr(u8)]
enum Phase {
    Open = 1,
    Closed = 2,
}

/// Indexes of few values, one of which is spread.
#[derive(HTable)]
#[table("DLQX:TICKET_LIST")]
#[family("D1", compression = snappy)]
#[index("DLQX:TICKETS_BY_PHASE", fields(phase, desc(number)))]
#[index("DLQX:TICKETS_OF_PHASE", fields(phase, owner), buckets(8))]
struct Ticket {
    #[rowkey]
    number: u64,
    phase: Phase,
    owner: String,
}

/// An index whose entries rise with the time, and one whose entries do not.
#[derive(HTable)]
#[table("DLQX:MAIL_BOXES")]
#[family("D1", compression = snappy)]
#[index("DLQX:MAIL_BY_SENDER", fields(sender, sent))]
struct Mail {
    #[rowkey]
    id: u64,
    #[index("DLQX:MAIL_BY_TIME")]
    sent: Timestamp,
    sender: String,
}

/// Text of 17 bytes, and a key of several parts.
#[derive(HTable)]
#[table("DLQX:LONG_TEXT")]
#[family("D1", compression = snappy)]
struct LongText {
    #[rowkey(fixed = 17)]
    device: String,
    n: u32,
}

#[derive(HTable)]
#[table("DLQX:LONGER_TEXT")]
#[rowkey(separator = "_")]
#[family("D1", compression = snappy)]
struct LongerText {
    #[rowkey(max = 20)]
    user: String,
    #[rowkey(max = 20)]
    nanos: String,
    n: u32,
}

/// Two events of one second are one row.
#[derive(HTable)]
#[table("DLQX:EVENT_LOG", splits = per_bucket)]
#[rowkey(salt = buckets(16))]
#[family("D1", compression = snappy)]
struct Event {
    #[rowkey(salt, fixed = 14)]
    at: Timestamp,
    text: String,
}

#[derive(Columns)]
struct Address {
    city: String,
    number_of_the_house: u32,
}

/// Names that are shorter or longer than advised, one by its prefix.
#[derive(HTable)]
#[table("DL:T_ELECTRIC_GATHER")]
#[family("INFORMATION", compression = snappy)]
struct Gather {
    #[rowkey]
    id: u64,
    a_very_long_column_name: u32,
    #[column(flatten, prefix = "WORK_AND_PRIVATE_")]
    address: Address,
}
