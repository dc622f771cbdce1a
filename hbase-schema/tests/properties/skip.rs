//! A skip scan returns what a full scan with a condition on the client returns: as rows, as keys, by
//! limits, by pages and without order.

mod salts;

use std::collections::BTreeMap;
use std::fmt::Debug;

use hbase_schema::query::{Cost, HasOrder, KeyQuery};
use hbase_schema::table::encode_key;
use hbase_schema::{
    Connection, FixedName, FromRowOwned, HTable, TimeOfDay, Timestamp, Writable, any as open,
    connect, prefix,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use crate::case::Case;
use crate::runs::run;
use crate::tables::{Bucketed, Calls, Days, Drawn, Hashed, Trades, Turns};
use crate::values;

type Checked = Result<(), TestCaseError>;

/// Rows with distinct key parts, in a separate table.
struct Stored<R> {
    db: Connection,
    rows: Vec<R>,
}

impl<R: FixedName + Writable + FromRowOwned + Clone + Debug + Send + Sync + 'static> Stored<R> {
    /// Leaves out rows without a key, and all but one of those that `id` does not distinguish.
    async fn new(rows: &[R], id: impl Fn(&R) -> String) -> Self {
        let rows = rows.iter().filter(|row| encode_key(*row).is_ok());
        let rows: BTreeMap<String, R> = rows.map(|row| (id(row), row.clone())).collect();
        let rows: Vec<R> = rows.into_values().collect();
        let db = connect("memory:").await.unwrap();
        db.create_table::<R>().await.unwrap();
        db.put_many(rows.clone()).await.unwrap();
        Self { db, rows }
    }

    /// The rows that `holds` selects, in no order.
    fn selected(&self, holds: impl Fn(&R) -> bool) -> Vec<String> {
        let rows = self.rows.iter().filter(|row| holds(row));
        sorted(&rows.cloned().collect::<Vec<_>>())
    }

    async fn check<Q>(&self, path: &str, query: Q, holds: impl Fn(&R) -> bool) -> Checked
    where
        Q: KeyQuery<Row = R> + Clone,
        <Q::Cost as Cost>::Order: HasOrder,
    {
        let Ok(ranges) = query.clone().into_ranges() else {
            return Ok(());
        };
        let scan = || self.db.scan(query.clone());
        let expected = self.selected(holds);
        let found = scan().rows().collect().await.unwrap();
        prop_assert_eq!(sorted(&found), &*expected, "{}: {:?}", path, ranges);

        let raw = scan().raw_rows().collect().await.unwrap();
        let keys: Vec<_> = raw.iter().map(|row| row.key().to_vec()).collect();
        let ascend = keys.windows(2).all(|two| two[0] < two[1]);
        prop_assert!(ascend || ranges.as_slice().len() > 1, "{path}: {keys:x?}");
        for row in &raw {
            let within = ranges
                .as_slice()
                .iter()
                .any(|range| range.contains(row.key()));
            let passes = ranges.checks().iter().all(|check| check.matches(row.key()));
            prop_assert!(within && passes, "{path}: {:x?} in {ranges:?}", row.key());
        }

        prop_assert_eq!(scan().count().await.unwrap(), expected.len() as u64);
        let unordered = scan().unordered().rows().collect().await.unwrap();
        prop_assert_eq!(sorted(&unordered), expected, "{}, unordered", path);
        let few = scan().caching(2).limit(3).offset(1).rows();
        let few: Vec<_> = few.collect().await.unwrap();
        let some: Vec<_> = found.iter().skip(1).take(3).collect();
        prop_assert_eq!(format!("{few:?}"), format!("{some:?}"), "{}, limited", path);

        let mut paged = Vec::new();
        let mut page = scan().page(2).await.unwrap();
        while let Some(next) = page.next.take() {
            paged.append(&mut page.items);
            page = scan().page_after(next.to_string(), 2).await.unwrap();
        }
        paged.append(&mut page.items);
        prop_assert_eq!(
            format!("{paged:?}"),
            format!("{found:?}"),
            "{}, paged",
            path
        );
        Ok(())
    }
}

fn sorted<R: Debug>(rows: &[R]) -> Vec<String> {
    let mut rows: Vec<_> = rows.iter().map(|row| format!("{row:?}")).collect();
    rows.sort();
    rows
}

fn runtime() -> tokio::runtime::Runtime {
    let mut builder = tokio::runtime::Builder::new_current_thread();
    builder.enable_time().build().unwrap()
}

