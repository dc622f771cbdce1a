use hbase_schema::{Columns, HTable};

#[derive(Columns, Debug, PartialEq)]
#[columns(naming = hbase, rename_all = "camelCase")]
struct Address {
    city_name: String, // cityName
    #[column("zip")]
    code: Option<String>,
}

#[derive(HTable, Debug, PartialEq)]
#[table("DLQX:USER_INFO", naming = hbase)]
#[family("D1")]
struct User {
    #[rowkey]
    id: u64,
    #[column(flatten, prefix = "home_")]
    home: Address, // D1:home_cityName, D1:home_zip
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), hbase_schema::Error> {
    let db = hbase_schema::connect("memory:").await?;
    db.create_table::<User>().await?;
    let home = Address { city_name: "Seattle".into(), code: None };
    db.put(&User { id: 7, home }).await?;
    let in_seattle = db.scan(User::scan().all()).filter(User::HOME.city_name.eq("Seattle"));
    assert_eq!(in_seattle.count().await?, 1);
    Ok(())
}
