//! An append to a column that is neither text nor bytes, and one by the key of no table.

use hbase_schema::{Connection, Error, HTable};

#[derive(HTable)]
#[table("DLQX:WEATHER_DATA")]
#[family("D1")]
struct Weather {
    #[rowkey]
    city: String,
    rain_mm: u32,
    note: String,
}

struct City;

async fn append(db: &Connection, key: &WeatherKey) -> Result<(), Error> {
    db.append(key, Weather::RAIN_MM, 1).await?;
    db.append(&City, Weather::NOTE, "wet").await?;
    Ok(())
}

fn main() {}
