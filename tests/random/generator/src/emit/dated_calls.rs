//! The source of calls on tables by date.

use crate::ops::{DatedCall, Dates};
use crate::spec::Table;
use crate::value::Value;

impl Table {
    /// The statements that create the table, or the first tables by date.
    pub(super) fn creation(&self) -> String {
        let name = self.name();
        if self.has_index() {
            return format!(
                "    // Give `db` clocks that do not wait, or a short `write_limit`, by `index_settings`.\n    db.create_table::<{name}>().await.unwrap();\n"
            );
        }
        if self.unit().is_none() {
            return format!("    db.create_table::<{name}>().await.unwrap();\n");
        }
        let periods = self.first_periods().into_iter().map(Value::Time);
        periods
            .map(|period| format!("    db.dated::<{name}>().create({period}).await.unwrap();\n"))
            .collect()
    }

    /// The source of a call on the tables.
    pub(super) fn dated_call(&self, call: &DatedCall) -> String {
        let call = match call {
            DatedCall::Create(dates) => format!("create({})", dates.source()),
            DatedCall::Drop(dates) => format!("drop_tables({})", dates.source()),
            DatedCall::Truncate(dates) => format!("truncate({})", dates.source()),
            DatedCall::List => "list()".to_owned(),
            DatedCall::Recompute(date, rows) => {
                let rows: Vec<_> = rows.iter().map(|row| self.row_literal(row)).collect();
                let date = Value::Time(*date);
                format!(
                    "grace(std::time::Duration::ZERO).recompute(&{date}, [{}])",
                    rows.join(", ")
                )
            }
        };
        format!("db.dated::<{}>().{call}.await", self.name())
    }
}

impl Dates {
    /// The source.
    pub(super) fn source(self) -> String {
        let time = |ms| Value::Time(ms).to_string();
        match self {
            Self::One(date) => time(date),
            Self::All => "..".to_owned(),
            Self::From(from) => format!("{}..", time(from)),
            Self::To(to) => format!("..{}", time(to)),
            Self::Within(from, to) => format!("{}..{}", time(from), time(to)),
            Self::Through(from, to) => format!("{}..={}", time(from), time(to)),
        }
    }
}
