//! Structs compared with the layouts that live tables have.

mod changes;
mod migrations;
mod reads;
mod records;
mod tables;

use hbase_schema::{Connection, Error, ErrorKind, connect};

/// The table as it was created.
mod v1 {
    use hbase_schema::HTable;

    #[derive(HTable, Debug, Clone, PartialEq)]
    #[table("SHOP:ORDER_BOOK")]
    #[family("D1")]
    pub(crate) struct Order {
        #[rowkey]
        pub(crate) id: u64,
        pub(crate) cents: u64,
        pub(crate) note: Option<String>,
    }
}

/// Declares a later struct of the table.
macro_rules! later {
    ($($module:ident: $name:ident { $($fields:tt)* })*) => {$(
        mod $module {
            use hbase_schema::HTable;

            #[derive(HTable, Debug, Clone, PartialEq)]
            #[table("SHOP:ORDER_BOOK")]
            #[family("D1")]
            pub(crate) struct $name { $($fields)* }
        }
    )*};
}

later! {
    narrower: Order { #[rowkey] pub(crate) id: u64, pub(crate) cents: u32, pub(crate) note: Option<String> }
    wider: Order { #[rowkey] pub(crate) id: u64, pub(crate) cents: u64, pub(crate) note: Option<String>, pub(crate) by: Option<String> }
    required: Order { #[rowkey] pub(crate) id: u64, pub(crate) cents: u64, pub(crate) note: String }
    renamed: Order { #[rowkey] pub(crate) id: u64, pub(crate) cents: u64, pub(crate) remark: Option<String> }
    keyed: Order { #[rowkey] pub(crate) id: u32, pub(crate) cents: u64, pub(crate) note: Option<String> }
    part: Summary { #[rowkey] pub(crate) id: u64, pub(crate) cents: u64, pub(crate) count: u32 }
    other_part: Summary { #[rowkey] pub(crate) id: u64, pub(crate) cents: f64 }
}

async fn created() -> Connection {
    let db = connect("memory:").await.unwrap();
    db.create_table::<v1::Order>().await.unwrap();
    db
}

fn layout_error(error: Error) -> (String, Vec<String>) {
    assert_eq!(error.kind(), ErrorKind::Layout, "{error}");
    assert!(error.is_without_effect() && !error.is_retryable());
    assert_eq!(
        error.context().unwrap().table().unwrap().to_string(),
        "SHOP:ORDER_BOOK"
    );
    let text = error.to_string();
    let Error::Layout(error) = error else {
        panic!("{error:?}")
    };
    assert_eq!(error.table().unwrap().to_string(), "SHOP:ORDER_BOOK");
    (text, error.changes().to_vec())
}

/// The error of a batch that was not sent.
trait BatchLayout {
    fn unwrap_err_layout(self) -> Error;
}

impl BatchLayout for Result<u64, Error> {
    fn unwrap_err_layout(self) -> Error {
        match self.unwrap_err() {
            Error::Batch(batch) => {
                assert_eq!(batch.written, 0);
                batch.stopped.unwrap().error.unwrap()
            }
            error => error,
        }
    }
}
