//! Checks the date in a table's name, and the field that holds it.

use hbase_model::name::DatedName;

use crate::draft::Draft;
use crate::errors::Sink;

/// A name with a date needs one field with it, and the other way round.
pub(super) fn check_dates(draft: &Draft<'_>, sink: &Sink) {
    let mut dates = draft
        .fields
        .iter()
        .filter_map(|field| Some((field, field.table_date.as_ref()?)));
    let first = dates.next();
    if let Some((first, _)) = first {
        for (_, attr) in dates {
            let message = format!(
                "a row has one `#[table_date]`, and `{}` already has it",
                first.ident
            );
            sink.at(attr.span, message);
        }
    }
    let Some(name) = draft
        .attrs
        .table
        .as_ref()
        .and_then(|table| table.name.get())
    else {
        return;
    };
    match (DatedName::parse(&name.value), first) {
        (Err(error), _) => sink.at(name.span, error),
        (Ok(Some(pattern)), None) => {
            let unit = pattern.unit();
            let message = format!(
                "`{}` has one table for each {unit}, and no field holds the {unit}: add one with `#[table_date]`, as in `#[table_date] {unit}: Timestamp`",
                name.value
            );
            sink.at(name.span, message);
        }
        (Ok(None), Some((field, attr))) => {
            let message = format!(
                "`#[table_date]` on `{}`, and the table's name `{}` contains no date: write one between braces, as in `#[table(\"{}_{{yyyyMMdd}}\")]`",
                field.ident, name.value, name.value
            );
            sink.at(attr.span, message);
        }
        (Ok(_), _) => {}
    }
}
