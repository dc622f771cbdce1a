//! Structs called as the prelude's, or as generated parameters, and what stands around them.

macro_rules! called {
    ($($module:ident $name:ident),*) => {$(
        mod $module {
            #[derive(hbase_schema::HTable, Debug, Clone, PartialEq)]
            #[table("DLQX:CALL_RECORD")]
            #[rowkey(salt, separator = "_")]
            #[family("D1")]
            pub(super) struct $name {
                #[rowkey(salt)]
                pub(super) id: u64,
                #[rowkey]
                pub(super) other: u64,
                #[column(default)]
                pub(super) size: u32,
            }
        }

        #[test]
        fn $module() {
            let row = $module::$name { id: 1, other: 2, size: 3 };
            super::round_trip(&row);
            assert!($module::$name::scan().id(1).other(2..).ranges().is_ok());
        }
    )*};
}

called! {
    struct_a A, struct_r R, struct_s S, struct_t T, struct_p P, struct_e E, struct_k K, struct_w W,
    struct_key Key, struct_scan Scan, struct_row Row, struct_table Table, struct_start Start,
    struct_result Result, struct_option Option, struct_vec Vec, struct_string String,
    struct_some Some, struct_none None, struct_ok Ok, struct_default Default, struct_cow Cow,
    struct_column Column, struct_native Native, struct_row_key RowKey, struct_clone Clone
}

/// Types of the prelude's names beside a table.
mod around {
    use hbase_schema::HTable;

    pub(super) struct Option;
    pub(super) struct Result;
    pub(super) struct Vec;
    pub(super) struct Some;
    pub(super) struct None;
    pub(super) struct Ok;
    #[allow(non_camel_case_types)]
    pub(super) struct str;
    #[allow(non_camel_case_types)]
    pub(super) struct bool;
    #[allow(non_camel_case_types)]
    pub(super) struct usize;
    #[allow(non_camel_case_types)]
    pub(super) struct i64;
    #[allow(dead_code, reason = "only its name matters")]
    pub(super) trait Clone {}
    #[allow(dead_code, reason = "only its name matters")]
    pub(super) trait Default {}
    pub(super) mod core {}
    pub(super) mod std {}
    pub(super) mod alloc {}

    #[derive(HTable, Debug, PartialEq)]
    #[table("DLQX:CALL_RECORD")]
    #[family("D1")]
    pub(super) struct Call {
        #[rowkey]
        pub(super) id: u64,
        #[timestamp]
        pub(super) at: hbase_schema::Timestamp,
        #[column(default)]
        pub(super) size: u32,
    }
}

#[test]
fn types_of_the_preludes_names() {
    let row = around::Call {
        id: 1,
        at: hbase_schema::Timestamp::from_millis(2),
        size: 3,
    };
    super::round_trip(&row);
    let _ = (
        around::Option,
        around::Result,
        around::Vec,
        around::Some,
        around::None,
        around::Ok,
    );
    let _ = (around::str, around::bool, around::usize, around::i64);
}

/// A struct called as a generated name of another, in one module.
mod beside {
    use hbase_schema::HTable;

    #[derive(HTable, Debug, Clone, PartialEq)]
    #[table("DLQX:CALL_RECORD")]
    #[family("D1")]
    pub(super) struct Call {
        #[rowkey]
        pub(super) id: u64,
        pub(super) size: u32,
    }

    #[derive(HTable, Debug, Clone, PartialEq)]
    #[table("DLQX:CALL_KEYS")]
    #[family("D1")]
    pub(super) struct CallKeys {
        #[rowkey]
        pub(super) id: u64,
        pub(super) size: u32,
    }
}

#[test]
fn two_tables_in_one_module() {
    super::round_trip(&beside::Call { id: 1, size: 2 });
    super::round_trip(&beside::CallKeys { id: 1, size: 2 });
}

/// A table beside one that is called as its key.
mod said {
    use hbase_schema::{HTable, TableRow};

    #[derive(HTable, Debug, Clone, PartialEq)]
    #[table("DLQX:CALL_RECORD", key = CallId, scan = CallQuery)]
    #[family("D1")]
    struct Call {
        #[rowkey]
        id: u64,
        size: u32,
    }

