//! Checks names by the declared naming rules.

use std::borrow::Cow;

use hbase_model::TableName;
use hbase_model::name::{
    DatedName, NameError, NameErrorKind, NameKind, NamingRules, check_family, check_namespace,
    check_qualifier, check_table,
};
use proc_macro2::Span;

use crate::ast::{Qualifier, Spanned};
use crate::attr::ColumnAttr;
use crate::draft::{Draft, FieldDraft};
use crate::errors::Sink;

/// The error of a name's letters. The command `check` advises on the length, since a better name may be longer.
fn by_letters(checked: Result<(), NameError>) -> Option<NameError> {
    checked.err().filter(|error| !error.is_length())
}

/// The naming rules; `None` if they are set to an invalid value.
fn rules(draft: &Draft<'_>) -> Option<NamingRules> {
    let Some(naming) = draft.naming() else {
        return Some(NamingRules::Strict);
    };
    (!naming.naming.is_broken()).then(|| naming.rules())
}

pub(super) fn check_names(draft: &Draft<'_>, sink: &Sink) {
    let Some(rules) = rules(draft) else { return };
    let mut broken = Vec::new();
    if let Some(name) = draft.attrs.table.as_ref().and_then(|t| t.name.get()) {
        full_name(name, rules, &mut broken, sink);
    }
    for name in draft.indexes().iter().filter_map(|index| index.name.get()) {
        full_name(name, rules, &mut broken, sink);
    }
    let of_table = broken.iter().any(BrokenName::is_by_letters);
    families(draft, rules, &mut broken);
    columns(draft, rules, &mut broken, sink);
    if of_table && broken.iter().filter(|b| b.is_by_letters()).count() >= MANY {
        other_rules(draft, &mut broken, sink);
    }
    note(broken, "table", sink);
}

/// Checks only the columns' names, for a group.
pub(super) fn check_column_names(draft: &Draft<'_>, sink: &Sink) {
    if let Some(rules) = rules(draft) {
        let mut broken = Vec::new();
        columns(draft, rules, &mut broken, sink);
        note(broken, "columns", sink);
    }
}

/// A name that breaks a rule.
struct BrokenName {
    error: NameError,
    span: Span,
    /// The message's text before the error.
    before: &'static str,
    after: String,
}

impl BrokenName {
    fn new(error: NameError, span: Span) -> Self {
        Self {
            error,
            span,
            before: "",
            after: String::new(),
        }
    }

    /// Whether its letters break the rules, and other rules accept it.
    fn is_by_letters(&self) -> bool {
        self.error.rules == NamingRules::Strict && self.error.cause != NameErrorKind::Empty
    }
}

/// From this many names that break the strict rules, the table's own among them, one error suggests
/// other rules.
const MANY: usize = 4;

/// Reports one error instead of one for each name: the declared rules are wrong.
fn other_rules(draft: &Draft<'_>, broken: &mut Vec<BrokenName>, sink: &Sink) {
    let table = draft.attrs.table.as_ref().and_then(|t| t.name.get());
    let Some(table) = table else { return };
    let (names, rest) = std::mem::take(broken)
        .into_iter()
        .partition::<Vec<_>, _>(BrokenName::is_by_letters);
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
         capital letters, digits and `_`: to keep them as they are, use `naming = hbase` in \
         `#[table]`",
        table.value,
        listed.join(", "),
    );
    sink.at(table.span, message);
}

/// Reports each error at its name. The suggestion of other rules is made once, for all names.
fn note(broken: Vec<BrokenName>, attribute: &str, sink: &Sink) {
    let mut other_rules = Some(format!(
        "; to keep names as they are, use `naming = hbase` in `#[{attribute}]`"
    ));
    for broken in broken {
        let help = other_rules.take_if(|_| broken.is_by_letters());
        let message = format!(
            "{}{}{}{}",
            broken.before,
            broken.error,
            broken.after,
            help.unwrap_or_default()
        );
        sink.at(broken.span, message);
    }
}

/// The namespace of `HBase`'s own tables.
const SYSTEM: &str = "hbase";

fn full_name(
    name: &Spanned<String>,
    rules: NamingRules,
    broken: &mut Vec<BrokenName>,
    sink: &Sink,
) {
    let Some(full) = example(&name.value) else {
        return;
    };
    let (namespace, table) = match full.split_once(':') {
        Some((namespace, table)) => (Some(namespace), table),
        None => (None, &*full),
    };
    if namespace == Some(SYSTEM) {
        let message = "the namespace `hbase` holds HBase's own tables: choose another";
        return sink.at(name.span, message);
    }
    if let Some(namespace) = namespace.filter(|n| *n != TableName::DEFAULT_NAMESPACE) {
        let error = by_letters(check_namespace(namespace, rules, false));
        broken.extend(error.map(|error| BrokenName::new(error, name.span)));
    }
    let error = by_letters(check_table(table, rules, false));
    broken.extend(error.map(|error| BrokenName::new(error, name.span)));
}

