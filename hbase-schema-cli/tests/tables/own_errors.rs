//! An encoding that these sources do not have.

/// A type whose end the sources do not know.
#[derive(HTable)]
#[table("OPS:ENDLESS", allow(advice))]
#[family("D1")]
struct Endless {
    #[rowkey(encoding = elsewhere::Encoding)]
    host: Host,
    #[rowkey]
    id: u64,
    percent: u8,
}
