//! The runtime by another name, and tables of another crate.

use hbase_schema_renamed::store::{HTable, Timestamp};
use hbase_schema_renamed::{Call, CallKey, Note, Place};

#[test]
fn tables_of_a_crate_that_renames_the_runtime() {
    let call = Call {
        phone: "13812345678".into(),
        at: Timestamp::from_millis(0),
        duration_s: 1,
        peer: None,
        place: Place { cell: 2, area: 3 },
        seen: false,
    };
    super::round_trip(&call);
    let key: CallKey = call.key();
    assert_eq!(std::collections::HashSet::from([key.clone()]).len(), 1);
    assert!(
        Call::scan()
            .phone("13812345678")
            .at(call.at)
            .ranges()
            .is_ok()
    );
    let _ = Call::DURATION_S.gt(1);
    let note = Note {
        number: 1,
        author: "a",
        text: "t",
    };
    assert_eq!(super::stored(&note).key().len(), 9);
}

/// The runtime through a re-export.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:CALL_RECORD", crate = ::hbase_schema_renamed::store)]
#[family("D1")]
struct Through {
    #[rowkey]
    id: u64,
    size: u32,
}

mod inner {
    pub(super) use hbase_schema as hs;
}

/// The runtime through a path within this crate.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:CALL_RECORD", crate = inner::hs)]
#[family("D1")]
struct Within {
    #[rowkey]
    id: u64,
    size: u32,
}

#[test]
fn paths_to_the_runtime() {
    super::round_trip(&Through { id: 1, size: 2 });
    super::round_trip(&Within { id: 1, size: 2 });
}
