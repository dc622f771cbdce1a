//! Conditions on key parts.

use std::fmt;
use std::marker::PhantomData;
use std::ops::BitAnd;

use super::check::PartCheck;
use crate::debug::cloneable;
use crate::key::KeyError;

/// A condition on key parts of the table of `R`: created by the comparisons of [`Part`](super::Part)s, and joined by `&`.
///
/// A scan tests it with `matching`; a filter has conditions on columns instead.
///
/// ```
/// use hbase_schema::HTable;
/// use hbase_schema::query::KeyCondition;
///
/// #[derive(HTable)]
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
/// fn of_hours(except: Option<u8>) -> KeyCondition<Rain> {
///     let mornings = Rain::HOUR.between(6..12);
///     match except {
///         None => mornings,
///         Some(hour) => mornings & Rain::HOUR.ne(hour),
///     }
/// }
/// assert!(Rain::scan().day(1..9).matching(of_hours(Some(8))).ranges().is_ok());
/// ```
pub struct KeyCondition<R> {
    pub(super) checks: Result<Vec<PartCheck>, KeyError>,
    of: PhantomData<fn() -> R>,
}

// Not derived: derives would bound `R`, although no value of it is contained.

cloneable!(KeyCondition[R]: checks, of);

impl<R> fmt::Debug for KeyCondition<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.checks {
            Ok(checks) => checks.fmt(f),
            Err(error) => write!(f, "Err({error})"),
        }
    }
}

impl<R> KeyCondition<R> {
    pub(super) fn new(check: Result<PartCheck, KeyError>) -> Self {
        Self {
            checks: check.map(|check| vec![check]),
            of: PhantomData,
        }
    }
}

/// Matches rows that match both conditions.
impl<R> BitAnd for KeyCondition<R> {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        let both = self.checks.and_then(|mut checks| {
            checks.extend(other.checks?);
            Ok(checks)
        });
        Self {
            checks: both,
            of: PhantomData,
        }
    }
}
