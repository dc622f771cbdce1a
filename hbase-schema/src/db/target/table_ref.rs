//! The tables of requests.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use hbase_model::TableName;
use hbase_model::name::DatedName;
use hbase_model::time::Period;

use crate::key::{KeyError, RowKey};
use crate::schema::TableSchema;
use crate::table::Table;

/// The table of a request: the one that a struct names, or a period's, if that name contains a date.
/// Cheap to clone.
#[derive(Clone)]
pub(crate) enum TableRef {
    Fixed(&'static TableSchema),
    Dated(&'static TableSchema, Arc<(TableName, Period)>),
}

impl TableRef {
    /// The table of rows with this schema. Without a period, the name is used as declared: a date in it is then not
    /// replaced, and no backend accepts the name.
    pub(crate) fn of(schema: &'static TableSchema, period: Option<Period>) -> Self {
        let dated = period.and_then(|period| {
            let table = schema.dated_name()?.table(period).ok()?;
            Some(Self::Dated(schema, Arc::new((table, period))))
        });
        dated.unwrap_or(Self::Fixed(schema))
    }

    /// The table of a row.
    pub(crate) fn of_row<T: Table>(row: &T) -> Result<Self, KeyError> {
        Ok(Self::of(T::SCHEMA, row.period()?))
    }

    /// The table of the rows of `R` with this key.
    pub(crate) fn of_key<K: RowKey, R: Table>(key: &K) -> Result<Self, KeyError> {
        Ok(Self::of(R::SCHEMA, key.period()?))
    }

    /// The schema of a table with indexes. The table of a period has none.
    #[cfg(feature = "index")]
    pub(crate) fn indexed(&self) -> Option<&'static TableSchema> {
        match self {
            Self::Fixed(schema) if !schema.indexes.is_empty() => Some(schema),
            _ => None,
        }
    }

    /// The period, if the name contains a date.
    pub(crate) fn period(&self) -> Option<Period> {
        match self {
            Self::Fixed(_) => None,
            Self::Dated(_, table) => Some(table.1),
        }
    }

    /// The schema of the struct that names the table.
    pub(crate) fn schema(&self) -> &'static TableSchema {
        match self {
            Self::Fixed(schema) | Self::Dated(schema, _) => schema,
        }
    }
}

impl TableSchema {
    /// The name of the table, if it contains a date.
    pub fn dated_name(&self) -> Option<DatedName> {
        let name = &self.table.name;
        // Only a pattern contains a brace, and the macro has checked it.
        let is_dated = name.namespace().contains('{') || name.qualifier().contains('{');
        is_dated
            .then(|| DatedName::parse(&name.to_string()).ok().flatten())
            .flatten()
    }
}

impl Deref for TableRef {
    type Target = TableName;

    fn deref(&self) -> &TableName {
        match self {
            Self::Fixed(schema) => &schema.table.name,
            Self::Dated(_, table) => &table.0,
        }
    }
}

impl PartialEq for TableRef {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Fixed(a), Self::Fixed(b)) => {
                std::ptr::eq(*a, *b) || a.table.name == b.table.name
            }
            (Self::Dated(_, a), Self::Dated(_, b)) => Arc::ptr_eq(a, b) || a == b,
            _ => false,
        }
    }
}

impl fmt::Display for TableRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&**self, f)
    }
}

impl fmt::Debug for TableRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

#[cfg(test)]
mod tests {
    use hbase_model::time::{Period, PeriodUnit};
    use hbase_model::{TableDescriptor, TableName};

    use super::*;
    use crate::stand_in::LAYOUT;

    const FIRST: &TableDescriptor = &TableDescriptor::new(TableName::from_static("S", "FIRST"));
    const SECOND: &TableDescriptor = &TableDescriptor::new(TableName::from_static("S", "SECOND"));

    static A: TableSchema = TableSchema::new("A", FIRST, LAYOUT, &[], None);
    /// Another struct of the same table.
    static B: TableSchema = TableSchema::new("B", FIRST, LAYOUT, &[], None);
    static C: TableSchema = TableSchema::new("C", SECOND, LAYOUT, &[], None);

    const DAYS: &TableDescriptor =
        &TableDescriptor::new(TableName::from_static("S", "T_{yyyyMMdd}"));
    const NAMESPACES: &TableDescriptor =
        &TableDescriptor::new(TableName::from_static("S_{yyyyMMdd}", "T"));

    static DAILY: TableSchema = TableSchema::new("D", DAYS, LAYOUT, &[], None);
    static OTHER_DAILY: TableSchema = TableSchema::new("E", DAYS, LAYOUT, &[], None);
    static BY_NAMESPACE: TableSchema = TableSchema::new("F", NAMESPACES, LAYOUT, &[], None);

    fn day(day: i64) -> Option<Period> {
        Period::of(PeriodUnit::Day, day * 86_400_000).ok()
    }

    #[test]
    fn references_to_one_table_are_equal_whichever_struct_they_are_of() {
        let of = |schema| TableRef::of(schema, None);
        assert!(of(&A) == of(&A) && of(&A) == of(&B));
        assert!(of(&A) != of(&C));
        let dated = |schema, n| TableRef::of(schema, day(n));
        let first = dated(&DAILY, 1);
        assert!(first == first.clone() && first == dated(&OTHER_DAILY, 1));
        assert!(first != dated(&DAILY, 2));
        assert!(first != of(&DAILY) && of(&DAILY) != first);
    }

    #[test]
    fn a_pattern_in_either_part_of_the_name_is_a_table_of_each_date() {
        let name = |schema| TableRef::of(schema, day(1)).to_string();
        assert_eq!(name(&DAILY), "S:T_19700102");
        assert_eq!(name(&BY_NAMESPACE), "S_19700102:T");
        assert_eq!(name(&A), "S:FIRST");
        assert_eq!(TableRef::of(&A, day(1)).period(), None);
        assert_eq!(TableRef::of(&DAILY, day(1)).period(), day(1));
        assert!(A.dated_name().is_none() && DAILY.dated_name().is_some());
    }
}
