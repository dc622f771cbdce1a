//! Tables of 2, 10 and 40 columns of eight bytes, whose families may have other columns too.

use hbase_schema::{HTable, TableRow};

/// A struct, and another one of the same table whose columns are always named.
macro_rules! table {
    ($whole:ident, $named:ident, $name:literal, [$($column:ident),*]) => {
        #[derive(HTable, Debug, Clone, PartialEq)]
        #[table($name)]
        #[family("D1")]
        pub(crate) struct $whole {
            #[rowkey(fixed = 8)]
            pub(crate) id: u32,
            $(pub(crate) $column: u64,)*
        }

        impl Numbered for $whole {
            fn numbered(id: u32) -> Self {
                Self { id, $($column: u64::from(id) + 1,)* }
            }
        }

        #[derive(HTable, Debug, Clone, PartialEq)]
        #[table($name)]
        #[family("D1", named_columns)]
        pub(crate) struct $named {
            #[rowkey(fixed = 8)]
            pub(crate) id: u32,
            $(pub(crate) $column: u64,)*
        }

        impl Numbered for $named {
            fn numbered(id: u32) -> Self {
                Self { id, $($column: u64::from(id) + 1,)* }
            }
        }
    };
}

/// A row by its number.
pub(crate) trait Numbered: TableRow<Key: Sync + Send> + Send {
    fn numbered(id: u32) -> Self;
}

table!(Two, TwoNamed, "DLQX:BENCH_TWO", [c00, c01]);
table!(
    Ten,
    TenNamed,
    "DLQX:BENCH_TEN",
    [c00, c01, c02, c03, c04, c05, c06, c07, c08, c09]
);
table!(
    Forty,
    FortyNamed,
    "DLQX:BENCH_FORTY",
    [
        c00, c01, c02, c03, c04, c05, c06, c07, c08, c09, c10, c11, c12, c13, c14, c15, c16, c17,
        c18, c19, c20, c21, c22, c23, c24, c25, c26, c27, c28, c29, c30, c31, c32, c33, c34, c35,
        c36, c37, c38, c39
    ]
);
