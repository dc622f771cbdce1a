//! Conditional mutations.

use crate::filter::{Comparator, CompareOp, Filter};
use crate::mutation::Mutation;
use crate::read::TimeRange;

/// A condition on a row.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Condition {
    /// The column has no cell, or an empty one (`HBase` does not distinguish the two here).
    Absent {
        /// The family.
        family: Vec<u8>,
        /// The qualifier.
        qualifier: Vec<u8>,
    },
    /// `comparator op cell`: `HBase` compares the condition's value with the cell, the reverse of
    /// filters. `Less` with the value 6 does not hold for a cell 5, since 6 < 5 is false.
    Compare {
        /// The family.
        family: Vec<u8>,
        /// The qualifier.
        qualifier: Vec<u8>,
        /// The relation of the value to the cell.
        op: CompareOp,
        /// The value, and the comparison's order.
        comparator: Comparator,
    },
    /// The filter passes at least one cell of the row.
    Filter(Filter),
}

impl Condition {
    /// The column still has the value that a read found: no cell for `None`.
    ///
    /// ```
    /// use hbase_backend::Condition;
    /// let missing = Condition::unchanged(b"D1", b"NAME", None);
    /// assert!(matches!(missing, Condition::Absent { .. }));
    /// ```
    pub fn unchanged(
        family: impl Into<Vec<u8>>,
        qualifier: impl Into<Vec<u8>>,
        found: Option<Vec<u8>>,
    ) -> Self {
        let (family, qualifier) = (family.into(), qualifier.into());
        match found {
            None => Self::Absent { family, qualifier },
            Some(value) => Self::Compare {
                family,
                qualifier,
                op: CompareOp::Equal,
                comparator: Comparator::Binary(value),
            },
        }
    }
}

/// A mutation of one row under a condition on the same row, as one atomic step.
///
/// An open struct; see the [`crate`].
#[derive(Clone, Debug, PartialEq)]
pub struct CheckAndMutate {
    /// The condition.
    pub condition: Condition,
    /// The versions that the condition considers.
    pub time_range: TimeRange,
    /// The mutation, applied if the condition holds.
    pub mutation: Mutation,
}

impl CheckAndMutate {
    /// A mutation with a condition on all versions of its row.
    ///
    /// ```
    /// use hbase_backend::{CheckAndMutate, Condition, Mutation};
    /// let mut put = Mutation::new(b"row-1");
    /// put.put(b"D1", b"NAME", b"Ada")?;
    /// let (family, qualifier) = (b"D1".to_vec(), b"NAME".to_vec());
    /// let if_absent = CheckAndMutate::new(Condition::Absent { family, qualifier }, put);
    /// assert_eq!(if_absent.mutation.row(), b"row-1");
    /// # Ok::<(), hbase_backend::Error>(())
    /// ```
    pub fn new(condition: Condition, mutation: Mutation) -> Self {
        Self {
            condition,
            time_range: TimeRange::ALL,
            mutation,
        }
    }
}
