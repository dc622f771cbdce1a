//! Daily weather of cities: `cargo run --bin weather [URL]`.
//!
//! The table `DLQX:WEATHER_DATA` has one row per city and day: four years of Seattle and New York,
//! read from `examples/data/weather.csv`.
//!
//! Key: `<city>_<yyyyMMdd>`, as in `New York_20120101`.
//!
//! - Every query names a city, so the city comes first: its days are adjacent, and a range of days
//!   is one scan of exactly the requested rows.
//! - The day is always 8 digits, so it sorts as text and is readable in `HBase`'s shell; a month or
//!   a year is a range like any other.
//! - Cities are not in order of time, so writes spread over the regions by city, without a salt.
//! - Days ascend: the newest are read from the end, at the same cost. A key with `reverse_ts` would
//!   serve only the newest well.
//!
//! Queries: one day; a month; the newest days; the wet days; a year, page by page; a count.

use hbase_schema::{CellValue, Connection, HTable, Timestamp};
use hbase_schema_examples::{Outcome, create, date_of, expect, open};
use serde::Deserialize;

/// The weather of one day in one city. Measures are whole numbers of tenths, as they were taken.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:WEATHER_DATA")]
#[rowkey(separator = "_")]
#[family("D1", compression = snappy, bloom = row)]
struct Weather {
    #[rowkey]
    city: String,
    #[rowkey(fixed = 8)]
    day: Timestamp,
    /// Rain and snow, in tenths of a millimetre.
    #[column("RAIN")]
    rain: u32,
    /// In tenths of a degree Celsius.
    temp_max: i32,
    /// In tenths of a degree Celsius.
    temp_min: i32,
    /// The day's mean, in tenths of metres a second.
    wind: u32,
    kind: Kind,
}

/// The kind of weather, in one byte.
#[derive(CellValue, Deserialize, Debug, Clone, Copy, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Kind {
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

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome {
    let db = open().await?;
    let rows = read()?;
    create::<Weather>(&db).await?;
    let written = db.put_many(&rows).await?;
    println!("{written} days written to {}", Weather::SCHEMA.table.name);

    one_day(&db, &rows).await?;
    month(&db, &rows).await?;
    newest(&db).await?;
    wet_days(&db, &rows).await?;
    year_by_pages(&db).await?;
    snow(&db, &rows).await
}

/// A row by its key.
async fn one_day(db: &Connection, rows: &[Weather]) -> Outcome {
    let key = WeatherKey {
        city: "Seattle".to_owned(),
        day: day(2014, 3, 5)?,
    };
    let found = db.get(&key).await?;
    let right = rows.iter().find(|row| row.key() == key);
    println!("\nSeattle on 2014-03-05, by key:");
    print(found.iter());
    expect("one day", found.as_ref(), right)
}

/// A range of one city's days: one scan.
async fn month(db: &Connection, rows: &[Weather]) -> Outcome {
    let (from, to) = (day(2013, 2, 1)?, day(2013, 3, 1)?);
    let february = Weather::scan().city("New York").day(from..to);
    let found = db.scan(february).rows().collect().await?;
    println!("\nNew York in February 2013: {} days", found.len());
    print(found.iter().take(3));
    let right = rows.iter().filter(|row| row.city == "New York");
    let right = right.filter(|row| (from..to).contains(&row.day));
    expect("a month", found, right.cloned().collect::<Vec<_>>())
}

/// The newest days, newest first.
async fn newest(db: &Connection) -> Outcome {
    let seattle = Weather::scan().city("Seattle");
    let found = db.scan(seattle).latest(3).rows().collect().await?;
    println!("\nSeattle, the newest 3 days:");
    print(found.iter());
    let days: Vec<_> = found.iter().map(|row| row.day).collect();
    let right = [day(2015, 12, 31)?, day(2015, 12, 30)?, day(2015, 12, 29)?];
    expect("the newest days", days, right)
}

