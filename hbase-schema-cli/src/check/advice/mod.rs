//! Advice on tables without errors. Each names the attribute to write; `allow(…)` of the table excludes what cannot be followed.

mod families;
mod indexes;
mod key;
mod names;

use hbase_model::DescribedTable;
use hbase_schema_syntax::ast::Table;
use hbase_schema_syntax::parse_table;
use hbase_schema_syntax::source::SourceTable;
use proc_macro2::Span;
use syn::spanned::Spanned;

use super::diagnostic::Diagnostic;

/// A struct, its attributes, and its described table.
struct Advised<'a> {
    source: &'a SourceTable,
    syntax: Table<'a>,
    table: &'a DescribedTable,
}

pub(super) fn of(source: &SourceTable, table: &DescribedTable) -> Vec<Diagnostic> {
    let Ok(syntax) = parse_table(&source.input) else {
        return Vec::new();
    };
    if syntax.allow.advice {
        return Vec::new();
    }
    let advised = Advised {
        source,
        syntax,
        table,
    };
    let advice = [
        key::splits(&advised),
        key::length(&advised),
        key::bound(&advised),
        key::order(&advised),
        key::unique(&advised),
        families::compression(&advised),
        families::one(&advised),
        families::versions(&advised),
    ];
    let mut advice: Vec<Diagnostic> = advice.into_iter().flatten().collect();
    advice.extend(indexes::rising(&advised));
    advice.extend(names::lengths(&advised));
    advice.sort_by_key(|diagnostic| (diagnostic.from.line, diagnostic.from.column));
    advice
}

impl Advised<'_> {
    fn advice(&self, span: Span, message: String, help: &str) -> Diagnostic {
        Diagnostic::advice(&self.source.file, span, message, help)
    }

    /// The attribute of a family by its index.
    fn family_span(&self, number: usize) -> Span {
        let attributes = self.source.input.attrs.iter();
        let mut families = attributes.filter(|attribute| attribute.path().is_ident("family"));
        let family = families.nth(number);
        family.map_or(self.syntax.name_span, Spanned::span)
    }
}
