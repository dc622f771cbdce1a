//! Valid tables, and the results of parsing them: `tests/good/`.

use std::fmt::Write;

use hbase_model::Ttl;
use hbase_model::layout::separator::quoted;
use hbase_schema_syntax::ast::{
    Codec, Column, ColumnKind, DefaultValue, Index, IndexedField, Part, PartEncoding, Table,
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
    add(part.omit_none.is_some(), "omit_none".into());
    if let Some(separator) = &part.separator {
        add(part.terminator.is_some(), "terminator".into());
        add(true, quoted(separator));
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
            kind,
            newest_first,
            offset_s,
            truncate,
            align_ms,
        } => format!(
            "time {kind:?} newest_first={} offset={:?} truncate={} align={:?}",
            newest_first.is_some(),
            offset_s.as_ref().map(|o| o.value),
            truncate.is_some(),
            align_ms.as_ref().map(|align| align.value)
        ),
        PartEncoding::TimeOfDay {
            minutes, truncate, ..
        } => {
            format!(
                "time_of_day minutes={minutes} truncate={}",
                truncate.is_some()
            )
        }
        PartEncoding::Escape(replacements) => {
            let pairs = replacements
                .iter()
                .map(|one| format!(" {:?}={:?}", one.from, one.to));
            format!("escape{}", pairs.collect::<String>())
        }
        PartEncoding::Labels(separator) => format!("labels {:?}", char::from(separator.value)),
        PartEncoding::List { sorted } => format!("list sorted={sorted}"),
        PartEncoding::Length(length) => format!("length {}", length.name()),
        PartEncoding::Custom(path) => format!("custom {}", path.to_token_stream()),
    }
}

/// The columns.
fn columns(table: &Table<'_>) -> Vec<String> {
    table.columns.iter().map(column).collect()
}

fn column(column: &Column<'_>) -> String {
    let family = &column.family;
    match &column.kind {
        ColumnKind::Flatten { prefix, .. } => format!("{family}:{prefix}*"),
        ColumnKind::Dynamic(dynamic) => {
            let (prefix, limit) = (&dynamic.prefix, dynamic.limit);
            let since = dynamic
                .since
                .as_ref()
                .map(|since| format!(", since {} in {} ms", since.part.value, since.unit_ms));
            let since = since.unwrap_or_default();
            let codec = codec(&dynamic.codec);
            format!("{family}:{prefix:?} dynamic, up to {limit}{codec}{since}")
        }
        ColumnKind::Cell(cell) => {
            let codec = codec(&cell.codec);
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

fn codec(codec: &Codec) -> String {
    match codec {
        Codec::Native => String::new(),
        Codec::Text(_) => " text".into(),
        Codec::JavaText(_) => " java_text".into(),
        Codec::Json(_) => " json".into(),
        Codec::Part(part) => {
            let flags = [(part.desc, " desc"), (part.reverse, " reverse")];
            let flags = flags.iter().filter(|(is_set, _)| is_set.is_some());
            let flags: String = flags.map(|(_, name)| *name).collect();
            format!(" part {}{flags}", encoding(&part.encoding))
        }
        Codec::With(path) => format!(" with {}", path.to_token_stream()),
        Codec::WithName(path) => format!(" with_name {}", path.to_token_stream()),
    }
}

/// The table's declared attributes.
fn table_line(table: &Table<'_>) -> String {
    let descriptor = &table.descriptor;
    let families = descriptor.families.iter().map(|f| said(&format!("{f:?}")));
    let families: Vec<String> = families.collect();
    let own = hbase_model::TableDescriptor {
        families: [].as_slice().into(),
        ..descriptor.clone()
    };
    format!("{} / {}", said(&format!("{own:?}")), families.join(" / "))
}

/// A printed struct without undeclared members.
fn said(printed: &str) -> String {
    let fields = printed.split(", ").filter(|field| {
        let unsaid = field.contains(": None") || field.contains(": []");
        !unsaid || field.contains('{')
    });
    let fields = fields.collect::<Vec<_>>().join(", ");
    let start = fields.find("name: ").unwrap();
    String::from(fields[start..].trim_end_matches(" }"))
}

fn rest(table: &Table<'_>) -> String {
    let mut line = String::new();
    for skipped in &table.skipped {
        let by = match &skipped.default {
            DefaultValue::Trait(_) => String::new(),
            DefaultValue::Function(path) => format!(" by {}", path.to_token_stream()),
        };
        write!(line, "\nskipped: {}{by}", skipped.ident).unwrap();
    }
    for index in &table.indexes {
        write!(line, "\n{}", self::index(table, index)).unwrap();
    }
    if let Some(timestamp) = &table.timestamp {
        write!(line, "\ntimestamp: {}", timestamp.ident).unwrap();
        if let Some(period) = timestamp.period {
            write!(line, " {}", period.name()).unwrap();
        }
    }
    if let Some(path) = &table.crate_path {
        write!(line, "\ncrate: {}", path.to_token_stream()).unwrap();
    }
    if !table.key.derives.is_empty() {
        let derives = table
            .key
            .derives
            .iter()
            .map(|p| p.to_token_stream().to_string());
        write!(line, "\nderives: {}", derives.collect::<Vec<_>>().join(" ")).unwrap();
    }
    line
}

fn index(table: &Table<'_>, index: &Index) -> String {
    let fields = index.fields(table).map(|(field, desc)| {
        let kind = match field {
            IndexedField::Column(..) => "",
            IndexedField::Part(..) => "key part ",
        };
        let order = desc.map_or("", |_| " desc");
        format!("{kind}{}{order}", field.ident())
    });
    let fields = fields.collect::<Vec<_>>().join(", ");
    let (ttl, splits) = (index.ttl.map(Ttl::as_secs), &index.splits.value);
    let buckets = index.buckets.map(|buckets| format!(", {buckets} buckets"));
    format!(
        "{}: {} of {fields}, ttl {ttl:?}, splits {splits:?}{}",
        index.token,
        index.table,
        buckets.unwrap_or_default()
    )
}

fn described(source: &str) -> String {
    table(source, |table| {
        format!(
            "{}\nkey: {}\n{}{}",
            table_line(table),
            key(table),
            columns(table).join("\n"),
            rest(table)
        )
    })
}

#[test]
fn every_right_table_is_read_as_it_is_meant() {
    crate::cases::check("tests/good", described);
}

#[test]
fn a_group_of_columns_is_read() {
    let input = crate::support::input(
        "#[columns(rename_all = \"camelCase\", naming = hbase, crate = my::hbase)] struct Address<'a> {
            street_name: &'a str, #[column(\"zip\", text)] zip: u32, #[column(skip)] cache: u8 }",
    );
    let group = hbase_schema_syntax::parse_columns(&input).unwrap();
    let columns: Vec<String> = group.columns.iter().map(column).collect();
    assert_eq!(columns, [":streetName STREET_NAME", ":zip ZIP text"]);
    assert_eq!(group.skipped.len(), 1);
    assert!(group.crate_path.is_some());
}

/// The command advises on the length; a self-explanatory name may be longer.
#[test]
fn names_have_any_length() {
    let table = "#[table(\"DL:T_ELECTRIC_GATHER\")] #[family(\"INFORMATION\")] struct Gather { \
        #[rowkey] id: u64, a_very_long_column_name: u32, \
        #[column(dynamic, prefix = \"m:\")] more: Dynamic<String, u32> }";
    let table = syn::parse_str(table).unwrap();
    let table = hbase_schema_syntax::parse_table(&table).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(table.descriptor.name.to_string(), "DL:T_ELECTRIC_GATHER");
}
