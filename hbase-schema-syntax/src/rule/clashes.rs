//! Rejects names that collide with each other, or with generated ones.

use hbase_model::name::upper_snake;
use syn::Ident;
use syn::ext::IdentExt;

use crate::ast::Qualifier;
use crate::attr::ColumnAttr;
use crate::draft::{Draft, FieldDraft};
use crate::errors::Sink;
use crate::read::Slot;
use crate::tokens::GENERATED;

/// Methods of the scan builder in addition to those of the key parts.
const METHODS: [&str; 5] = ["all", "any_salt", "into_ranges", "ranges", "salted_by"];

pub(super) fn check_part_name(field: &FieldDraft<'_>, sink: &Sink) {
    let name = field.name();
    if METHODS.contains(&name.as_str()) {
        let message = format!(
            "a part cannot be called `{name}`: the scan builder has a method of that name: rename \
             the field, as in `{name}_`"
        );
        sink.at(field.ident.span(), message);
    }
}

/// The key and the scan builder are types next to the struct, with its parameters.
pub(super) fn check_types(draft: &Draft<'_>, sink: &Sink) {
    let name = &draft.input.ident;
    let table = draft.attrs.table.as_ref().map(|t| &t.options);
    let chosen = |slot: Option<&Slot<Ident>>, end: &str| {
        let chosen = slot.and_then(Slot::cloned);
        chosen.map_or_else(|| format!("{name}{end}"), |chosen| chosen.to_string())
    };
    let generated = [
        chosen(table.map(|t| &t.key), "Key"),
        chosen(table.map(|t| &t.scan), "Scan"),
    ];
    names_of_their_own(draft, &generated, sink);
    for parameter in draft.input.generics.type_params() {
        let ident = &parameter.ident;
        if generated.iter().any(|g| ident == g) {
            let message = format!(
                "the type parameter `{ident}` has the name of a type that is generated: rename it"
            );
            sink.at(ident.span(), message);
        }
    }
}

fn names_of_their_own(draft: &Draft<'_>, generated: &[String; 2], sink: &Sink) {
    let Some(table) = &draft.attrs.table else {
        return;
    };
    let chosen = [table.options.key.spanned(), table.options.scan.spanned()];
    for name in chosen.into_iter().flatten() {
        if name.value == draft.input.ident {
            let message = format!("`{}` is the struct itself: choose another name", name.value);
            sink.at(name.span, message);
        }
    }
    let [key, scan] = generated;
    if let (true, Some(name)) = (key == scan, chosen[1].or(chosen[0])) {
        let message = format!("the key and the scan builder cannot both be called `{key}`");
        sink.at(name.span, message);
    }
}

pub(super) fn have_tokens(draft: &Draft<'_>, sink: &Sink) {
    let mut fields = draft.with_tokens();
    while let Some(field) = fields.find(|field| field.token().is_none()) {
        let name = field.ident;
        let message = format!("`{name}` gives no constant in upper case: rename the field");
        sink.at(name.span(), message);
    }
}

/// The tokens of a table are constants of the struct. Those of a group are fields of its tokens, with the
/// names of the struct's fields.
pub(super) fn check_tokens(draft: &Draft<'_>, sink: &Sink) {
    let mut seen: Vec<(Ident, &Ident)> = Vec::new();
    for field in draft.with_tokens() {
        let Some(token) = field.token() else {
            continue;
        };
        if GENERATED.iter().any(|known| token == known) {
            generated(field, &token, sink);
        } else if let Some((_, first)) = seen.iter().find(|(t, _)| *t == token) {
            taken(field, &token, first, sink);
        }
        seen.push((token, field.ident));
    }
}

fn generated(field: &FieldDraft<'_>, token: &Ident, sink: &Sink) {
    let name = field.ident;
    let fix = match field.dynamic() {
        None => format!(" and write `#[column(\"{token}\")]`"),
        Some(_) => String::new(),
    };
    let message = format!(
        "the column `{name}` would be the constant `{token}`, which is generated already: rename \
         the field{fix}"
    );
    sink.at(name.span(), message);
}

fn taken(field: &FieldDraft<'_>, token: &Ident, first: &Ident, sink: &Sink) {
    let name = field.ident;
    let message = format!(
        "the columns `{first}` and `{name}` would both be the constant `{token}`: rename one field \
         and choose its column by `#[column(\"…\")]`"
    );
    sink.at(name.span(), message);
}

/// If the fields' names collide too, `check_tokens` reports it.
pub(super) fn check_qualifiers(draft: &Draft<'_>, sink: &Sink) {
    distinct_qualifiers(draft, same_token, sink);
}

pub(super) fn check_group_qualifiers(draft: &Draft<'_>, sink: &Sink) {
    distinct_qualifiers(draft, |_, _| false, sink);
}

fn distinct_qualifiers(
    draft: &Draft<'_>,
    is_reported: impl Fn(&Ident, &Ident) -> bool,
    sink: &Sink,
) {
    let families = draft.declared_families();
    let mut seen: Vec<(Option<&str>, Qualifier, &Ident)> = Vec::new();
    for field in draft.cells() {
        if has_broken_name(field) {
            continue;
        }
        let family = field.family_among(&families);
        let name = draft.qualifier(field);
        let same =
            |(f, n, _): &&(Option<&str>, Qualifier, &Ident)| *f == family && *n == name.value;
        let first = seen.iter().find(same).map(|(_, _, first)| first);
        if let Some(first) = first.filter(|f| !is_reported(f, field.ident)) {
            let place = family.map_or_else(String::new, |f| format!(" in family `{f}`"));
            let message = format!(
                "duplicate column `{}`{place}: `{first}` has this name already",
                name.value
            );
            sink.at(name.span, message);
            also_at_the_first(draft, field, first, sink);
        }
        seen.push((family, name.value, field.ident));
    }
}

/// Two literals of one name may look different: then the error is also at the first one.
fn also_at_the_first(draft: &Draft<'_>, field: &FieldDraft<'_>, first: &Ident, sink: &Sink) {
    let is_in_bytes = |field: &FieldDraft<'_>| {
        let column = field.column.as_ref();
        column.is_some_and(|column| column.name.is_in_bytes())
    };
    let Some(first) = draft.cells().find(|other| other.ident == first) else {
        return;
    };
    if is_in_bytes(first) != is_in_bytes(field) {
        let name = draft.qualifier(first);
        let message = format!(
            "duplicate column `{}`: the name of `{}` has the same bytes",
            name.value, field.ident
        );
        sink.at(name.span, message);
    }
}

fn same_token(a: &Ident, b: &Ident) -> bool {
    upper_snake(&a.unraw().to_string()) == upper_snake(&b.unraw().to_string())
}

/// Whether a name is invalid, and may therefore be any.
fn has_broken_name(field: &FieldDraft<'_>) -> bool {
    let column = field.column.as_ref();
    column.is_some_and(|c: &ColumnAttr| c.is_renamed() && c.qualifier().is_none())
}
