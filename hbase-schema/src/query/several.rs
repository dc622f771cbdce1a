//! Several values and ranges of key parts: each combination of them is one scan, and the scans of one salt value are read as
//! one.
//!
//! The ranges are merged where they overlap. They are sent as a list (`MultiRowRangeFilter`), 4096 at a time, so that the
//! number of requests depends on the regions. That filter loses rows in reversed scans, which read one range after another
//! instead.

use std::borrow::{Borrow, Cow};
use std::collections::BTreeMap;
use std::ops::{Bound, Range, RangeBounds, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};
use std::rc::Rc;
use std::sync::Arc;

use super::arg::KeyArg;
use super::builder::KeyScan;
use super::bytes::Tail;
use super::check::PartCheck;
use super::cost::Several;
use super::matches::Matches;
use super::range_list::{Keys, keys, merged, row_range};
use super::ranges::KeyRanges;
use super::salts;
use super::times::Times;
use super::type_state::{At, Done, Ended, Multiple, SaltState, Scannable};
use crate::key::{KeyError, KeyPart, RangePart};

/// Maximum ranges, counted for each value of the salt: all are in memory.
const MAX_RANGES: usize = 262_144;

/// Maximum values of the salt: each of them is a scan, and all are read at the same time.
const MAX_SALTS: usize = 1024;

/// Maximum combinations with which each row is compared.
const MAX_CHECKED: usize = 1024;

/// Several values of a key part; see [`is_in`].
#[derive(Clone, Debug)]
pub struct IsIn<T>(Vec<T>);

