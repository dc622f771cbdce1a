//! The statements that describe, count and read a selection.

use std::fmt::Write as _;

use super::order::Order;
use super::{Database, DatabaseColumn, OrderColumn, OrderValue, Selection, Statement};

/// Writes statements for one selection.
pub(super) struct Writer<'a> {
    pub(super) database: &'a dyn Database,
    pub(super) selection: &'a Selection,
    pub(super) columns: &'a [DatabaseColumn],
}

/// Selects rows by a row's values of the order.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Behind,
    UpTo,
}

impl Writer<'_> {
    /// All rows, in the order if it is known, after the position if one is given.
    pub(super) fn rows(&self, order: Option<&Order>, after: &[OrderValue]) -> Statement {
        let columns = self.columns.iter().map(|column| {
            let quoted = self.quoted(&column.name);
            let selected = self.database.selected(column, &quoted);
            format!("{selected} AS {}", self.database.quote(&column.name))
        });
        let columns = columns.collect::<Vec<_>>().join(", ");
        let from = self.selection.from(self.database);
        let mut statement = without_values(format!("SELECT {columns} FROM {from}"));
        let Some(order) = order else { return statement };
        if !after.is_empty() {
            statement.sql += " WHERE ";
            self.compare(order, after, Side::Behind, &mut statement);
        }
        let _ = write!(statement.sql, " ORDER BY {}", self.list(order));
        statement
    }

    /// The number of rows up to a position.
    pub(super) fn count_up_to(&self, order: &Order, after: &[OrderValue]) -> Statement {
        let from = self.selection.from(self.database);
        let mut statement = without_values(format!("SELECT COUNT(*) FROM {from} WHERE "));
        self.compare(order, after, Side::UpTo, &mut statement);
        statement
    }

    /// The number of rows with NULL in one of the order's columns.
    pub(super) fn count_nulls(&self, order: &Order) -> Statement {
        let from = self.selection.from(self.database);
        let columns = order.columns.iter();
        let nulls = columns.map(|(_, column)| format!("{} IS NULL", self.quoted(&column.name)));
        let nulls = nulls.collect::<Vec<_>>().join(" OR ");
        without_values(format!("SELECT COUNT(*) FROM {from} WHERE {nulls}"))
    }

    /// The number of values of the order that several rows have.
    pub(super) fn count_repeats(&self, order: &Order) -> Statement {
        let from = self.selection.from(self.database);
        let list = self.list(order);
        without_values(format!(
            "SELECT COUNT(*) FROM (SELECT COUNT(*) AS n FROM {from} GROUP BY {list} HAVING COUNT(*) > 1) r"
        ))
    }

    fn list(&self, order: &Order) -> String {
        let columns = order.columns.iter();
        let columns = columns.map(|(column, ordered)| self.ordered(*column, ordered));
        columns.collect::<Vec<_>>().join(", ")
    }

    fn ordered(&self, column: usize, ordered: &OrderColumn) -> String {
        let quoted = self.quoted(&ordered.name);
        match self.selection {
            Selection::Table(_) => self.database.ordered(ordered, &quoted),
            Selection::Query(_) => {
                let column = &self.columns[column];
                self.database.ordered_in_query(column, ordered, &quoted)
            }
        }
    }

    /// With the alias: the name alone may mean a converted column.
    fn quoted(&self, name: &str) -> String {
        format!("q.{}", self.database.quote(name))
    }

    /// `a >= ? AND (a > ? OR (b > ?))`: any database can use an index of `a` for the first term.
    fn compare(&self, order: &Order, after: &[OrderValue], side: Side, statement: &mut Statement) {
        let sign = if side == Side::Behind { '>' } else { '<' };
        let last = order.columns.len().saturating_sub(1);
        for (at, ((column, ordered), value)) in order.columns.iter().zip(after).enumerate() {
            let left = self.ordered(*column, ordered);
            let right = |statement: &mut Statement| {
                statement.values.push(value.clone());
                let number = statement.values.len();
                let column = &self.columns[*column];
                self.database.placeholder(number, column, value)
            };
            let or_equal = if side == Side::UpTo || at < last {
                "="
            } else {
                ""
            };
            let placeholder = right(statement);
            let _ = write!(statement.sql, "{left} {sign}{or_equal} {placeholder}");
            if at < last {
                let placeholder = right(statement);
                let _ = write!(statement.sql, " AND ({left} {sign} {placeholder} OR (");
            }
        }
        statement.sql += &"))".repeat(last);
    }
}

const fn without_values(sql: String) -> Statement {
    Statement {
        sql,
        values: Vec::new(),
    }
}
