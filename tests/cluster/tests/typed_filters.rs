//! Typed filters on a real `HBase`, through its Java client, the Thrift gateway and the native client: results are those
//! of Rust's own operators on the same values, whichever client has written them.

use std::error::Error;
use std::sync::Arc;

use hbase_schema::{Connection, HTable, RowFilter};
use hbase_schema_cluster_tests::{Cluster, Oracle, native, patient, thrift};
use hbase_schema_thrift::Options;

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:TYPED_FILTERS")]
#[family("D1")]
struct Sample {
    #[rowkey]
    id: u32,
    n: i32,
    long: i64,
    wide: Option<f64>,
    narrow: f32,
    name: Option<String>,
}

const FLOATS: [f64; 14] = [
    0.0,
    -0.0,
    1.5,
    -1.5,
    1e-300,
    -1e-300,
    1e300,
    -1e300,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
    -f64::NAN,
    f64::MAX,
    f64::MIN,
];

const NAMES: [&str; 7] = ["", "Ann", "anna", "a.n", "Zoë\n(1)", "it's", r"\E$^"];

#[expect(clippy::cast_possible_truncation, reason = "any narrow float will do")]
fn rows() -> Vec<Sample> {
    let row = |(id, float): (u32, &f64)| Sample {
        id,
        n: id.cast_signed() - 6,
        long: i64::from(id) * 1_000_000_000_000 - 6_000_000_000_000,
        wide: (id % 5 != 4).then_some(*float),
        narrow: *float as f32,
        name: NAMES.get(id as usize).map(|name| (*name).to_owned()),
    };
    (0..).zip(&FLOATS).map(row).collect()
}

type Case = (String, RowFilter<Sample>, fn(&Sample) -> bool);

macro_rules! cases {
    ($($filter:expr => $holds:expr;)*) => {
        vec![$((stringify!($filter).to_owned(), $filter, $holds),)*]
    };
}

fn cases() -> Vec<Case> {
    let (n, long, wide, narrow, name) = (
        Sample::N,
        Sample::LONG,
        Sample::WIDE,
        Sample::NARROW,
        Sample::NAME,
    );
    cases! {
        wide.lt(0.0) => |row| row.wide.is_some_and(|wide| wide < 0.0);
        wide.le(0.0) => |row| row.wide.is_some_and(|wide| wide <= 0.0);
        wide.gt(-1.5) => |row| row.wide.is_some_and(|wide| wide > -1.5);
        wide.ge(1.5) => |row| row.wide.is_some_and(|wide| wide >= 1.5);
        wide.eq(-0.0) => |row| row.wide.is_some_and(|wide| wide == 0.0);
        wide.ne(0.0) => |row| row.wide.is_some_and(|wide| wide != 0.0);
        wide.ge(f64::NAN) => |_| false;
        !wide.lt(1.5) => |row| !row.wide.is_some_and(|wide| wide < 1.5);
        narrow.between(-1.5..=0.0) => |row| (-1.5..=0.0).contains(&row.narrow);
        narrow.le(f32::INFINITY) => |row| row.narrow <= f32::INFINITY;
        long.lt(0) => |row| row.long < 0;
        long.between(-1..=1_000_000_000_000) => |row| (-1..=1_000_000_000_000).contains(&row.long);
        long.eq(-1_000_000_000_000) => |row| row.long == -1_000_000_000_000;
        n.is_in([-3, 0, 4, 99]) => |row| [-3, 0, 4].contains(&row.n);
        n.is_in(-3..200) => |row| row.n >= -3;
        n.is_in([]) => |_| false;
        !n.is_in([]) => |_| true;
        n.is_in([]) | n.eq(2) => |row| row.n == 2;
        name.is_some() => |row| row.name.is_some();
        name.is_none() => |row| row.name.is_none();
        !name.is_none() & n.lt(-2) => |row| row.name.is_some() && row.n < -2;
        name.starts_with("an") => |row| row.name.as_ref().is_some_and(|name| name.starts_with("an"));
        name.starts_with("") => |row| row.name.is_some();
        name.contains("n") => |row| row.name.as_ref().is_some_and(|name| name.contains('n'));
        name.contains(".") => |row| row.name.as_ref().is_some_and(|name| name.contains('.'));
        name.contains("ë\n(") => |row| row.name.as_ref().is_some_and(|name| name.contains("ë\n("));
        name.contains("'") => |row| row.name.as_ref().is_some_and(|name| name.contains('\''));
        name.contains(r"\E$") => |row| row.name.as_ref().is_some_and(|name| name.contains(r"\E$"));
        name.between("A".."b") => |row| row.name.as_ref().is_some_and(|name| ("A".."b").contains(&&**name));
    }
}

/// Rows are written by one client and read by another one.
async fn compare_all(writer: &Connection, db: &Connection) -> Outcome<Vec<String>> {
    writer.create_table::<Sample>().await?;
    writer.put_many(rows()).await?;
    let mut wrong = Vec::new();
    for (what, filter, holds) in cases() {
        let found = db.scan(Sample::scan().all()).filter(filter).rows();
        let found: Vec<u32> = match found.collect().await {
            Ok(rows) => rows.iter().map(|row| row.id).collect(),
            Err(error) => {
                wrong.push(format!("{what}: {error}"));
                continue;
            }
        };
        let rows = rows();
        let expected = rows.iter().filter(|row| holds(row)).map(|row| row.id);
        let expected: Vec<u32> = expected.collect();
        if found != expected {
            wrong.push(format!("{what}: found {found:?}, expected {expected:?}"));
        }
    }
    Ok(wrong)
}

#[tokio::test]
async fn typed_filters_answer_as_rust_does() -> Outcome {
    let cluster = Cluster::from_env()?;
    let java = &Connection::with_limits(Oracle::shared(), patient());
    let gateway = thrift(&cluster.thrift, &Options::default())?;
    let gateway = &Connection::with_limits(Arc::new(gateway), patient());
    let native = &Connection::with_limits(Arc::new(native(&cluster)), patient());
    for (what, writer, reader) in [
        ("by HBase's own client", java, java),
        ("by the gateway", gateway, gateway),
        ("from HBase's own client to the native one", java, native),
        ("from the native client to HBase's own", native, java),
    ] {
        let wrong = compare_all(writer, reader).await;
        java.drop_table::<Sample>().await?;
        assert_eq!(wrong?, Vec::<String>::new(), "{what}");
    }
    Ok(())
}
