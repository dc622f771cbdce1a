//! Who sees what is generated: those who see the struct.

mod shared {
    use hbase_schema::HTable;

    #[derive(HTable, Debug, Clone, PartialEq)]
    #[table("DLQX:CALL_RECORD")]
    #[family("D1")]
    pub(crate) struct InCrate {
        #[rowkey]
        pub(crate) id: u64,
        #[rowkey]
        pub(super) part: u64,
        pub size: u32,
    }

    #[derive(HTable, Debug, Clone, PartialEq)]
    #[table("DLQX:CALL_RECORD")]
    #[family("D1")]
    pub(in crate::visibility) struct InPath {
        #[rowkey]
        pub(in crate::visibility) id: u64,
        pub(in crate::visibility) size: u32,
    }

    #[allow(unreachable_pub, reason = "more public than its module is the case")]
    pub mod deep {
        use hbase_schema::HTable;

        /// A type that nobody outside sees.
        #[derive(HTable, Debug, Clone, PartialEq)]
        #[table("DLQX:CALL_RECORD")]
        #[family("D1")]
        struct Private {
            #[rowkey]
            id: u64,
            size: u32,
        }

        #[derive(HTable, Debug, Clone, PartialEq)]
        #[table("DLQX:CALL_RECORD")]
        #[family("D1")]
        pub struct Public {
            #[rowkey]
            id: u64,
            size: u32,
        }

        pub fn public() -> Public {
            let private = Private { id: 1, size: 2 };
            crate::round_trip(&private);
            let key = PrivateKey { id: private.id };
            assert!(Private::scan().id(key.id).ranges().is_ok());
            Public {
                id: private.id,
                size: private.size,
            }
        }
    }
}

#[test]
fn within_the_crate() {
    let row = shared::InCrate {
        id: 1,
        part: 2,
        size: 3,
    };
    super::round_trip(&row);
    let key = shared::InCrateKey { id: 1, part: 2 };
    assert_eq!(row.key(), key);
    let scan: shared::InCrateScan<_, _> = shared::InCrate::scan().id(key.id).part(key.part);
    assert!(scan.ranges().is_ok());
    super::round_trip(&shared::InPath { id: 1, size: 2 });
}

#[test]
fn fields_that_nobody_sees() {
    let row = shared::deep::public();
    super::round_trip(&row);
    let key: shared::deep::PublicKey = row.key();
    assert_eq!(super::bytes(&key).len(), 8);
    assert!(shared::deep::Public::scan().id(1).ranges().is_ok());
}

/// A private type in a field of a public struct is no concern of what is generated.
mod hidden {
    #![deny(warnings)]

    use hbase_schema::{CellValue, HTable, KeyPart};

    #[derive(KeyPart, CellValue, Debug, Clone, PartialEq)]
    struct Secret(u32);

    #[derive(HTable, Debug, Clone, PartialEq)]
    #[table("DLQX:CALL_RECORD")]
    #[family("D1")]
    pub(crate) struct Call {
        #[rowkey]
        id: Secret,
        size: Secret,
    }

    pub(crate) fn call() -> Call {
        Call {
            id: Secret(1),
            size: Secret(2),
        }
    }
}

#[test]
fn private_types_in_private_fields() {
    super::round_trip(&hidden::call());
}

/// What is deprecated is reported where the user names it, not where the macro does.
mod deprecated {
    #![deny(warnings)]

    use hbase_schema::{CellValue, HTable, KeyPart};

    #[derive(KeyPart, CellValue, Debug, Clone, Copy, PartialEq)]
    pub(crate) enum State {
        #[code = "N"]
        New,
        #[deprecated]
        #[code = "P"]
        #[allow(dead_code, reason = "only old rows have it")]
        Paid,
    }

    #[deprecated]
    #[derive(HTable, Debug, Clone, PartialEq)]
    #[table("DLQX:CALL_RECORD")]
    #[family("D1")]
    pub(crate) struct Call {
        #[rowkey]
        pub(crate) id: u64,
        pub(crate) state: State,
    }
}

#[test]
#[allow(deprecated, reason = "the case")]
fn deprecated_structs_and_variants() {
    let state = deprecated::State::New;
    super::round_trip(&deprecated::Call { id: 1, state });
}
