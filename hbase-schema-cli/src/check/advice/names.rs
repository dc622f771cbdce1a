//! Advice on the length of names: every cell repeats its family and its qualifier.

use std::collections::BTreeSet;

use hbase_model::name::{
    DatedName, NameError, NameKind, NamingRules, check_family, check_namespace, check_qualifier,
    check_table,
};
use hbase_model::{DescribedColumn, TableName};
use hbase_schema_syntax::ast::{Column, ColumnKind};
use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::spanned::Spanned;

use super::{Advised, Diagnostic};

pub(super) fn lengths(advised: &Advised<'_>) -> Vec<Diagnostic> {
    let allow = advised.syntax.allow;
    let mut advice = Vec::new();
    if !allow.name_length {
        advice.extend(tables(advised));
    }
    if !allow.family_length {
        advice.extend(families(advised));
    }
    if !allow.qualifier_length {
        advice.extend(qualifiers(advised));
    }
    advice
}

fn tables(advised: &Advised<'_>) -> Vec<Diagnostic> {
    let syntax = &advised.syntax;
    let own = (&syntax.descriptor.name, syntax.name_span);
    let indexes = syntax.indexes.iter();
    let indexes = indexes.map(|index| (&index.table, index.token.span()));
    let mut seen = BTreeSet::new();
    let names = std::iter::once(own).chain(indexes);
    let names = names.filter_map(|(name, span)| Some((of_period(name)?, span)));
    names
        .flat_map(|(name, span)| {
            let namespace = check_namespace(name.namespace(), NamingRules::Strict, false);
            let is_new = seen.insert(name.namespace().to_owned());
            let namespace = namespace.err().filter(|_| is_new);
            let table = check_table(name.qualifier(), NamingRules::Strict, false).err();
            let found = namespace.into_iter().chain(table);
            found
                .filter_map(|error| of_length(advised, &error, span, "name_length"))
                .collect::<Vec<_>>()
        })
        .collect()
}

/// The name; if it contains a date, the name of one period, because all periods' names have the same length.
fn of_period(name: &TableName) -> Option<TableName> {
    match DatedName::parse(&name.to_string()).ok()? {
        Some(dated) => Some(dated.example()),
        None => Some(name.clone()),
    }
}

fn families(advised: &Advised<'_>) -> Vec<Diagnostic> {
    let families = super::families::declared(advised).iter().enumerate();
    families
        .filter_map(|(number, family)| {
            let error = check_family(&family.name, NamingRules::Strict, false).err()?;
            of_length(
                advised,
                &error,
                advised.family_span(number),
                "family_length",
            )
        })
        .collect()
}

fn qualifiers(advised: &Advised<'_>) -> Vec<Diagnostic> {
    let columns = advised.table.columns.iter();
    columns
        .filter_map(|column| {
            let error = check_qualifier(&column.qualifier, NamingRules::Strict, false).err()?;
            of_length(
                advised,
                &error,
                span_of(advised, column),
                "qualifier_length",
            )
        })
        .collect()
}

/// The field of a column; for a column of a group, the group's field.
fn span_of(advised: &Advised<'_>, column: &DescribedColumn) -> Span {
    let field = column.field.split('.').next().unwrap_or_default();
    let mut columns = advised.syntax.columns.iter();
    let found = columns.find(|c| c.ident.unraw() == field);
    found.map_or(advised.syntax.name_span, name_span)
}

fn name_span(column: &Column<'_>) -> Span {
    match &column.kind {
        ColumnKind::Cell(cell) => cell.qualifier.span,
        ColumnKind::Flatten { .. } | ColumnKind::Dynamic(_) => column.field.span(),
    }
}

/// Other naming errors are not advice: with them, the struct does not compile.
fn of_length(
    advised: &Advised<'_>,
    error: &NameError,
    span: Span,
    exception: &str,
) -> Option<Diagnostic> {
    if !error.is_length() {
        return None;
    }
    let message = format!("{} `{}` {}", error.kind, error.name, error.cause);
    let reason = match error.kind {
        NameKind::Namespace | NameKind::Table => "it says what the rows are, and is typed often",
        _ => "every cell repeats it",
    };
    let help = format!(
        "{}: {reason}; where another length is better, write `allow({exception})` in `#[table]`",
        error.rule()
    );
    Some(advised.advice(span, message, &help))
}
