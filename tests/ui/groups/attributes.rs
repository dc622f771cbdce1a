use hbase_schema::{Columns, Timestamp};

#[derive(Columns)]
#[columns(allow(hotspot))]
struct AllowOfTables {
    street: String,
}

#[derive(Columns)]
struct AttributesOfTablesOnFields {
    #[timestamp]
    at: Timestamp,
    #[table_date]
    day: Timestamp,
    street: String,
}

#[derive(Columns)]
#[columns(allow(name_length))]
struct Names {
    name: String,
}

#[derive(Columns)]
struct FamilyOnAField {
    #[family("D1")]
    street: String,
}

#[derive(Columns)]
struct Place {
    street: String,
}

#[derive(Columns)]
struct GroupInAGroup {
    #[column(flatten)]
    place: Place,
    zip: u32,
}

#[derive(Columns)]
#[columns(splits = uniform(4))]
struct OptionOfTable {
    street: String,
}

#[derive(Columns)]
struct RowkeyOnAField {
    #[rowkey]
    street: String,
    zip: u32,
}

#[derive(Columns)]
#[table("DLQX:ADDRESS_BOOK")]
struct TableOnTheGroup {
    street: String,
}

fn main() {}
