//! `DLQX:WEATHER_DATA`.

use hbase_schema::{CellValue, HTable, Timestamp};
use serde::Serialize;

use super::{plain, sample, utc};

#[derive(HTable, Serialize, Debug, Clone, PartialEq)]
#[table("DLQX:WEATHER_DATA")]
#[rowkey(separator = "_")]
#[family("D1", compression = snappy, bloom = row)]
pub struct Weather {
    #[rowkey]
    pub city: String,
    #[rowkey(fixed = 8)]
    #[serde(serialize_with = "plain::millis")]
    pub day: Timestamp,
    #[column("RAIN")]
    pub rain: u32,
    pub temp_max: i32,
    pub temp_min: i32,
    pub wind: u32,
    pub kind: Kind,
}

#[derive(CellValue, Serialize, Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    #[code = "D"]
    Drizzle,
    #[code = "F"]
    Fog,
    #[code = "R"]
    Rain,
    #[code = "S"]
    Snow,
    #[code = "U"]
    Sun,
}

sample!(Weather, {
    let kinds = [Kind::Drizzle, Kind::Fog, Kind::Rain, Kind::Snow, Kind::Sun];
    let row = |(n, kind): (u16, Kind)| Self {
        city: if n % 2 == 0 { "New York" } else { "São Paulo" }.into(),
        day: utc([2012 + n, 2, 28], [0, 0, 0]),
        rain: u32::from(n),
        temp_max: i32::from(n) - 2,
        temp_min: -400,
        wind: 0,
        kind,
    };
    (0..).zip(kinds).map(row).collect()
});