/// Selects the rows of any of these values: `Call::scan().phone(is_in(["1380013", "1380014"]))`.
///
/// Later parts can be set too: the scan reads each combination. It is one scan for each salt value that it reaches, and
/// its cost is [`Several`]. Rows come in the order of their keys, each once. No value selects no row. A scan has at most
/// 65,536 combinations with at most 1024 salt values; it cannot have [`any`](fn@crate::any) or `any_salt()`.
///
/// ```
/// use hbase_schema::{Error, HTable, is_in};
///
/// #[derive(HTable, Debug, PartialEq)]
/// #[table("DLQX:RAIN_BY_HOUR")]
/// #[family("D1")]
/// struct Rain {
///     #[rowkey]
///     station: u32,
///     #[rowkey]
///     hour: u8,
///     mm: u32,
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Error> {
/// # let db = hbase_schema::connect("memory:").await?;
/// # db.create_table::<Rain>().await?;
/// # let rows = (0..50).flat_map(|station| (0..24).map(move |hour| Rain { station, hour, mm: 1 }));
/// # db.put_many(rows).await?;
/// let mornings = Rain::scan().station(is_in([7, 30, 8])).hour(6..12);
/// let rows = db.scan(mornings).rows().collect().await?;
/// assert_eq!(rows.len(), 18);
/// assert_eq!((rows[0].station, rows[17].station), (7, 30));
/// # Ok(())
/// # }
/// ```
pub fn is_in<T>(values: impl IntoIterator<Item = T>) -> IsIn<T> {
    IsIn(values.into_iter().collect())
}

/// Several ranges of a key part; see [`ranges`].
#[derive(Clone, Debug)]
pub struct Ranges<R>(Vec<R>);

/// Selects the rows in any of these ranges: `Feature::scan().week(2191).z(ranges([10..=20, 35..=40]))`.
///
/// Ranges that overlap are merged, so each row comes once, in the order of the keys. It is one scan for each salt value that
/// it reaches, and its cost is [`Several`]. With [`is_in`], a scan has at most 65,536 combinations, and 262,144 ranges,
/// counted for each value of the salt.
///
/// ```
/// use hbase_schema::{Error, HTable, ranges};
///
/// #[derive(HTable, Debug, PartialEq)]
/// #[table("DLQX:READING")]
/// #[family("D1")]
/// struct Reading {
///     #[rowkey]
///     id: u32,
///     value: u32,
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Error> {
/// # let db = hbase_schema::connect("memory:").await?;
/// # db.create_table::<Reading>().await?;
/// # db.put_many((0..100).map(|id| Reading { id, value: 1 })).await?;
/// let scan = Reading::scan().id(ranges([90..=95, 10..=20, 15..=29]));
/// assert_eq!(db.scan(scan).count().await?, 26);
/// # Ok(())
/// # }
/// ```
pub fn ranges<R>(ranges: impl IntoIterator<Item = R>) -> Ranges<R> {
    Ranges(ranges.into_iter().collect())
}

impl<T: KeyPart<E>, E> KeyArg<T, E> for IsIn<T> {
    type After<Next> = Next;
    type Salt<OnValue: SaltState, OnRange: SaltState> = OnValue::AsMultiple;

    fn apply(self, scan: &mut KeyScan, index: usize) {
        let values = &self.0;
        scan.push_several(index, values.len(), &|scan, number| {
            scan.push_value::<T, E>(index, &values[number]);
        });
    }
}

/// References to values, and borrowed forms of owned text and bytes.
macro_rules! borrowed {
    ($([$($g:tt)*] $part:ty, $value:ty, $item:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($g)* E> KeyArg<$part, E> for IsIn<$item>
        where
            $value: KeyPart<E>,
        {
            type After<Next> = Next;
            type Salt<OnValue: SaltState, OnRange: SaltState> = OnValue::AsMultiple;

            fn apply(self, scan: &mut KeyScan, index: usize) {
                let values = &self.0;
                scan.push_several(index, values.len(), &|scan, number| {
                    let value = Borrow::<$value>::borrow(&values[number]);
                    scan.push_value::<$value, E>(index, value);
                });
            }
        }
    )*};
    (of $([$($g:tt)*] $part:ty, $value:ty;)*) => {
        borrowed! { $(
            ['a, $($g)*] $part, &'a $value, &'a $value;
            ['a, $($g)*] $part, &'a $value, &&'a $value;
        )* }
    };
}

borrowed!([T,] T, T, &T;);
borrowed! { of
    [] String, str;
    [] Box<str>, str;
    [] Arc<str>, str;
    [] Rc<str>, str;
    ['b,] Cow<'b, str>, str;
    [] Vec<u8>, [u8];
    [] Box<[u8]>, [u8];
    ['b,] Cow<'b, [u8]>, [u8];
}

macro_rules! several_ranges {
    ($([$($g:tt)*] $part:ty, $value:ty, $range:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($g)* E> KeyArg<$part, E> for Ranges<$range>
        where
            $value: RangePart<E>,
        {
            type After<Next> = Ended;
            type Salt<OnValue: SaltState, OnRange: SaltState> = OnRange::AsMultiple;

            fn apply(self, scan: &mut KeyScan, index: usize) {
                let ranges = &self.0;
                scan.push_several(index, ranges.len(), &|scan, number| {
                    let range = &ranges[number];
                    let (low, high) = (range.start_bound(), range.end_bound());
                    scan.set_range::<$value, E>(index, low, high);
                });
            }
        }
    )*};
    ($($range:ident)*) => {
        several_ranges! { $(
            [T,] T, T, $range<T>;
            ['a,] String, &'a str, $range<&'a str>;
        )* }
    };
}

several_ranges!(Range RangeInclusive RangeFrom RangeTo RangeToInclusive);
several_ranges!([T,] T, T, (Bound<T>, Bound<T>););

// One by one, as those of `type_state`: the compiler shows them.

#[diagnostic::do_not_recommend]
impl<S, const N: usize> Scannable<Multiple<S>> for At<N>
where
    Self: Scannable<S>,
{
    type Cost = Several<<Self as Scannable<S>>::Cost>;
}
#[diagnostic::do_not_recommend]
impl<S> Scannable<Multiple<S>> for Ended
where
    Self: Scannable<S>,
{
    type Cost = Several<<Self as Scannable<S>>::Cost>;
}
#[diagnostic::do_not_recommend]
impl<S> Scannable<Multiple<S>> for Done
where
    Self: Scannable<S>,
{
    type Cost = Several<<Self as Scannable<S>>::Cost>;
}

impl KeyScan {
    /// The ranges of all combinations, of which the parts before `first` have one value.
    pub(super) fn into_several(mut self, first: usize) -> Result<KeyRanges<(), ()>, KeyError> {
        let mut scans = std::mem::take(&mut self.others);
        scans.push(self);
        if let Some(error) = scans.iter_mut().find_map(|scan| scan.error.take()) {
            return Err(error);
        }
        scans.iter().try_for_each(Self::skips_nothing)?;
        scans.retain(|scan| scan.tail != Tail::Empty);
        let checks = checks_of(&scans)?;
        let prefix = scans.first().map(|scan| scan.given_bytes(first).to_vec());
        let times = scans.first().and_then(Times::of);
        let mut lists = Lists {
            times,
            ..Lists::default()
        };
        for scan in scans {
            scan.add_to(&mut lists)?;
        }
        let mut outer = Vec::with_capacity(lists.by_salt.len());
        let mut inner = Vec::new();
        for list in lists.by_salt.into_values().map(merged) {
            if let (Some((start, _)), Some((_, stop))) = (list.first(), list.last()) {
                outer.push(row_range((start.clone(), stop.clone())));
            }
            inner.extend(list.into_iter().map(row_range));
        }
        let ranges = KeyRanges::new(outer, checks, first).with_prefix(&prefix.unwrap_or_default());
        let ranges = ranges.with_matches(Matches::List(inner), 0);
        Ok(ranges.with_times(lists.times))
    }

    fn skips_nothing(&self) -> Result<(), KeyError> {
        if self.any_salt || !self.gaps.is_empty() {
            let what = "several values or ranges of a part together with `any()` or `any_salt()`, expected one of them: \
                        scan each value by itself, or filter the rows";
            return Err(KeyError::scan(self.row, what));
        }
        Ok(())
    }

    /// Adds the ranges of one combination, by the salt's value.
    fn add_to(&self, lists: &mut Lists) -> Result<(), KeyError> {
        match salts::reached(self)? {
            None => lists.add(self, &[]),
            Some(salts) => salts.iter().for_each(|salt| lists.add(self, salt)),
        }
        if lists.count > MAX_RANGES {
            let what = format!(
                "found more than {MAX_RANGES} ranges, counted for each value of the salt, expected fewer: read them with \
                 several scans, or give the parts that feed the salt values"
            );
            return Err(KeyError::scan(self.row, what));
        }
        if lists.by_salt.len() > MAX_SALTS {
            let what = format!(
                "found values with more than {MAX_SALTS} values of the salt, expected fewer: each of them is a scan, so \
                 read them with several scans, or rows whose whole keys are known with `get_many`"
            );
            return Err(KeyError::scan(self.row, what));
        }
        Ok(())
    }
}

/// The ranges of all combinations.
#[derive(Default)]
struct Lists {
    /// By the salt with its separator: no such prefix starts another one, so the lists ascend.
    by_salt: BTreeMap<Vec<u8>, Vec<Keys>>,
    count: usize,
    times: Option<Times>,
}

impl Lists {
    fn add(&mut self, scan: &KeyScan, salt: &[u8]) {
        if let Some(range) = scan.row_range(salt) {
            let list = self.by_salt.entry(scan.with_separator(salt)).or_default();
            list.push(keys(range));
            self.count += 1;
            if let Some(times) = &mut self.times {
                times.add(scan, salt);
            }
        }
    }
}

/// The checks of each row. A row may be in the range of one combination and pass the checks of another one, unless these
/// contain all parts; those that all combinations share need no others.
fn checks_of(scans: &[KeyScan]) -> Result<Vec<PartCheck>, KeyError> {
    let mut lists = Vec::with_capacity(scans.len());
    for scan in scans {
        let checks = scan.checks()?;
        scan.finds_parts(&checks)?;
        lists.push(checks);
    }
    if lists.windows(2).all(|lists| lists[0] == lists[1]) {
        return Ok(lists.pop().unwrap_or_default());
    }
    let row = scans.first().map_or("", |scan| scan.row);
    if scans.len() > MAX_CHECKED {
        let what = format!(
            "found {} values and ranges with a part whose end depends on the key, expected at most {MAX_CHECKED}: each row \
             is compared with all of them; read them with several scans",
            scans.len()
        );
        return Err(KeyError::scan(row, what));
    }
    let mut complete = Vec::with_capacity(scans.len());
    for (scan, checks) in scans.iter().zip(lists) {
        let checks = scan.skip_checks(checks);
        scan.finds_parts(&checks)?;
        complete.push(checks);
    }
    Ok(PartCheck::any_of(complete))
}
