//! The input: the weather, and the trades that follow from it.

use hbase_schema::{RowKey as _, TimeOfDay, Timestamp};
use hbase_schema_examples::{Dice, Outcome};
use serde::Deserialize;

use crate::tables::Trade;

/// Accounts that trade.
const ACCOUNTS: u32 = 30;

/// The weather of a day in one city.
#[derive(Deserialize, Debug)]
pub(crate) struct Weather {
    location: String,
    date: String,
    precipitation: String,
    temp_max: String,
    wind: String,
}

/// `2015-12-26`
pub(crate) fn date(text: &str) -> Outcome<Timestamp> {
    Ok(text.parse()?)
}

/// The days of the file from `first` to `last`, inclusive, by their dates.
pub(crate) fn days(first: Timestamp, last: Timestamp) -> Outcome<Vec<Weather>> {
    let mut days = Vec::new();
    for line in csv::Reader::from_path(file())?.deserialize() {
        let weather: Weather = line?;
        if (first..=last).contains(&weather.date.parse()?) {
            days.push(weather);
        }
    }
    days.sort_by(|a, b| (&a.date, &a.location).cmp(&(&b.date, &b.location)));
    Ok(days)
}

/// The lines of the file that start with a city and a year, as `Seattle,2015`.
pub(crate) fn lines(start: &str) -> Outcome<Vec<String>> {
    let text = std::fs::read_to_string(file())?;
    let lines = text.lines().filter(|line| line.starts_with(start));
    Ok(lines.map(str::to_owned).collect())
}

fn file() -> &'static str {
    concat!(env!("CARGO_MANIFEST_DIR"), "/data/weather.csv")
}

/// The trades of all days, as the tables sort them: by day, then by the bytes of the key.
///
/// A day has the more trades the more it rains and blows; the price is the temperature, in cents for
/// a tenth of a degree. Times and accounts are random, the same in every run.
pub(crate) fn trades(days: &[Weather]) -> Outcome<Vec<Trade>> {
    let mut dice = Dice::new(7);
    let mut trades = Vec::new();
    for weather in days {
        let count = 600 + tenths(&weather.precipitation)? + tenths(&weather.wind)?;
        for _ in 0..count {
            trades.push(trade(weather, &mut dice)?);
        }
    }
    in_order(&mut trades)?;
    Ok(trades)
}

fn trade(weather: &Weather, dice: &mut Dice) -> Outcome<Trade> {
    let pieces = i64::from(dice.below(2000)) - 1000;
    Ok(Trade {
        day: weather.date.parse()?,
        at: TimeOfDay::from_millis(dice.below(86_400_000)).ok_or("a time of day")?,
        account: format!("AC{:08}", dice.below(ACCOUNTS)),
        region: weather.location.clone(),
        cents: pieces * i64::from(tenths(&weather.temp_max)?),
    })
}

fn in_order(trades: &mut Vec<Trade>) -> Outcome {
    let mut keyed = Vec::with_capacity(trades.len());
    for trade in trades.drain(..) {
        keyed.push((trade.day, trade.key().encode()?.as_ref().to_vec(), trade));
    }
    keyed.sort_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
    trades.extend(keyed.into_iter().map(|(_, _, trade)| trade));
    Ok(())
}

/// `-0.5` is -5.
fn tenths(number: &str) -> Outcome<i32> {
    let (whole, tenth) = number.split_once('.').unwrap_or((number, "0"));
    if tenth.len() != 1 {
        return Err(format!("`{number}`: expected one digit after the point").into());
    }
    Ok(format!("{whole}{tenth}").parse()?)
}
