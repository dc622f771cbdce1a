//! The result of a write.

use super::domain::Domain;
use super::rules::Rules;

/// The result of a write.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Outcome<D: Domain + ?Sized> {
    /// The row was written.
    Written,
    /// Nothing had to be written.
    Unchanged,
    /// Nothing had to be written; the row's stamp and entries were renewed.
    Renewed {
        /// Whether the row had no cells.
        is_absent: bool,
    },
    /// The row was not written: other writes came first, as often as attempts were allowed.
    Conflict,
    /// The row was not written: a request before its write failed.
    NotWritten,
    /// It is unknown whether the row was written.
    Unknown,
    /// The row was not written: the intent cannot be carried out on it.
    Rejected(D::Rejected),
    /// The row was not written: its newest timestamp is the last possible one.
    LastTimestamp,
}

impl<D: Domain> Outcome<D> {
    /// Whether the row has to be [renewed](super::Write::renewing): its write ended after the states at its start had
    /// become invalid, for example because the machine was suspended. An index that was built meanwhile would lack
    /// its entry.
    pub fn needs_renewal(&self, rules: impl Rules, is_late: bool) -> bool {
        let may_be_written = match self {
            Self::Written | Self::Renewed { .. } => true,
            Self::Unknown => rules.rewrite_unknown(),
            _ => false,
        };
        rules.rewrite_late() && is_late && may_be_written
    }
}