/// The name, or with a date in it the name of one period. `None` for a date with an error, which another rule reports.
fn example(name: &str) -> Option<Cow<'_, str>> {
    let Some(dated) = DatedName::parse(name).ok()? else {
        return Some(Cow::Borrowed(name));
    };
    Some(Cow::Owned(dated.example().to_string()))
}

/// The same for a name that was checked.
pub(crate) fn example_name(name: TableName) -> Option<TableName> {
    match DatedName::parse(&name.to_string()).ok()? {
        Some(dated) => Some(dated.example()),
        None => Some(name),
    }
}

/// Checks each name once, at its first occurrence: the others must be equal to it.
fn families(draft: &Draft<'_>, rules: NamingRules, broken: &mut Vec<BrokenName>) {
    let on_fields = draft.fields.iter().filter_map(|f| f.family.as_ref());
    let attrs = draft.attrs.families.iter().chain(on_fields);
    let names: Vec<_> = attrs.filter_map(|attr| attr.name.get()).collect();
    let mut seen: Vec<&str> = Vec::new();
    for name in &names {
        if seen.contains(&name.value.as_str()) {
            continue;
        }
        seen.push(&name.value);
        let checked = by_letters(check_family(&name.value, rules, false));
        if let Some(error) = checked {
            let error = without_taken(error, names.iter().map(|n| n.value.as_str()));
            broken.push(BrokenName::new(error, name.span));
        }
    }
}

/// Drops a suggestion that another name has already, since it would be the next error.
fn without_taken<'n>(mut error: NameError, mut taken: impl Iterator<Item = &'n str>) -> NameError {
    let suggestion = error.suggestion.take();
    error.suggestion = suggestion.filter(|name| taken.all(|taken| taken != name));
    error
}

fn columns(draft: &Draft<'_>, rules: NamingRules, broken: &mut Vec<BrokenName>, sink: &Sink) {
    let taken = draft.cells().map(|field| draft.qualifier(field).value);
    let taken: Vec<_> = taken.collect();
    for field in draft.columns() {
        let found = match (field.flatten(), field.dynamic()) {
            (Some(_), _) => group_prefix(field, rules),
            (None, Some(_)) => {
                dynamic_prefix(field, rules, sink);
                None
            }
            (None, None) => qualifier(draft, field, rules),
        };
        broken.extend(found.map(|broken| BrokenName {
            error: without_taken(broken.error, taken.iter().filter_map(Qualifier::as_text)),
            ..broken
        }));
    }
}

/// Qualifiers of dynamic columns are values, to which no rule for names applies. Their prefix is a name: it may have
/// either case, and punctuation as in `m:`, because no field has its name.
fn dynamic_prefix(field: &FieldDraft<'_>, rules: NamingRules, sink: &Sink) {
    let Some(prefix) = field.prefix().filter(|_| rules == NamingRules::Strict) else {
        return;
    };
    let mut letters = prefix.value.as_bytes().iter();
    let is_name =
        letters.next().is_none_or(u8::is_ascii_alphabetic) && letters.all(u8::is_ascii_graphic);
    if !is_name {
        let message = format!(
            "the prefix `{}` of dynamic columns: a prefix has a letter first, then letters, digits and \
             punctuation of ASCII, as in `m:`; to keep it as it is, use `naming = hbase` in `#[table]`",
            prefix.value
        );
        sink.at(prefix.span, message);
    }
}

/// Checks the prefix; only the group determines the rest of the qualifier, and so its length.
fn group_prefix(field: &FieldDraft<'_>, rules: NamingRules) -> Option<BrokenName> {
    let prefix = field.prefix()?;
    let error = by_letters(check_qualifier(&prefix.value, rules, true))?;
    Some(BrokenName {
        before: "`prefix` starts qualifiers: ",
        ..BrokenName::new(error, prefix.span)
    })
}

fn qualifier(draft: &Draft<'_>, field: &FieldDraft<'_>, rules: NamingRules) -> Option<BrokenName> {
    let chosen = field.column.as_ref().is_some_and(ColumnAttr::is_renamed);
    let is_unknown = match (&field.column, chosen) {
        (Some(column), true) => column.qualifier().is_none(),
        _ => draft.naming().is_some_and(|n| n.rename_all.is_broken()),
    };
    if is_unknown {
        return None;
    }
    let name = draft.qualifier(field);
    let error = by_letters(check_qualifier(&name.value, rules, false))?;
    let better = error.suggestion.as_deref().unwrap_or("…");
    let after = format!(": name the column by `#[column(\"{better}\")]`");
    Some(BrokenName {
        after: if chosen { String::new() } else { after },
        ..BrokenName::new(error, name.span)
    })
}
