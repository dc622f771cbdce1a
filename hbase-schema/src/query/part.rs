//! Key parts as constants, and conditions on them: `Call::SLOT.eq(3)`.

use std::marker::PhantomData;
use std::ops::{RangeFrom, RangeTo, RangeToInclusive};

use super::arg::{Above, KeyArg, SingleValue};
use super::builder::KeyScan;
use super::bytes::{PartBounds, Tail};
use super::check::PartCheck;
use super::condition::KeyCondition;
use super::prefix::Prefix;
use super::several::{IsIn, is_in};
use crate::debug::{copyable, debug_text};
use crate::key::KeyError;
use crate::table::Table;

/// Marks a part's row, field and encoding types without containing values of them.
type TypesOf<R, T, E> = fn() -> (R, T, E);

/// A key part of the table of `R`, of type `T` in the encoding `E`, for conditions.
///
/// `#[derive(HTable)]` generates one for every part, named after the field in upper case: `Rain::HOUR`. If a column, an
/// index, `DDL` or `SCHEMA` has this name, the constant of the part is `KEY_HOUR`.
///
/// A condition is an argument of a scan's `matching`, and takes the values that the scan's method of this part takes:
///
/// ```
/// use hbase_schema::{Error, HTable};
///
/// #[derive(HTable, Debug, PartialEq)]
/// #[table("DLQX:RAIN_BY_HOUR")]
/// #[family("D1")]
/// struct Rain {
///     #[rowkey]
///     day: u32,
///     #[rowkey]
///     hour: u8,
///     mm: u32,
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Error> {
/// # let db = hbase_schema::connect("memory:").await?;
/// # db.create_table::<Rain>().await?;
/// # let rows = (0..50).flat_map(|day| (0..24).map(move |hour| Rain { day, hour, mm: 1 }));
/// # db.put_many(rows).await?;
/// let noons = Rain::scan().day(10..20).matching(Rain::HOUR.eq(12));
/// assert_eq!(db.scan(noons).count().await?, 10);
/// let mornings = Rain::HOUR.between(6..12) & Rain::HOUR.ne(8);
/// assert_eq!(db.scan(Rain::scan().day(10..20).matching(mornings)).count().await?, 50);
/// # Ok(())
/// # }
/// ```
pub struct Part<R, T, E> {
    index: usize,
    of: PhantomData<TypesOf<R, T, E>>,
}

copyable!(Part[R, T, E]);

debug_text!(Part[R, T, E] |part| "Part({})", part.index);

impl<R, T, E> Part<R, T, E> {
    #[doc(hidden)]
    pub const fn new(index: usize) -> Self {
        Self {
            index,
            of: PhantomData,
        }
    }

    /// The index of the part in the key.
    pub(super) const fn index(self) -> usize {
        self.index
    }
}

impl<R: Table, T, E> Part<R, T, E> {
    /// Matches rows whose part equals `value`.
    pub fn eq(self, value: impl SingleValue<T, E>) -> KeyCondition<R> {
        self.accepts(value)
    }

    /// Matches rows whose part differs from `value`. Of an optional part, `None` differs from every value.
    pub fn ne(self, value: impl SingleValue<T, E>) -> KeyCondition<R> {
        self.checks(value, |accepted| match accepted {
            Accepted::Values(values) => Accepted::NotIn(values),
            other => other,
        })
    }

    /// Matches rows whose part equals one of `values`. Without values, no row matches.
    pub fn is_in<V>(self, values: impl IntoIterator<Item = V>) -> KeyCondition<R>
    where
        IsIn<V>: KeyArg<T, E>,
    {
        self.accepts(is_in(values))
    }

    /// Matches rows whose part is in a range, or in any of several [`ranges`](fn@crate::ranges): `3..7`, `3..=7`,
    /// `3..`, `ranges([1..3, 5..7])`.
    pub fn between(self, range: impl KeyArg<T, E>) -> KeyCondition<R> {
        self.accepts(range)
    }

    /// Matches rows whose part is less than `value`. Of an optional part, `None` is less than every value.
    pub fn lt<V>(self, value: V) -> KeyCondition<R>
    where
        RangeTo<V>: KeyArg<T, E>,
    {
        self.accepts(..value)
    }

    /// Matches rows whose part is at most `value`. Of an optional part, `None` is less than every value.
    pub fn le<V>(self, value: V) -> KeyCondition<R>
    where
        RangeToInclusive<V>: KeyArg<T, E>,
    {
        self.accepts(..=value)
    }

    /// Matches rows whose part is greater than `value`.
    pub fn gt<V>(self, value: V) -> KeyCondition<R>
    where
        Above<V>: KeyArg<T, E>,
    {
        self.accepts(Above(value))
    }

    /// Matches rows whose part is at least `value`.
    pub fn ge<V>(self, value: V) -> KeyCondition<R>
    where
        RangeFrom<V>: KeyArg<T, E>,
    {
        self.accepts(value..)
    }

    /// Matches rows whose part, a text or bytes, starts with `prefix`.
    pub fn starts_with<V>(self, prefix: V) -> KeyCondition<R>
    where
        Prefix<V>: KeyArg<T, E>,
    {
        self.accepts(super::prefix(prefix))
    }

    fn accepts(self, arg: impl KeyArg<T, E>) -> KeyCondition<R> {
        self.checks(arg, |accepted| accepted)
    }

    /// The condition that the part is one that `arg` accepts, after `change`.
    fn checks(
        self,
        arg: impl KeyArg<T, E>,
        change: impl FnOnce(Accepted) -> Accepted,
    ) -> KeyCondition<R> {
        let mut scan = KeyScan::new::<R::Key>();
        arg.apply(&mut scan, self.index);
        let accepted = Accepted::by(scan).map(change);
        let accepted = accepted.and_then(|accepted| {
            self.is_found()?;
            Ok(accepted.into_check(R::SCHEMA.key, self.index))
        });
        KeyCondition::new(accepted)
    }

    /// Checks that the part can be found in keys, because all keys would fail the condition otherwise.
    pub(super) fn is_found(self) -> Result<(), KeyError> {
        let layout = R::SCHEMA.key;
        let Some(endless) = layout.endless_part(self.index) else {
            return Ok(());
        };
        let endless = &endless.name;
        let name = layout.parts.get(self.index).map_or("?", |part| &part.name);
        let what = format!(
            "a condition on part `{name}` must find it in each row, and cannot: only the type of `{endless}` finds the end \
             of `{endless}`: give the encoding a fixed `WIDTH`, or filter the rows after the scan"
        );
        Err(KeyError::scan(R::SCHEMA.row, what))
    }
}

/// The bytes of a part that an argument accepts.
enum Accepted {
    Values(Vec<Vec<u8>>),
    NotIn(Vec<Vec<u8>>),
    Ranges(Vec<PartBounds>),
    Prefix(Vec<u8>),
}

impl Accepted {
    /// What a scan accepts that only this argument was applied to.
    fn by(mut scan: KeyScan) -> Result<Self, KeyError> {
        let others = std::mem::take(&mut scan.others);
        // A domain is a value, and the prefix of all below it.
        let is_domain = !others.is_empty();
        let (mut values, mut ranges) = (Vec::new(), Vec::new());
        for scan in std::iter::once(scan).chain(others) {
            if let Some(error) = scan.error {
                return Err(error);
            }
            match (scan.tail, scan.spans.first()) {
                (Tail::Empty, _) => {}
                (Tail::Range(bounds), _) => ranges.push(bounds),
                (Tail::Prefix(prefix), _) if is_domain => {
                    ranges.push(PartBounds::starting_with(&prefix));
                }
                (Tail::Prefix(prefix), _) => return Ok(Self::Prefix(prefix.to_vec())),
                (_, Some(_)) if !scan.gaps.is_empty() => ranges.push(PartBounds::UNBOUNDED),
                (_, Some((start, end))) => values.push(scan.prefix[*start..*end].to_vec()),
                (_, None) => {}
            }
        }
        Ok(if ranges.is_empty() {
            Self::Values(values)
        } else {
            ranges.extend(values.iter().map(|value| PartBounds::of_value(value)));
            Self::Ranges(ranges)
        })
    }

    fn into_check(self, layout: &'static hbase_model::KeyLayout, index: usize) -> PartCheck {
        match self {
            Self::Values(values) => PartCheck::is_in(layout, index, values),
            Self::NotIn(values) => PartCheck::not_in(layout, index, values),
            Self::Ranges(ranges) => PartCheck::ranges(layout, index, ranges),
            Self::Prefix(prefix) => PartCheck::every_prefix(layout, index, &prefix),
        }
    }
}
