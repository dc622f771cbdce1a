use hbase_schema::{Error, HTable};

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:RIDE_DATA")]
#[family("D1")]
struct Ride {
    #[rowkey]
    id: u64,
    driver: String,
    #[version]
    version: u32,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let db = hbase_schema::connect("memory:").await?;
    db.create_table::<Ride>().await?;
    let ride = Ride { id: 7, driver: "ann".into(), version: 0 };
    db.put(&ride).await?; // stores the version 1
    let read = db.get(&ride.key()).await?.ok_or("no ride")?;
    assert_eq!(read.version, 1);
    db.put(&Ride { driver: "bob".into(), ..read.clone() }).await?; // stores the version 2
    // `read` is no longer the row as it is.
    match db.put(&Ride { driver: "cem".into(), ..read }).await {
        Err(Error::Changed(changed)) => {
            let now: Option<Ride> = changed.row()?;
            assert_eq!(now.map(|ride| (ride.driver, ride.version)), Some(("bob".into(), 2)));
        }
        other => return Err(format!("{other:?}").into()),
    }
    Ok(())
}
