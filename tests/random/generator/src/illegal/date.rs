//! Rules of dates in names of tables.

use super::rules;
use super::when::{has_dynamic_counters, has_no_version, has_one_family, name};
use crate::spec::{Table, Unit};

fn attribute(table: &Table) -> Option<String> {
    table.unit().map(|_| "#[table_date]".to_owned())
}

/// Whether a further part would be legal: each part has an end.
fn may_have_part(table: &Table) -> bool {
    let key = &table.key;
    key.separator.is_some() && key.parts.iter().all(|part| !part.unseparated)
}

fn dated_name(table: &Table) -> Option<String> {
    table.unit().map(|_| name(table))
}

rules! {
    Field |table| !table.has_index() && table.unit().is_none(), "#[table_date] pub period: Timestamp," => "`#[table_date]` on `period`, and the table's name";
    Field |table| table.unit().is_some(), "#[table_date] pub second_period: Timestamp," => "a row has one `#[table_date]`";
    Replace |table| attribute(table).filter(|_| has_one_family(table) && table.unit() == Some(Unit::Day)), "" => "has one table for each day, and no field holds the day";
    Replace attribute, "#[table_date(day)]" => "`#[table_date]` takes no options";
    Replace attribute, "#[table_date] #[column]" => "the date is in the table's name, not in a cell";
    Replace |table| attribute(table).filter(|_| table.stamp().is_none() && !has_dynamic_counters(table) && has_no_version(table)), "#[table_date] #[timestamp]" => "the date is in the table's name, not in the cells";
    Replace |table| attribute(table).filter(|_| may_have_part(table)), "#[table_date] #[rowkey]" => "the date is in the table's name, not in the key's bytes";
    Replace attribute, "#[table_date] #[family(\"D1\")]" => "the date in the table's name is in no family";
    Replace dated_name, "\"RANDOM:TABLE_{yyyy\"" => "with an unpaired brace";
    Replace dated_name, "\"RANDOM:TABLE_{yy}\"" => "found `{yy}`, expected letters of a date";
}
