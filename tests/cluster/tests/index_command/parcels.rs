//! Parcels with two indexes: the schema that the command reads.

use hbase_schema::HTable;

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DEPOT:PARCEL_BOOK")]
#[family("D1")]
pub(crate) struct Parcel {
    #[rowkey]
    pub(crate) id: u32,
    #[index("DEPOT:PARCEL_BY_CITY")]
    pub(crate) city: String,
    #[index("DEPOT:PARCEL_BY_GRAMS")]
    pub(crate) grams: i64,
}
