//! Names, by the rules that the struct chose.

use hbase_model::TableName;
use hbase_model::name::{
    NameError, NameErrorKind, NameKind, NamingRules, check_family, check_namespace,
    check_qualifier, check_table,
};
use proc_macro2::Span;

use crate::ast::{Allow, Spanned};
use crate::attr::ColumnAttr;
use crate::build::{column_name, prefix};
use crate::draft::{Draft, FieldDraft};
use crate::errors::Sink;

/// The rules, and what was allowed.
#[derive(Clone, Copy)]
struct Held {
    rules: NamingRules,
    allow: Allow,
}

/// None where the rules were written with a mistake: what they are is not known then.
fn held(draft: &Draft<'_>) -> Option<Held> {
    let Some(naming) = draft.attrs.naming() else {
        return Some(Held {
            rules: NamingRules::Strict,
            allow: Allow::default(),
        });
    };
    (!naming.naming.is_broken()).then(|| Held {
        rules: naming.rules(),
        allow: naming.allowed(),
    })
}

pub(super) fn check(draft: &Draft<'_>, sink: &Sink) {
    let Some(held) = held(draft) else { return };
    let mut broken = Vec::new();
    if let Some(name) = draft.attrs.table.as_ref().and_then(|t| t.name.get()) {
        full_name(name, held, &mut broken, sink);
    }
    let of_table = broken.iter().any(Broken::is_by_letters);
    families(draft, held, &mut broken);
    columns(draft, held, &mut broken);
    if of_table && broken.iter().filter(|b| b.is_by_letters()).count() >= MANY {
        other_rules(draft, &mut broken, sink);
    }
    note(broken, "table", sink);
}

/// The columns' names alone, for a group.
pub(super) fn check_columns(draft: &Draft<'_>, sink: &Sink) {
    if let Some(held) = held(draft) {
        let mut broken = Vec::new();
        columns(draft, held, &mut broken);
        note(broken, "columns", sink);
    }
}

/// A name that breaks a rule.
struct Broken {
    error: NameError,
    span: Span,
    /// What stands around the error in the message.
    before: &'static str,
    after: String,
}

impl Broken {
    fn new(error: NameError, span: Span) -> Self {
        Self {
            error,
            span,
            before: "",
            after: String::new(),
        }
    }

    /// Whether its letters are wrong, which other rules take, and not its length.
    fn is_by_letters(&self) -> bool {
        self.error.rules == NamingRules::Strict
            && !self.error.is_length()
            && self.error.cause != NameErrorKind::Empty
    }
}

/// So many names that break the strict rules, the table's own among them, follow other rules.
const MANY: usize = 4;

/// One message in place of one for each name: what is wrong is the choice of the rules.
fn other_rules(draft: &Draft<'_>, broken: &mut Vec<Broken>, sink: &Sink) {
    let table = draft.attrs.table.as_ref().and_then(|t| t.name.get());
    let Some(table) = table else { return };
    let (names, rest) = std::mem::take(broken)
        .into_iter()
        .partition::<Vec<_>, _>(Broken::is_by_letters);
    *broken = rest;
    let others = names
        .iter()
        .filter(|b| !matches!(b.error.kind, NameKind::Namespace | NameKind::Table));
    let mut listed: Vec<String> = others.map(|b| format!("`{}`", b.error.name)).collect();
    let count = listed.len();
    listed.truncate(5);
    let more = if count > listed.len() { ", …" } else { "" };
    let message = format!(
        "`{}` and {count} other names ({}{more}) break the strict rules for names, which take \
         capital letters, digits and `_`: to keep them as they are, say `naming = hbase` in \
         `#[table]`",
        table.value,
        listed.join(", "),
    );
    sink.at(table.span, message);
}

/// Each mistake at its name. The other rules are named once: they are for all names.
fn note(broken: Vec<Broken>, attribute: &str, sink: &Sink) {
    let mut other_rules = Some(format!(
        "; to keep names as they are, say `naming = hbase` in `#[{attribute}]`"
    ));
    for broken in broken {
        let way_out = other_rules.take_if(|_| broken.is_by_letters());
        let message = format!(
            "{}{}{}{}",
            broken.before,
            broken.error,
            broken.after,
            way_out.unwrap_or_default()
        );
        sink.at(broken.span, message);
    }
}

