//! The names of an index's table and token.

use hbase_model::TableName;
use hbase_model::name::DatedName;

use crate::draft::{Draft, FieldDraft, IndexDraft};
use crate::errors::Sink;

pub(super) fn has_name(draft: &Draft<'_>, index: &IndexDraft<'_, '_>, sink: &Sink) {
    match index.name.get() {
        Some(name) => {
            if let Ok(Some(_)) | Err(_) = DatedName::parse(&name.value) {
                let message =
                    "the name of an index's table contains no date: an index is for one table";
                sink.at(name.span, message);
            }
        }
        None if !index.name.is_set() => {
            let table = draft.attrs.table.as_ref().and_then(|t| t.name.get());
            let namespace = table.and_then(|name| name.value.split_once(':'));
            let namespace = namespace.map_or("NAMESPACE", |(namespace, _)| namespace);
            let message = format!(
                "`#[index]` names no table: write the name of the index's own table, such as that of the rows \
                 with the indexed field, as in `#[index(\"{namespace}:MAIL_BY_SENDER\")]`"
            );
            sink.at(index.span, message);
        }
        None => {}
    }
}

/// The index's table is neither the rows' nor the states' nor another index's.
pub(super) fn tables_differ(draft: &Draft<'_>, indexes: &[IndexDraft<'_, '_>], sink: &Sink) {
    let table = draft.attrs.table.as_ref().and_then(|t| t.name.get());
    let parsed = |name: &str| TableName::parse(name).ok();
    let Some(table) = table.and_then(|name| parsed(&name.value)) else {
        return;
    };
    let mut taken = vec![
        (table.index_states(), "the table of the indexes' states"),
        (table, "the table itself"),
    ];
    for index in indexes {
        let Some(name) = index.name.get() else {
            continue;
        };
        let Some(own) = parsed(&name.value) else {
            continue;
        };
        if let Some((_, whose)) = taken.iter().find(|(other, _)| *other == own) {
            let message = format!("`{}` is {whose}: each index has its own table", name.value);
            sink.at(name.span, message);
        }
        taken.push((own, "the table of another index"));
    }
}

pub(super) fn tokens_are_free(draft: &Draft<'_>, indexes: &[IndexDraft<'_, '_>], sink: &Sink) {
    let mut seen: Vec<(String, &IndexDraft<'_, '_>)> = Vec::new();
    for index in indexes {
        let Some(token) = index.token().map(|token| token.to_string()) else {
            continue;
        };
        let mut columns = draft.with_tokens();
        if let Some(other) = columns.find(|other| other.token().is_some_and(|t| t == token)) {
            column_has_it(index, &token, other, sink);
        } else if let Some((_, other)) = seen.iter().find(|(taken, _)| *taken == token) {
            index_has_it(index, &token, other, sink);
        }
        seen.push((token, index));
    }
}

fn column_has_it(index: &IndexDraft<'_, '_>, token: &str, other: &FieldDraft<'_>, sink: &Sink) {
    let (fields, other) = (written(index), other.ident);
    let message = format!(
        "the index of {fields} and the column `{other}` would both be the constant `{token}`: rename one field and choose its column by `#[column(\"…\")]`"
    );
    sink.at(index.span, message);
}

fn index_has_it(index: &IndexDraft<'_, '_>, token: &str, other: &IndexDraft<'_, '_>, sink: &Sink) {
    let (fields, others) = (written(index), written(other));
    let message = if fields == others {
        format!("a second index of {fields}, in this order: leave one out")
    } else if names(index).eq(names(other)) {
        format!(
            "the indexes of {others} and of {fields} would both be the constant `{token}`: leave one out, or list their fields in another order"
        )
    } else {
        format!(
            "the indexes of {others} and of {fields} would both be the constant `{token}`: rename one field and choose its column by `#[column(\"…\")]`"
        )
    };
    sink.at(index.span, message);
}

/// The names of the fields.
fn names<'i>(index: &'i IndexDraft<'_, '_>) -> impl Iterator<Item = &'i str> {
    index.fields.iter().map(|named| named.name.value.as_str())
}

/// The fields, in a message.
fn written(index: &IndexDraft<'_, '_>) -> String {
    let fields = index.fields.iter().map(|named| {
        let name = &named.name.value;
        if named.desc.is_some() {
            format!("`desc({name})`")
        } else {
            format!("`{name}`")
        }
    });
    fields.collect::<Vec<_>>().join(", ")
}
