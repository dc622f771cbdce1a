//! Structs of one table; one of them has indexes.

/// It only reads.
#[derive(HTable)]
#[table("DLQX:MAIL_BOXES", allow(advice))]
#[family("D1")]
struct Before {
    #[rowkey]
    id: u32,
    size: i64,
}

#[derive(HTable)]
#[table("DLQX:MAIL_BOXES")]
#[family("D1", compression = snappy)]
struct Mail {
    #[rowkey]
    id: u32,
    #[index("DLQX:MAIL_BY_SENDER")]
    sender: String,
    #[index("DLQX:MAIL_BY_SIZE")]
    size: i64,
}

/// No index.
#[derive(HTable)]
#[table("DLQX:MAIL_BOXES")]
#[family("D1", compression = snappy)]
struct Size {
    #[rowkey]
    id: u32,
    size: i64,
}
