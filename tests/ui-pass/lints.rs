//! Generated code under every lint that a crate may ask for.

#![deny(
    warnings,
    unused_qualifications,
    missing_docs,
    unreachable_pub,
    unused_results
)]
#![deny(nonstandard_style, rust_2018_idioms, unused, let_underscore)]
#![deny(clippy::all, clippy::pedantic)]
#![forbid(unsafe_code)]

use hbase_schema::HTable;

/// A call.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt, separator = "_")]
#[family("D1")]
struct Call {
    #[rowkey(salt)]
    phone: String,
    #[rowkey]
    id: u64,
    #[column(default)]
    peer: Option<String>,
    #[column(json)]
    remark: Option<Vec<u32>>,
    duration_s: u32,
}

/// Families with the same options, which in two attributes would be duplicates to clippy.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:CALL_RECORD")]
#[family("D1", versions = 10, in_memory; "D2", versions = 2, in_memory)]
struct TwoFamilies {
    #[rowkey]
    id: u64,
    #[family("D1")]
    duration_s: u32,
    #[family("D2")]
    size: u32,
}

/// A struct of which nothing is used but the derive.
#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
#[allow(dead_code)]
struct Unused {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

/// Names that are not as Rust has them.
#[allow(non_snake_case, non_camel_case_types)]
mod odd {
    use hbase_schema::HTable;

    #[derive(HTable, Debug, Clone, PartialEq)]
    #[table("DLQX:CALL_RECORD")]
    #[family("D1")]
    pub(super) struct call_record {
        #[rowkey]
        pub(super) callId: u64,
        pub(super) durationS: u32,
    }
}

#[test]
fn no_lint_fires() {
    let call = Call {
        phone: "1".to_owned(),
        id: 2,
        peer: None,
        remark: None,
        duration_s: 3,
    };
    assert!(!super::round_trip(&call).is_empty());
    let odd = odd::call_record {
        callId: 1,
        durationS: 2,
    };
    assert_eq!(super::round_trip(&odd).len(), 8);
}