/// The namespace of `HBase`'s own tables.
const SYSTEM: &str = "hbase";

fn full_name(name: &Spanned<String>, held: Held, broken: &mut Vec<Broken>, sink: &Sink) {
    let (namespace, table) = match name.value.split_once(':') {
        Some((namespace, table)) => (Some(namespace), table),
        None => (None, name.value.as_str()),
    };
    if namespace == Some(SYSTEM) {
        let message = "the namespace `hbase` holds HBase's own tables: choose another";
        return sink.at(name.span, message);
    }
    let any_length = held.allow.name_length;
    if let Some(namespace) = namespace.filter(|n| *n != TableName::DEFAULT_NAMESPACE) {
        let checked = check_namespace(namespace, held.rules, any_length);
        broken.extend(checked.err().map(|error| Broken::new(error, name.span)));
    }
    let checked = check_table(table, held.rules, any_length);
    broken.extend(checked.err().map(|error| Broken::new(error, name.span)));
}

/// Each name once, where it is first written: the others are held against that one.
fn families(draft: &Draft<'_>, held: Held, broken: &mut Vec<Broken>) {
    let on_fields = draft.fields.iter().filter_map(|f| f.family.as_ref());
    let attrs = draft.attrs.families.iter().chain(on_fields);
    let names: Vec<_> = attrs.filter_map(|attr| attr.name.get()).collect();
    let mut seen: Vec<&str> = Vec::new();
    for name in &names {
        if seen.contains(&name.value.as_str()) {
            continue;
        }
        seen.push(&name.value);
        let checked = check_family(&name.value, held.rules, held.allow.family_length);
        if let Err(error) = checked {
            let error = without_taken(error, names.iter().map(|n| n.value.as_str()));
            broken.push(Broken::new(error, name.span));
        }
    }
}

/// A suggestion that another name is already would be the next mistake.
fn without_taken<'n>(mut error: NameError, mut taken: impl Iterator<Item = &'n str>) -> NameError {
    let suggestion = error.suggestion.take();
    error.suggestion = suggestion.filter(|name| taken.all(|taken| taken != name));
    error
}

fn columns(draft: &Draft<'_>, held: Held, broken: &mut Vec<Broken>) {
    let naming = draft.attrs.naming();
    let single = draft.columns().filter(|field| field.flatten().is_none());
    let taken: Vec<_> = single
        .map(|field| column_name(field, naming).value)
        .collect();
    for field in draft.columns() {
        let found = match field.flatten() {
            Some(_) => group_prefix(field, held),
            None => qualifier(draft, field, held),
        };
        broken.extend(found.map(|broken| Broken {
            error: without_taken(broken.error, taken.iter().map(String::as_str)),
            ..broken
        }));
    }
}

/// A prefix is the beginning of a qualifier; how long that becomes, only the group knows.
fn group_prefix(field: &FieldDraft<'_>, held: Held) -> Option<Broken> {
    let prefix = prefix(field)?;
    let error = check_qualifier(&prefix.value, held.rules, true).err()?;
    Some(Broken {
        before: "`prefix` begins qualifiers: ",
        ..Broken::new(error, prefix.span)
    })
}

fn qualifier(draft: &Draft<'_>, field: &FieldDraft<'_>, held: Held) -> Option<Broken> {
    let naming = draft.attrs.naming();
    let chosen = field.column.as_ref().is_some_and(ColumnAttr::is_renamed);
    let is_lost = match (&field.column, chosen) {
        (Some(column), true) => column.qualifier().is_none(),
        _ => naming.is_some_and(|n| n.rename_all.is_broken()),
    };
    if is_lost {
        return None;
    }
    let name = column_name(field, naming);
    let error = check_qualifier(&name.value, held.rules, held.allow.qualifier_length).err()?;
    let better = error.suggestion.as_deref().unwrap_or("…");
    let after = format!(": name the column by `#[column(\"{better}\")]`");
    Some(Broken {
        after: if chosen { String::new() } else { after },
        ..Broken::new(error, name.span)
    })
}
