//! Two tables of Phoenix as structs, and their rows as values of SQL.

use bigdecimal::BigDecimal;
use bigdecimal::num_bigint::BigInt;
use fastrand::Rng;
use hbase_schema::db::Unversioned;
use hbase_schema::{Connection, FromRowOwned, HTable, RowKey, Table, Writable};
use serde_json::{Value, json};

use crate::types::{Exists, PhoenixDecimal, Price, decimal, double};

/// A row of a table that Phoenix has too.
pub(crate) trait SqlRow:
    Table + Writable + Unversioned + FromRowOwned + Clone + PartialEq + std::fmt::Debug + 'static
{
    /// The statement that creates the table.
    const CREATE: &'static str;
    /// The table in SQL.
    const NAME: &'static str;

    /// A random row.
    fn random(rng: &mut Rng) -> Self;

    /// The same key with other random values.
    fn changed(&self, rng: &mut Rng) -> Self;

    /// The values, in the order of the columns.
    fn values(&self) -> Vec<Value>;

    /// The row of these values.
    fn of_values(values: &[Value]) -> Self;

    /// The key's bytes.
    fn key_bytes(&self) -> Vec<u8>;

    /// All rows of the table.
    async fn all(db: &Connection) -> Vec<Self>;

    /// The rows whose column `N` is negative: the server compares.
    async fn negative(db: &Connection) -> usize;
}

fn text(rng: &mut Rng) -> String {
    let length = rng.usize(1..6);
    let letters = ['a', 'b', 'z', 'Z', '0', '-', 'é', '中'];
    (0..length)
        .map(|_| letters[rng.usize(..letters.len())])
        .collect()
}

fn maybe<T>(rng: &mut Rng, make: impl FnOnce(&mut Rng) -> T) -> Option<T> {
    (rng.u8(..4) > 0).then(|| make(rng))
}

fn number(rng: &mut Rng) -> BigDecimal {
    let digits = rng.i64(..) >> rng.u32(..64);
    BigDecimal::new(BigInt::from(digits), rng.i64(-6..20)).normalized()
}