/// The queries of a table by the values of two of its rows, each with its condition.
macro_rules! skip_scans {
    ($name:ident: $cases:literal cases, $row:ident of $rows:expr; |$p:ident, $q:ident| [$(($path:expr, |$r:ident| $holds:expr)),* $(,)?]) => {
        #[test]
        fn $name() {
            let rows = (vec($rows, 1..40), any::<(u16, u16)>());
            run($cases, &rows, |(rows, (p, q))| {
                runtime().block_on(async {
                    let pick = |at: u16| rows[usize::from(at) % rows.len()].clone();
                    let ($p, $q): ($row, $row) = (pick(p), pick(q));
                    let stored = Stored::new(&rows, |row| format!("{row:?}")).await;
                    $(stored.check(stringify!($path), $path, |$r| $holds).await?;)*
                    Ok(())
                })
            });
        }
    };
}
use skip_scans;

// 65,536 salt values.
skip_scans! {
    trades: 2 cases, Trades of Trades::rows();
    |p, q| [
        (Trades::scan().any_salt().at(p.at), |r| r.at == p.at),
        (Trades::scan().any_salt().at(p.at..=q.at), |r| p.at <= r.at && r.at <= q.at),
        (Trades::scan().any_salt().at(p.at..), |r| p.at <= r.at),
        (Trades::scan().any_salt().at(..), |_r| true),
        (Trades::scan().any_salt().at(p.at).account(&p.account), |r| {
            r.at == p.at && r.account == p.account
        }),
        (Trades::scan().any_salt().at(p.at).account(prefix(&q.account)), |r| {
            r.at == p.at && r.account.starts_with(&q.account)
        }),
        (Trades::scan().any_salt().at(p.at).account(&q.account..), |r| {
            r.at == p.at && r.account >= q.account
        }),
        (Trades::scan().any_salt().at(open()).account(&p.account), |r| r.account == p.account),
        (Trades::scan().any_salt().at(open()).account(prefix(&p.account)), |r| {
            r.account.starts_with(&p.account)
        }),
        (Trades::scan().any_salt().at(open()).account(&p.account..&q.account), |r| {
            p.account <= r.account && r.account < q.account
        }),
        (Trades::scan().salted_by(&p.account).at(open()).account(&q.account..), |r| {
            r.account == p.account && r.account >= q.account
        }),
    ]
}

// A fan-out over 200 values, each range a skip scan; or one skip scan of all.
skip_scans! {
    bucketed: 4 cases, Bucketed of Bucketed::rows();
    |p, q| [
        (Bucketed::scan().first(open()).between(p.between), |r| r.between == p.between),
        (Bucketed::scan().first(open()).between(p.between..q.between), |r| {
            (p.between..q.between).contains(&r.between)
        }),
        (Bucketed::scan().first(p.first).between(open()).last(q.last..), |r| {
            r.first == p.first && r.last >= q.last
        }),
        (Bucketed::scan().first(open()).between(open()).last(p.last), |r| r.last == p.last),
        (Bucketed::scan().any_salt().first(p.first..=q.first), |r| {
            (p.first..=q.first).contains(&r.first)
        }),
        (Bucketed::scan().any_salt().first(p.first).between(open()).last(p.last..=q.last), |r| {
            r.first == p.first && (p.last..=q.last).contains(&r.last)
        }),
        (Bucketed::scan().any_salt().first(open()).between(q.between).last(..q.last), |r| {
            r.between == q.between && r.last < q.last
        }),
        (Bucketed::scan().salted_by(p.first, p.last).first(open()).between(..q.between), |r| {
            (r.first, r.last) == (p.first, p.last) && r.between < q.between
        }),
    ]
}

// Text with separators; the salt depends on a time that is ranged over or open.
skip_scans! {
    calls: 60 cases, Calls of Calls::rows();
    |p, q| [
        (Calls::scan().any_salt().phone(&p.phone), |r| r.phone == p.phone),
        (Calls::scan().any_salt().phone(&p.phone).at(p.at..q.at), |r| {
            r.phone == p.phone && p.at <= r.at && r.at < q.at
        }),
        (Calls::scan().any_salt().phone(p.phone.as_str()..q.phone.as_str()), |r| {
            p.phone <= r.phone && r.phone < q.phone
        }),
        (Calls::scan().phone(open()).at(p.at), |r| r.at == p.at),
        (Calls::scan().phone(open()).at(p.at..q.at), |r| p.at <= r.at && r.at < q.at),
        (Calls::scan().any_salt().phone(open()).at(p.at..=q.at), |r| {
            p.at <= r.at && r.at <= q.at
        }),
    ]
}

skip_scans! {
    hashed: 60 cases, Hashed of Hashed::rows();
    |p, q| [
        (Hashed::scan().any_salt().day(p.day..=q.day), |r| (p.day..=q.day).contains(&r.day)),
        (Hashed::scan().day(open()).user(&p.user), |r| r.user == p.user),
        (Hashed::scan().day(open()).user(prefix(&p.user)), |r| r.user.starts_with(&p.user)),
        (Hashed::scan().any_salt().day(open()).user(&p.user).name(prefix(&q.name)), |r| {
            r.user == p.user && r.name.starts_with(&q.name)
        }),
        (Hashed::scan().day(open()).user(&p.user).name(&q.name..), |r| {
            r.user == p.user && r.name >= q.name
        }),
    ]
}

