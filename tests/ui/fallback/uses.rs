use hbase_schema::{Columns, HTable};

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
enum EnumUsedAsATable {
    Incoming,
    Outgoing,
}

fn stored<T: hbase_schema::Table + hbase_schema::FromRowOwned>() {}

fn enum_used_as_a_table() {
    stored::<EnumUsedAsATable>();
}

#[derive(HTable)]
#[table("DLQX:call")]
#[family("D1")]
struct GenericStruct<'a, V: Clone> {
    #[rowkey]
    id: &'a str,
    value: V,
}

fn uses_of_a_generic_struct<V: Clone>(call: &GenericStruct<'_, V>) {
    let _ = call.key();
}

fn generic_struct_with_a_mistake() {
    let _ = uses_of_a_generic_struct::<u32>;
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1", ttl = 86400)]
struct UseOfAStruct {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column("PEER")]
    peer: Option<String>,
}

fn uses_of_a_struct(call: &UseOfAStruct) -> Result<(), Box<dyn std::error::Error>> {
    let key: UseOfAStructKey = call.key();
    println!("{:?} {:?}", key, key.id);
    println!("{} {:?}", UseOfAStruct::DDL, UseOfAStruct::SCHEMA);
    let _ = UseOfAStruct::DURATION_S.gt(60) & UseOfAStruct::PEER.eq("ann");
    let _ = UseOfAStruct::scan().id(7).ranges()?;
    let scan = UseOfAStruct::scan().all();
    let _ = format!("{:?}", scan.clone());
    let _ = scan.ranges()?;
    stored::<UseOfAStruct>();
    Ok(())
}

fn use_of_a_struct_with_a_mistake() {
    let _ = uses_of_a_struct;
}

#[derive(Columns)]
struct Address {
    #[column("street")]
    street: String,
    zip: u32,
}

#[derive(HTable)]
#[table("DLQX:USER_ACCOUNT")]
#[family("D1")]
struct User {
    #[rowkey]
    id: u64,
    #[column(flatten)]
    home: Address,
}

fn main() {}