fn text_of(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn number_of(value: &Value) -> Option<BigDecimal> {
    let text = value.as_str()?;
    Some(text.parse::<BigDecimal>().expect("a decimal").normalized())
}

fn sql_number(number: &BigDecimal) -> Value {
    json!(number.to_plain_string())
}

/// Declares a table: its key, and the names of the cells.
macro_rules! table {
    (
        $(#[$attribute:meta])*
        $row:ident ($create:literal, $name:literal) {
            $($key:tt)*
        } [$row_cell:literal, $n:literal, $big:literal, $ratio:literal, $amount:literal, $flag:literal, $day:literal, $text:literal, $counted:literal]
        random |$rng:ident| { $($field:ident: $random:expr),* }
        values |$self:ident| [$($value:expr),*]
        of |$values:ident| { $($of_field:ident: $of:expr),* }
    ) => {
        #[derive(HTable, Debug, Clone, PartialEq)]
        $(#[$attribute])*
        #[family("0")]
        pub(crate) struct $row {
            $($key)*
            #[column($row_cell)]
            row: Exists,
            #[column($n, part)]
            pub(crate) n: Option<i32>,
            #[column($big, part)]
            big: Option<i64>,
            #[column($ratio, with = double)]
            ratio: Option<f64>,
            #[column($amount, with = decimal)]
            amount: Option<BigDecimal>,
            #[column($flag, part)]
            flag: Option<bool>,
            #[column($day, part)]
            day: Option<i64>,
            #[column($text)]
            text: Option<String>,
            #[column($counted)]
            counted: Option<u32>,
        }

        impl SqlRow for $row {
            const CREATE: &'static str = concat!(
                "CREATE TABLE ", $name, " (", $create, ") "
            );
            const NAME: &'static str = $name;

            fn random($rng: &mut Rng) -> Self {
                $(let $field = $random;)*
                Self {
                    $($field,)*
                    row: Exists::Yes,
                    n: maybe($rng, |rng| rng.i32(..)),
                    big: maybe($rng, |rng| rng.i64(..)),
                    ratio: maybe($rng, |rng| f64::from(rng.i32(..)) / 8.0),
                    amount: maybe($rng, number),
                    flag: maybe($rng, |rng| rng.bool()),
                    day: maybe($rng, |rng| rng.i64(-4_000_000_000_000..4_000_000_000_000)),
                    text: maybe($rng, text),
                    counted: maybe($rng, |rng| rng.u32(..1 << 31)),
                }
            }

            fn changed(&self, rng: &mut Rng) -> Self {
                let other = Self::random(rng);
                let key = self.clone();
                Self { $($field: key.$field,)* ..other }
            }

            fn values(&$self) -> Vec<Value> {
                let amount = $self.amount.as_ref().map(sql_number);
                vec![
                    $($value,)*
                    json!($self.n), json!($self.big), json!($self.ratio), json!(amount), json!($self.flag),
                    json!($self.day), json!($self.text), json!($self.counted),
                ]
            }

            fn key_bytes(&self) -> Vec<u8> {
                self.key().encode().expect("the key fits").as_ref().to_vec()
            }

            async fn all(db: &Connection) -> Vec<Self> {
                db.scan(Self::scan().all()).rows().collect().await.expect("rows")
            }

            async fn negative(db: &Connection) -> usize {
                let rows = db.scan(Self::scan().all()).filter(Self::N.lt(0)).rows();
                rows.collect().await.expect("rows").len()
            }

            fn of_values($values: &[Value]) -> Self {
                let cells = &$values[$values.len() - 8..];
                let narrow = |value: &Value| value.as_i64().and_then(|n| n.try_into().ok());
                Self {
                    $($of_field: $of,)*
                    row: Exists::Yes,
                    n: narrow(&cells[0]),
                    big: cells[1].as_i64(),
                    ratio: cells[2].as_f64(),
                    amount: number_of(&cells[3]),
                    flag: cells[4].as_bool(),
                    day: cells[5].as_i64(),
                    text: text_of(&cells[6]),
                    counted: cells[7].as_u64().and_then(|n| n.try_into().ok()),
                }
            }
        }
    };
}

table! {
    #[table("LIVE:ENCODED", naming = hbase, splits = per_bucket)]
    #[rowkey(salt = java_bytes(8, abs))]
    Encoded (
        "SHOP VARCHAR NOT NULL, AT BIGINT NOT NULL, PAGE VARCHAR, REFERRER VARCHAR, N INTEGER, BIG BIGINT, RATIO DOUBLE, AMOUNT DECIMAL, FLAG BOOLEAN, D DATE, TXT VARCHAR, COUNTED UNSIGNED_INT CONSTRAINT PK PRIMARY KEY (SHOP, AT DESC, PAGE DESC, REFERRER)",
        "LIVE.ENCODED"
    ) {
        #[rowkey(salt, separator = "\0")]
        pub(crate) shop: String,
        #[rowkey(salt, desc)]
        pub(crate) at: i64,
        #[rowkey(salt, desc, omit_none, terminator = b"\0")]
        page: Option<String>,
        #[rowkey(salt, omit_none)]
        referrer: Option<String>,
    } [b"\0\0\0\0", b"\x80\x0B", b"\x80\x0C", b"\x80\x0D", b"\x80\x0E", b"\x80\x0F", b"\x80\x10", b"\x80\x11", b"\x80\x12"]
    random |rng| { shop: text(rng), at: rng.i64(-50..50), page: maybe(rng, text), referrer: maybe(rng, text) }
    values |self| [json!(self.shop), json!(self.at), json!(self.page), json!(self.referrer)]
    of |values| {
        shop: text_of(&values[0]).expect("a shop"),
        at: values[1].as_i64().expect("a number"),
        page: text_of(&values[2]),
        referrer: text_of(&values[3])
    }
}

table! {
    #[table("LIVE:PLAIN", naming = hbase)]
    Plain (
        "ID INTEGER NOT NULL, PRICE DECIMAL NOT NULL, N INTEGER, BIG BIGINT, RATIO DOUBLE, AMOUNT DECIMAL, FLAG BOOLEAN, D DATE, TXT VARCHAR, COUNTED UNSIGNED_INT CONSTRAINT PK PRIMARY KEY (ID, PRICE)",
        "LIVE.PLAIN"
    ) {
        #[rowkey]
        pub(crate) id: i32,
        #[rowkey(encoding = PhoenixDecimal)]
        price: Price,
    } ["_0", "N", "BIG", "RATIO", "AMOUNT", "FLAG", "D", "TXT", "COUNTED"]
    random |rng| { id: rng.i32(-50..50), price: Price(number(rng)) }
    values |self| [json!(self.id), sql_number(&self.price.0)]
    of |values| {
        id: values[0].as_i64().and_then(|id| id.try_into().ok()).expect("a number"),
        price: Price(number_of(&values[1]).expect("a price"))
    }
}
