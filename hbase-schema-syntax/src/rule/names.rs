//! Names, by the rules that the struct chose.

use hbase_model::TableName;
use hbase_model::name::{
    NameError, NamingRules, check_family, check_namespace, check_qualifier, check_table,
};

use crate::ast::Spanned;
use crate::attr::ColumnAttr;
use crate::build::{column_name, prefix};
use crate::draft::{Draft, FieldDraft};
use crate::errors::Sink;

/// The rules, and whether lengths are free.
#[derive(Clone, Copy)]
struct Held {
    rules: NamingRules,
    any_length: bool,
}

/// None where the rules were written with a mistake: what they are is not known then.
fn held(draft: &Draft<'_>) -> Option<Held> {
    let Some(naming) = draft.attrs.naming() else {
        return Some(Held {
            rules: NamingRules::Strict,
            any_length: false,
        });
    };
    (!naming.naming.is_broken()).then(|| Held {
        rules: naming.rules(),
        any_length: naming.allowed().name_length,
    })
}

pub(super) fn check(draft: &Draft<'_>, sink: &Sink) {
    let Some(held) = held(draft) else { return };
    if let Some(name) = draft.attrs.table.as_ref().and_then(|t| t.name.get()) {
        full_name(name, held, sink);
    }
    families(draft, held, sink);
    columns(draft, held, sink);
}

/// The columns' names alone, for a group.
pub(super) fn check_columns(draft: &Draft<'_>, sink: &Sink) {
    if let Some(held) = held(draft) {
        columns(draft, held, sink);
    }
}

/// The namespace of `HBase`'s own tables.
const SYSTEM: &str = "hbase";

fn full_name(name: &Spanned<String>, held: Held, sink: &Sink) {
    let (namespace, table) = match name.value.split_once(':') {
        Some((namespace, table)) => (Some(namespace), table),
        None => (None, name.value.as_str()),
    };
    if namespace == Some(SYSTEM) {
        let message = "the namespace `hbase` holds HBase's own tables: choose another";
        return sink.at(name.span, message);
    }
    if let Some(namespace) = namespace.filter(|n| *n != TableName::DEFAULT_NAMESPACE) {
        note(
            check_namespace(namespace, held.rules, held.any_length),
            name,
            sink,
        );
    }
    note(check_table(table, held.rules, held.any_length), name, sink);
}

/// Each name once, where it is first written: the others are held against that one.
fn families(draft: &Draft<'_>, held: Held, sink: &Sink) {
    let mut seen: Vec<&str> = Vec::new();
    let on_fields = draft.fields.iter().filter_map(|f| f.family.as_ref());
    let attrs = draft.attrs.families.iter().chain(on_fields);
    for name in attrs.filter_map(|attr| attr.name.get()) {
        if !seen.contains(&name.value.as_str()) {
            seen.push(&name.value);
            note(
                check_family(&name.value, held.rules, held.any_length),
                name,
                sink,
            );
        }
    }
}

fn columns(draft: &Draft<'_>, held: Held, sink: &Sink) {
    for field in draft.columns() {
        match field.flatten() {
            Some(_) => group_prefix(field, held, sink),
            None => qualifier(draft, field, held, sink),
        }
    }
}

/// A prefix is the beginning of a qualifier; how long that becomes, only the group knows.
fn group_prefix(field: &FieldDraft<'_>, held: Held, sink: &Sink) {
    if let Some(prefix) = prefix(field)
        && let Err(error) = check_qualifier(&prefix.value, held.rules, true)
    {
        sink.at(
            prefix.span,
            format_args!("`prefix` begins qualifiers: {error}"),
        );
    }
}

fn qualifier(draft: &Draft<'_>, field: &FieldDraft<'_>, held: Held, sink: &Sink) {
    let naming = draft.attrs.naming();
    let chosen = field.column.as_ref().is_some_and(ColumnAttr::is_renamed);
    let broken = match (&field.column, chosen) {
        (Some(column), true) => column.qualifier().is_none(),
        _ => naming.is_some_and(|n| n.rename_all.is_broken()),
    };
    if broken {
        return;
    }
    let name = column_name(field, naming);
    let checked = check_qualifier(&name.value, held.rules, held.any_length);
    if chosen {
        return note(checked, &name, sink);
    }
    if let Err(error) = checked {
        let better = error.suggestion.as_deref().unwrap_or("…");
        let message = format!("{error}: name the column by `#[column(\"{better}\")]`");
        sink.at(name.span, message);
    }
}

fn note(checked: Result<(), NameError>, name: &Spanned<String>, sink: &Sink) {
    if let Err(error) = checked {
        sink.at(name.span, error);
    }
}
