//! Tables by date: a separate table for each period.

use super::{FieldRole, Table, Unit};

impl Table {
    /// The period of each table, if the name contains a date.
    pub fn unit(&self) -> Option<Unit> {
        match self.fields.first()?.role {
            FieldRole::TableDate(unit) => Some(unit),
            _ => None,
        }
    }

    /// Whether a store whose clock cannot be set returns the same results. Timestamp fields, dates in names and waits for
    /// old entries of indexes are relative to the clock.
    pub fn needs_no_clock(&self) -> bool {
        self.stamp().is_none() && self.unit().is_none() && !self.has_index()
    }

    /// The number of values in a key: the key parts, and the date of a table by date.
    pub fn key_len(&self) -> usize {
        self.key.parts.len() + usize::from(self.unit().is_some())
    }

    /// The periods whose tables exist at first. One period between them has no table.
    pub fn first_periods(&self) -> Vec<i64> {
        let periods = self.unit().map(Unit::periods);
        periods.map_or_else(Vec::new, |periods| vec![periods[0], periods[1], periods[3]])
    }

    /// Whether `recompute` can replace the rows of a period, which have no version. Dynamic columns are not generated
    /// together with it.
    pub fn is_recomputed(&self) -> bool {
        let has_other = |field: &super::Field| {
            matches!(
                field.role,
                FieldRole::Counter | FieldRole::Dynamic(_) | FieldRole::Entries(_)
            )
        };
        self.unit().is_some()
            && self.stamp().is_none()
            && self.version().is_none()
            && self.key.salt.is_computed()
            && self.families.iter().all(|family| family.versions > 1)
            && !self.fields.iter().any(has_other)
    }
}
