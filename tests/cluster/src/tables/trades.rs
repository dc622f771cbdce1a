//! `TRADE_20151226`, `STAT_20151226`, `GENERAL_DATA`, `GENERAL_SALTED`.

use hbase_schema::{HTable, Sequence, TimeOfDay};
use serde::Serialize;

use super::{plain, sample};

#[derive(HTable, Serialize, Debug, Clone, PartialEq)]
#[table("TRADE_20151226")]
#[rowkey(salt = md5(2))]
#[family("D1")]
pub struct Trade {
    #[rowkey(ms_of_day)]
    #[serde(serialize_with = "plain::of_day")]
    pub at: TimeOfDay,
    #[rowkey(salt)]
    pub account: String,
    pub cents: i64,
}

#[derive(HTable, Serialize, Debug, Clone, PartialEq)]
#[table("STAT_20151226")]
#[family("D1")]
pub struct Statistics {
    #[rowkey]
    pub hash: u32,
    #[rowkey(minute_of_day)]
    #[serde(serialize_with = "plain::of_day")]
    pub minute: TimeOfDay,
    #[rowkey]
    pub region: String,
    pub trades: u32,
    pub largest_cents: Option<i64>,
}

#[derive(HTable, Serialize, Debug, Clone, PartialEq)]
#[table("GENERAL_DATA", allow(hotspot))]
#[family("D1")]
pub struct General {
    #[rowkey]
    #[serde(serialize_with = "plain::sequence")]
    pub number: Sequence<u32>,
    #[rowkey(fixed = 8)]
    pub loader: String,
    #[rowkey]
    pub factor: u32,
    #[serde(serialize_with = "plain::hex")]
    pub data: Vec<u8>,
}

#[derive(HTable, Serialize, Debug, Clone, PartialEq)]
#[table("GENERAL_SALTED")]
#[family("D1")]
pub struct Spread {
    #[rowkey(salt)]
    #[serde(serialize_with = "plain::sequence")]
    pub number: Sequence<u32>,
    #[rowkey(fixed = 8)]
    pub loader: String,
    #[serde(serialize_with = "plain::hex")]
    pub data: Vec<u8>,
}

#[derive(HTable, Debug)]
#[table("LOAD_COUNTER")]
#[family("D1")]
pub struct LoadCounter {
    #[rowkey]
    sequence: String,
    #[column(counter)]
    next: i64,
}

/// The first and the last millisecond of a day, and one between.
const TIMES: [u32; 4] = [0, 44_640_000, 86_399_999, 255];

const NUMBERS: [u32; 6] = [0, 17, 255, 256, 3_000_000_001, u32::MAX];

sample!(Trade, {
    let trade = |(n, millis): (i64, u32)| Self {
        at: TimeOfDay::from_millis(millis).unwrap_or_default(),
        account: format!("AC{:08}", 17 + n),
        cents: [0, -1, i64::MIN, i64::MAX][usize::try_from(n).unwrap_or(0)],
    };
    (0..).zip(TIMES).map(trade).collect()
});

sample!(Statistics, {
    let row = |(n, hash): (u32, u32)| Self {
        hash,
        minute: TimeOfDay::from_minutes([0, 744, 1439][(n % 3) as usize]).unwrap_or_default(),
        region: format!("REGION{n:04}"),
        trades: n,
        largest_cents: (n > 2).then_some(-99_500),
    };
    (0..).zip(NUMBERS).map(row).collect()
});

sample!(General, {
    let row = |number: u32| Self {
        number: Sequence(number),
        loader: "LOADER01".into(),
        factor: 9,
        data: number.to_le_bytes().into(),
    };
    NUMBERS.map(row).into()
});

sample!(Spread, {
    let row = |number: u32| Self {
        number: Sequence(number),
        loader: "LOADER02".into(),
        data: if number == 17 {
            Vec::new()
        } else {
            vec![0, 0xff, 10]
        },
    };
    NUMBERS.map(row).into()
});