skip_scans! {
    days: 60 cases, Days of Days::rows();
    |p, q| [
        (Days::scan().device(&p.device).at(open()).rest(prefix(&q.rest)), |r| {
            r.device == p.device && r.rest.starts_with(&q.rest)
        }),
        (Days::scan().any_salt().device(&p.device).at(p.at..=q.at), |r| {
            r.device == p.device && p.at <= r.at && r.at <= q.at
        }),
    ]
}

// Salts that are not computed from the key.
skip_scans! {
    drawn: 60 cases, Drawn of Drawn::rows();
    |p, q| [
        (Drawn::scan().any_salt().name(&p.name).at(q.at..), |r| r.name == p.name && r.at >= q.at),
        (Drawn::scan().any_salt().name(prefix(&p.name)), |r| r.name.starts_with(&p.name)),
    ]
}

skip_scans! {
    turns: 60 cases, Turns of Turns::rows();
    |p, q| [
        (Turns::scan().any_salt().at(p.at..q.at), |r| (p.at..q.at).contains(&r.at)),
        (Turns::scan().any_salt().at(p.at), |r| r.at == p.at),
    ]
}

/// Without a salt: parts of every kind of fixed width, and text at the end.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:OPEN_PARTS", allow(hotspot, key_length))]
#[family("D1")]
struct OpenParts {
    #[rowkey]
    kind: u8,
    #[rowkey(ms_of_day)]
    at: TimeOfDay,
    #[rowkey(desc, fixed = 2)]
    code: String,
    #[rowkey(ordered)]
    level: i8,
    #[rowkey(reverse_ts)]
    seen: Timestamp,
    #[rowkey]
    raw: [u8; 2],
    #[rowkey]
    yes: Option<bool>,
    #[rowkey]
    name: String,
    cell: u8,
}

fn parts() -> impl Strategy<Value = OpenParts> {
    let first = (
        0_u8..3,
        values::ms_of_day(),
        values::exactly(2, "ab"),
        -1_i8..2,
    );
    let last = (
        values::second(),
        any::<[bool; 2]>(),
        any::<Option<bool>>(),
        values::text(),
    );
    (first, last).prop_map(
        |((kind, at, code, level), (seen, raw, yes, name))| OpenParts {
            kind,
            at,
            code,
            level,
            seen,
            raw: raw.map(|on| if on { 255 } else { 0 }),
            yes,
            name,
            cell: 0,
        },
    )
}

skip_scans! {
    open_parts: 60 cases, OpenParts of parts();
    |p, q| [
        (OpenParts::scan().kind(open()).at(p.at), |r| r.at == p.at),
        (OpenParts::scan().kind(open()).at(p.at..q.at), |r| p.at <= r.at && r.at < q.at),
        (OpenParts::scan().kind(p.kind).at(open()).code(&q.code), |r| {
            r.kind == p.kind && r.code == q.code
        }),
        (OpenParts::scan().kind(p.kind).at(open()).code(&*p.code..=&*q.code), |r| {
            r.kind == p.kind && (&p.code..=&q.code).contains(&&r.code)
        }),
        (OpenParts::scan().kind(open()).at(p.at).code(open()).level(p.level..), |r| {
            r.at == p.at && r.level >= p.level
        }),
        (OpenParts::scan().kind(open()).at(open()).code(open()).level(open()).seen(p.seen..q.seen), |r| {
            p.seen <= r.seen && r.seen < q.seen
        }),
        (OpenParts::scan().kind(p.kind).at(p.at).code(open()).level(open()).seen(open()).raw(q.raw), |r| {
            r.kind == p.kind && r.at == p.at && r.raw == q.raw
        }),
        (OpenParts::scan().kind(open()).at(p.at).code(open()).level(open()).seen(open())
            .raw(open()).yes(q.yes), |r| r.at == p.at && r.yes == q.yes),
        (OpenParts::scan().kind(open()).at(p.at).code(open()).level(open()).seen(open())
            .raw(p.raw).yes(open()).name(prefix(&q.name)), |r| {
            r.at == p.at && r.raw == p.raw && r.name.starts_with(&q.name)
        }),
        (OpenParts::scan().kind(p.kind).at(p.at).code(&p.code).level(p.level).seen(p.seen)
            .raw(p.raw).yes(open()).name(&p.name), |r| {
            let (r, p) = (OpenParts { yes: None, ..r.clone() }, OpenParts { yes: None, ..p.clone() });
            r == p
        }),
    ]
}

/// Parts that `any` leaves open have no value: the order of time depends on them.
#[test]
fn the_parts_before_the_first_gap_are_given() {
    let scan = OpenParts::scan().kind(1).at(open()).code("ab");
    assert_eq!(scan.ranges().unwrap().given_parts(), 1);
}