/// A filter on a column, evaluated on the server.
async fn wet_days(db: &Connection, rows: &[Weather]) -> Outcome {
    let wet = || Weather::RAIN.gt(500);
    let found = db.scan(Weather::scan().all()).filter(wet());
    let found = found.rows().collect().await?;
    println!("\nMore than 50 mm of rain: {} days", found.len());
    print(found.iter());
    let right = rows.iter().filter(|row| row.rain > 500).count();
    expect("wet days", found.len(), right)?;

    // Several conditions, one of them on a negative number, and two columns instead of rows.
    let both = Weather::RAIN.gt(200) & Weather::TEMP_MIN.lt(0);
    let cold = db.scan(Weather::scan().all()).filter(both);
    let cold = cold.columns((Weather::RAIN, Weather::TEMP_MIN)).rows();
    let cold: Vec<(u32, i32)> = cold.collect().await?;
    println!("More than 20 mm and frost: {} days", cold.len());
    let right = rows.iter().filter(|row| row.rain > 200 && row.temp_min < 0);
    let right: Vec<_> = right.map(|row| (row.rain, row.temp_min)).collect();
    expect("wet and cold days", cold, right)
}

/// A year, page by page. The cursor is a short text: it can be given to a user and used after a
/// restart.
async fn year_by_pages(db: &Connection) -> Outcome {
    let (from, to) = (day(2012, 1, 1)?, day(2013, 1, 1)?);
    let year = || Weather::scan().city("Seattle").day(from..to);
    println!("\nSeattle in 2012, newest first, 100 days a page:");
    let mut page = db.scan(year()).newest_first().page(100).await?;
    let mut sizes = Vec::new();
    loop {
        sizes.push(page.items.len());
        print(page.items.iter().take(1));
        let Some(cursor) = page.next else { break };
        let request = db.scan(year()).newest_first();
        page = request.page_after(cursor.as_str(), 100).await?;
    }
    println!("  {} pages", sizes.len());
    expect("pages of a leap year", sizes, [100, 100, 100, 66])
}

/// A count: no values are sent, but every row of the range is read.
async fn snow(db: &Connection, rows: &[Weather]) -> Outcome {
    println!("\nDays of snow:");
    for city in ["New York", "Seattle"] {
        let days = db.scan(Weather::scan().city(city));
        let count = days.filter(Weather::KIND.eq(Kind::Snow)).count().await?;
        println!("  {city:8} {count}");
        let right = rows.iter().filter(|row| row.city == city);
        let right = right.filter(|row| row.kind == Kind::Snow).count();
        expect("days of snow", count, u64::try_from(right)?)?;
    }
    Ok(())
}

/// The rows of the file.
fn read() -> Outcome<Vec<Weather>> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/data/weather.csv");
    let mut reader = csv::Reader::from_path(file)?;
    let mut rows = Vec::new();
    for line in reader.deserialize() {
        rows.push(Line::row(line?)?);
    }
    // As the table sorts them.
    rows.sort_by(|a: &Weather, b| (&a.city, a.day).cmp(&(&b.city, b.day)));
    Ok(rows)
}

/// A line of the file.
#[derive(Deserialize)]
struct Line {
    location: String,
    date: String,
    precipitation: String,
    temp_max: String,
    temp_min: String,
    wind: String,
    weather: Kind,
}

impl Line {
    fn row(self) -> Outcome<Weather> {
        Ok(Weather {
            city: self.location,
            day: parse_day(&self.date)?,
            rain: u32::try_from(tenths(&self.precipitation)?)?,
            temp_max: tenths(&self.temp_max)?,
            temp_min: tenths(&self.temp_min)?,
            wind: u32::try_from(tenths(&self.wind)?)?,
            kind: self.weather,
        })
    }
}

/// `-0.5` is -5.
fn tenths(number: &str) -> Outcome<i32> {
    let (whole, tenth) = number.split_once('.').unwrap_or((number, "0"));
    if tenth.len() != 1 {
        return Err(format!("`{number}`: expected one digit after the point").into());
    }
    Ok(format!("{whole}{tenth}").parse()?)
}

/// `2012-01-31`
fn parse_day(date: &str) -> Outcome<Timestamp> {
    Ok(date.parse()?)
}

fn day(year: u16, month: u8, day: u8) -> Outcome<Timestamp> {
    let found = Timestamp::from_utc(year, month, day, 0, 0, 0);
    found.ok_or_else(|| format!("no such day: {year}-{month}-{day}").into())
}

fn print<'r>(rows: impl Iterator<Item = &'r Weather>) {
    for row in rows {
        println!(
            "  {:8} {}  {:5.1} mm  {:5.1} to {:5.1} °C  {}",
            row.city,
            date_of(row.day),
            f64::from(row.rain) / 10.0,
            f64::from(row.temp_min) / 10.0,
            f64::from(row.temp_max) / 10.0,
            format!("{:?}", row.kind).to_lowercase(),
        );
    }
}
