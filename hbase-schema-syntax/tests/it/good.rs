//! Tables that are right, and what is read from them.

use std::fmt::Write;

use hbase_schema_syntax::ast::{
    Codec, Column, ColumnKind, DefaultValue, Part, PartEncoding, Table,
};
use quote::ToTokens;

use crate::support::table;

/// The key in one line.
fn key(table: &Table<'_>) -> String {
    let mut line = String::new();
    if let Some(salt) = &table.key.salt {
        write!(line, "{:?} | ", salt.value).unwrap();
    }
    let parts: Vec<String> = table.key.parts.iter().map(part).collect();
    line + &parts.join(" | ")
}

fn part(part: &Part<'_>) -> String {
    let mut line = format!("{}: {}", part.ident, encoding(&part.encoding));
    let mut add = |said: bool, what: String| {
        if said {
            write!(line, " {what}").unwrap();
        }
    };
    add(part.desc.is_some(), "desc".into());
    add(part.reverse.is_some(), "reverse".into());
    if let Some(separator) = &part.separator {
        add(true, format!("{separator:?}"));
    }
    if let Some(salt) = &part.salt {
        add(true, format!("{:?}", salt.value));
    }
    line
}

fn encoding(encoding: &PartEncoding) -> String {
    match encoding {
        PartEncoding::Native => "native".into(),
        PartEncoding::Fixed { width, pad } => {
            let pad = pad
                .as_ref()
                .map_or_else(String::new, |p| format!(" {:?}", p.value));
            format!("fixed {}{pad}", width.value)
        }
        PartEncoding::Text(_) => "text".into(),
        PartEncoding::Java(_) => "java".into(),
        PartEncoding::Ordered(_) => "ordered".into(),
        PartEncoding::Time {
            width,
            newest_first,
            offset_s,
            truncate,
        } => format!(
            "time {:?} newest_first={} offset={:?} truncate={}",
            width.as_ref().map(|w| w.value),
            newest_first.is_some(),
            offset_s.as_ref().map(|o| o.value),
            truncate.is_some()
        ),
        PartEncoding::TimeOfDay {
            minutes, truncate, ..
        } => {
            format!(
                "time_of_day minutes={minutes} truncate={}",
                truncate.is_some()
            )
        }
        PartEncoding::Custom(path) => format!("custom {}", path.to_token_stream()),
    }
}

/// The columns, one a line.
fn columns(table: &Table<'_>) -> Vec<String> {
    table.columns.iter().map(column).collect()
}

fn column(column: &Column<'_>) -> String {
    let family = &column.family;
    match &column.kind {
        ColumnKind::Flatten { prefix, .. } => format!("{family}:{prefix}*"),
        ColumnKind::Cell(cell) => {
            let codec = match &cell.codec {
                Codec::Native => String::new(),
                Codec::Text(_) => " text".into(),
                Codec::Json(_) => " json".into(),
                Codec::With(path) => format!(" with {}", path.to_token_stream()),
            };
            let default = match &cell.default {
                None => String::new(),
                Some(DefaultValue::Trait(_)) => " default".into(),
                Some(DefaultValue::Function(path)) => {
                    format!(" default {}", path.to_token_stream())
                }
            };
            let counter = if cell.counter.is_some() {
                " counter"
            } else {
                ""
            };
            format!(
                "{family}:{} {}{codec}{default}{counter}",
                cell.qualifier.value, cell.token
            )
        }
    }
}

/// One part after `#[rowkey…]`, in a table that is otherwise plain.
fn key_of(on_struct: &str, parts: &str) -> String {
    let source = format!(
        "#[table(\"DLQX:CALL_RECORD\")] {on_struct} #[family(\"D1\")] struct Call {{ {parts} v: u32 }}"
    );
    table(&source, key)
}

#[test]
fn the_first_form_compiles_as_it_stands() {
    let source = "#[table(\"DLQX:CALL_RECORD\")] struct Call {
        #[rowkey(salt, fixed = 14, reverse_ts)] #[family(\"D1\")] at: Timestamp, v: u32 }";
    assert_eq!(
        table(source, key),
        "Buckets { count: 16, text: false } | \
         at: time Some(14) newest_first=true offset=None truncate=false Whole"
    );
    assert_eq!(table(source, columns), ["D1:V V"]);
}

#[test]
fn the_key_of_call_records() {
    let got = key_of(
        "#[rowkey(salt = region_number(6), separator = \"_\")]",
        "#[rowkey(salt = last(4), fixed = 11)] phone: String,
         #[rowkey(salt = format(\"yyyyMM\"), fixed = 14)] at: Timestamp,",
    );
    assert_eq!(
        got,
        "RegionNumber { regions: 6, width: 1 } | \
         phone: fixed 11 \"_\" Last(4) | at: fixed 14 Format(\"yyyyMM\")"
    );
}
