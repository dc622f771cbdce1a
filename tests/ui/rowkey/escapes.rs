//! Replacements that cannot be, by attributes and by types.

use hbase_schema::{HTable, prefix};

/// The second replacement changes what the first one wrote, and the NUL byte stays.
#[derive(HTable)]
#[table("DLQX:AMBIGUOUS")]
#[rowkey(separator = "\0")]
#[family("D1")]
struct Ambiguous {
    #[rowkey(escape("!" = "%0$", "%" = "%9$"))]
    user: String,
    #[rowkey(escape("%" = "%9$"))]
    flow: String,
    #[rowkey(escape("%%" = "%9$"), reverse)]
    id: String,
    cents: u32,
}

#[derive(HTable)]
#[table("DLQX:NUMBER")]
#[family("D1")]
struct Number {
    #[rowkey(escape("%" = "%9$"))]
    id: u32,
    cents: u32,
}

/// Its texts cannot be borrowed from the key.
#[derive(HTable)]
#[table("DLQX:BORROWED")]
#[family("D1")]
struct Borrowed<'a> {
    #[rowkey(escape("%" = "%9$"))]
    id: &'a str,
    cents: u32,
}

#[derive(HTable)]
#[table("DLQX:UNORDERED")]
#[family("D1")]
struct Unordered {
    #[rowkey(escape("%" = "%9$", "!" = "%0$"))]
    id: String,
    cents: u32,
}

/// `a` is written as `ba`, and `b` as it is.
#[derive(HTable)]
#[table("DLQX:PREFIXED")]
#[family("D1")]
struct Prefixed {
    #[rowkey(escape("a" = "ba"))]
    id: String,
    cents: u32,
}

fn main() {
    let _ = Unordered::scan().id("a".to_owned().."b".to_owned());
    let _ = Prefixed::scan().id(prefix("b"));
}