    #[derive(HTable, Debug, Clone, PartialEq)]
    #[table("DLQX:CALL_KEYS")]
    #[family("D1")]
    struct CallKey {
        #[rowkey]
        id: u64,
        size: u32,
    }

    #[derive(HTable, Debug, Clone, PartialEq)]
    #[table("DLQX:CALL_SCANS")]
    #[family("D1")]
    struct CallScan {
        #[rowkey]
        id: u64,
        size: u32,
    }

    #[test]
    fn names_of_key_and_scan() {
        let call = Call { id: 1, size: 2 };
        crate::round_trip(&call);
        crate::round_trip(&CallKey { id: 1, size: 2 });
        crate::round_trip(&CallScan { id: 1, size: 2 });
        assert_eq!(call.key(), CallId { id: 1 });
        let scan: CallQuery<_, _> = Call::scan().id(1);
        assert!(scan.ranges().is_ok());
        assert_eq!(<Call as TableRow>::key(&call), CallId { id: 1 });
    }
}

/// Key parts whose constants have the names of others, and one called as the method of conditions.
mod conditions {
    use hbase_schema::HTable;
    use hbase_schema::query::KeyQuery;

    #[derive(HTable, Debug, Clone, PartialEq)]
    #[table("DLQX:CONDITION_TABLE")]
    #[family("D1")]
    struct Image {
        #[rowkey]
        ddl: u8,
        #[rowkey]
        r#type: u8,
        #[rowkey]
        by_size: u8,
        #[rowkey]
        matching: u8,
        #[index("DLQX:IMAGES_BY_SIZE")]
        size: u32,
    }

    #[test]
    fn constants_of_parts() {
        let condition = Image::KEY_DDL.eq(1) & Image::TYPE.ne(2) & Image::KEY_BY_SIZE.lt(3);
        let scan = Image::scan().ddl(..5);
        assert!(
            KeyQuery::matching(scan, condition & Image::MATCHING.eq(4))
                .ranges()
                .is_ok()
        );
        assert!(Image::DDL.contains("CONDITION_TABLE"));
        let _ = Image::BY_SIZE.eq(7);
    }
}

/// Key parts whose constants have the names of groups.
#[allow(non_snake_case, reason = "the name of another program")]
mod parts_and_groups {
    use hbase_schema::{Columns, HTable};

    #[derive(Columns, Debug, Clone, PartialEq)]
    struct Number {
        digits: u64,
    }

    #[derive(HTable, Debug, Clone, PartialEq)]
    #[table("DLQX:CALLERS")]
    #[family("D1")]
    struct Caller {
        #[rowkey]
        phoneNumber: u64,
        #[rowkey]
        ddl: u8,
        #[column(flatten)]
        phone_number: Number,
        #[column(flatten, prefix = "K_")]
        key_ddl: Number,
    }

    #[test]
    fn constants_of_parts_and_groups() {
        let number = Number { digits: 4 };
        crate::round_trip(&Caller {
            phoneNumber: 1,
            ddl: 2,
            phone_number: number.clone(),
            key_ddl: number,
        });
        let _ = Caller::PHONE_NUMBER.digits.eq(7);
        let _ = Caller::KEY_DDL.digits.eq(7);
        let scan = Caller::scan()
            .all()
            .matching(Caller::KEY_PHONE_NUMBER.eq(1));
        assert!(scan.ranges().is_ok());
    }
}

/// A key part called as the method that starts a scan, whose docs have the parts as aliases.
mod scan_part {
    use hbase_schema::HTable;

    #[derive(HTable, Debug, Clone, PartialEq)]
    #[table("DLQX:SCAN_TABLE")]
    #[family("D1")]
    struct Image {
        #[rowkey]
        scan: u64,
        #[rowkey]
        r#type: u64,
        size: u32,
    }

    #[test]
    fn part_called_scan() {
        crate::round_trip(&Image {
            scan: 1,
            r#type: 2,
            size: 3,
        });
        assert!(Image::scan().scan(1).r#type(2).ranges().is_ok());
    }
}
