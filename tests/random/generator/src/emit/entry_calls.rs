//! The source of entries in rows, and of calls on them.

use crate::ops::{ENTRY_FIELDS, EntryCall, EntryQuery, EntryValues, Row};
use crate::spec::{Items, Table};
use crate::value::Value;

use super::literal::bound;

impl Items {
    /// The type of an entry.
    pub(super) fn rust(self) -> &'static str {
        match self {
            Self::Json | Self::JsonColumn => "Letter",
            Self::With => "Memo",
        }
    }
}

/// The constant that names the entries and their index.
pub(super) fn constant(table: &Table) -> String {
    let Some((_, items)) = table.entries() else {
        return String::new();
    };
    let codec = match items {
        Items::JsonColumn => "Json",
        Items::Json | Items::With => "NativeCodec",
    };
    format!(
        "\nimpl {} {{\n    pub const ALL_ITEMS: hbase_schema::row_index::IndexedEntries<Self, {}, hbase_schema::cell::{codec}> =\n        \
         hbase_schema::row_index::IndexedEntries::new(Self::ITEMS, Self::ITEM_INDEX);\n}}\n",
        table.name(),
        items.rust()
    )
}

/// The calls on entries in a table's program.
pub(super) fn program(table: &Table) -> String {
    if table.entries().is_none() {
        return String::new();
    }
    "    fn entries<'c>(db: &'c Connection, key: &'c Self::Key, call: &'c EntryCall) -> Boxed<'c, Outcome> {\n        \
     entries(move || db.entries(key, Self::ALL_ITEMS), call)\n    }\n"
        .to_owned()
}

impl Table {
    /// The source of a call on entries.
    pub(super) fn entry_call(&self, key: &Row, call: &EntryCall) -> String {
        let items = self.entries().map_or(Items::Json, |(_, items)| items);
        let literal = |entry: &Value| entry_literal(items, entry);
        let query = |query: &EntryQuery| query_source(items, query);
        let call = match call {
            EntryCall::Put(entry) => format!(".put(&{})", literal(entry)),
            EntryCall::Delete(entry) => format!(".delete(&{})", literal(entry)),
            EntryCall::DeleteId(entry) => {
                format!(".delete_id(/* the MD5 of */ {})", literal(entry))
            }
            EntryCall::Get(entry) => format!(".get(/* the MD5 of */ {})", literal(entry)),
            EntryCall::Stream(of) => format!("{}.stream().collect::<Vec<_>>()", query(of)),
            EntryCall::Pages(of, size) => format!("{}.page({size})", query(of)),
            EntryCall::Verify => ".verify()".to_owned(),
        };
        format!(
            "db.entries(&{}, {}::ALL_ITEMS){call}.await",
            self.key_literal(key),
            self.name()
        )
    }
}

fn query_source(items: Items, query: &EntryQuery) -> String {
    let literal = |value: &Value| field_literal(query.by, value);
    let values = match &query.select {
        EntryValues::Equal(value) => format!("equal({})", literal(value)),
        EntryValues::Range(low, high) => {
            format!("range(({}, {}))", bound(low, literal), bound(high, literal))
        }
        EntryValues::Prefix(prefix) => format!("prefix({prefix:?})"),
        EntryValues::All => "all()".to_owned(),
    };
    let limit = query.limit.map(|limit| format!(".limit({limit})"));
    let field = ENTRY_FIELDS[query.by].to_ascii_uppercase();
    format!(
        ".by({}::{field}).{values}{}",
        items.rust(),
        limit.unwrap_or_default()
    )
}

fn field_literal(at: usize, value: &Value) -> String {
    match (at, value) {
        (0, Value::Text(text)) => format!("String::from({text:?})"),
        (3, value) => format!("Hexed({value})"),
        (_, value) => value.to_string(),
    }
}

fn entry_literal(items: Items, entry: &Value) -> String {
    let Value::Group(values) = entry else {
        return String::new();
    };
    let fields = ENTRY_FIELDS.iter().zip(values).enumerate();
    let fields = fields.map(|(at, (name, value))| format!("{name}: {}", field_literal(at, value)));
    format!(
        "{} {{ {} }}",
        items.rust(),
        fields.collect::<Vec<_>>().join(", ")
    )
}
