//! Structs in every place where a struct may stand.

use hbase_schema::HTable;

#[test]
fn inside_a_function() {
    /// Nobody else sees it.
    #[derive(HTable, Debug, Clone, PartialEq)]
    #[table("DLQX:CALL_RECORD")]
    #[family("D1")]
    struct Call {
        #[rowkey]
        id: u64,
        size: u32,
    }

    let row = Call { id: 1, size: 2 };
    super::round_trip(&row);
    assert_eq!(super::bytes(&CallKey { id: 1 }), super::bytes(&row.key()));
    assert!(Call::scan().id(1).ranges().is_ok());
}

#[test]
fn inside_a_block_twice() {
    for size in 0..2 {
        if size == 0 {
            #[derive(HTable, Debug, Clone, PartialEq)]
            #[table("DLQX:CALL_RECORD")]
            #[family("D1")]
            struct Call {
                #[rowkey]
                id: u64,
                size: u32,
            }
            super::round_trip(&Call { id: 1, size });
        } else {
            #[derive(HTable, Debug, Clone, PartialEq)]
            #[table("DLQX:CALL_RECORD")]
            #[family("D1")]
            struct Call {
                #[rowkey]
                id: u64,
                size: u32,
            }
            super::round_trip(&Call { id: 2, size });
        }
    }
}

trait Keep {
    fn keep(&self) -> Vec<u8>;
}

const _: () = {
    #[derive(HTable, Debug, Clone, PartialEq)]
    #[table("DLQX:CALL_RECORD")]
    #[family("D1")]
    struct Call {
        #[rowkey]
        id: u16,
        size: u32,
    }

    impl Keep for u16 {
        fn keep(&self) -> Vec<u8> {
            super::round_trip(&Call { id: *self, size: 1 })
        }
    }
};

#[test]
fn inside_a_const() {
    assert_eq!(7_u16.keep(), [0, 7]);
}

impl Keep for u32 {
    fn keep(&self) -> Vec<u8> {
        #[derive(HTable, Debug, Clone, PartialEq)]
        #[table("DLQX:CALL_RECORD")]
        #[family("D1")]
        struct Kept {
            #[rowkey]
            id: u32,
            size: u32,
        }
        super::round_trip(&Kept { id: *self, size: 1 })
    }
}

#[test]
fn inside_a_method() {
    assert_eq!(7_u32.keep(), [0, 0, 0, 7]);
}

#[cfg_attr(all(), derive(HTable))]
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(all(), table("DLQX:CALL_RECORD"), family("D1"))]
struct Conditional {
    #[cfg_attr(all(), rowkey(fixed = 4))]
    #[cfg_attr(any(), rowkey(fixed = 5))]
    code: String,
    #[cfg_attr(all(), column("SIZE"))]
    len: u32,
    #[cfg(any())]
    never: u32,
}

#[test]
fn under_cfg_attr() {
    let row = Conditional {
        code: "abcd".into(),
        len: 1,
    };
    super::round_trip(&row);
    assert_eq!(Conditional::LEN.qualifier(), "SIZE");
}
