//! What is no mistake, but could be better.

use hbase_model::DescribedTable;
use hbase_schema_syntax::parse_table;
use hbase_schema_syntax::source::SourceTable;
use proc_macro2::Span;
use syn::spanned::Spanned;

use super::diagnostic::Diagnostic;

/// The longest key that the rule book recommends.
const KEY: usize = 16;

pub(super) fn of(source: &SourceTable, table: &DescribedTable) -> Vec<Diagnostic> {
    let advice = [key_length(source, table), one_family(source, table)];
    advice.into_iter().flatten().collect()
}

/// Every cell carries its key, and servers read memory by words.
fn key_length(source: &SourceTable, table: &DescribedTable) -> Option<Diagnostic> {
    let width = table.key.width()?;
    let found = format!("the key of `{}` has {width} bytes", table.row);
    let (message, help) = if width > KEY {
        (
            format!("{found}: at most {KEY}, and a multiple of 8, are best"),
            "every cell carries its key: binary parts are shorter than text, as 8 bytes are for a \
             time instead of 14 digits",
        )
    } else if !width.is_multiple_of(8) {
        (
            format!("{found}: a multiple of 8 is best"),
            "keys of 8 or 16 bytes lie on whole words in memory",
        )
    } else {
        return None;
    };
    let span = parse_table(&source.input).map_or(source.input.ident.span(), |t| t.name_span);
    Some(Diagnostic::advice(&source.file, span, message, help))
}

/// Families are flushed and compacted together.
fn one_family(source: &SourceTable, table: &DescribedTable) -> Option<Diagnostic> {
    let count = table.descriptor.families.len();
    if count < 2 {
        return None;
    }
    let message = format!("`{}` has {count} families: one is best", table.row);
    let help = "families are flushed together: the small ones get many small files because of the \
                large one; keep two only where they are read apart";
    let span = second_family(source);
    Some(Diagnostic::advice(&source.file, span, message, help))
}

fn second_family(source: &SourceTable) -> Span {
    let attributes = source.input.attrs.iter();
    let mut families = attributes.filter(|attribute| attribute.path().is_ident("family"));
    let second = families.nth(1);
    second.map_or(source.input.ident.span(), Spanned::span)
}
