//! The indexes of a table, each in a separate table.

use hbase_model::described::is_computable;
use hbase_model::layout::OrderedKind;
use hbase_model::{CellCodec, DescribedColumn, DescribedIndex, DescribedIndexField, Encoding};
use hbase_schema_syntax::ast::{Column, Table};
use hbase_schema_syntax::text;
use syn::ext::IdentExt;
use syn::spanned::Spanned;

use super::context::{Context, use_json};
use super::field_type::FieldType;
use super::part;
use super::types::Role;
use crate::read::Diagnostic;

/// The indexes; `None` if diagnostics were added.
pub(super) fn of_table(
    context: &Context<'_>,
    table: &Table<'_>,
    columns: &[DescribedColumn],
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Vec<DescribedIndex>> {
    let before = diagnostics.len();
    let mut indexes = Vec::new();
    for index in &table.indexes {
        let mut fields = Vec::new();
        for (column, _) in index.columns(table) {
            match field(context, column, columns) {
                Ok(field) => fields.push(field),
                Err(diagnostic) => diagnostics.push(diagnostic),
            }
        }
        let first = fields.first().map(|field| &field.encoding);
        let splits = first.map(|first| index.splits.value.of_entries(first));
        indexes.push(DescribedIndex {
            table: index.table.clone(),
            splits: splits.unwrap_or_default(),
            ttl: index.ttl,
            fields,
        });
    }
    (diagnostics.len() == before).then_some(indexes)
}

/// Same as rustc's message for a type that is not an `IndexValue`.
const INDEXABLE: &str = "use text, an integer, a float, a time, a decimal, a UUID, `[u8; N]`, or a newtype of these or \
    an enum with codes by `#[derive(KeyPart)]`";

fn field(
    context: &Context<'_>,
    column: &Column<'_>,
    columns: &[DescribedColumn],
) -> Result<DescribedIndexField, Diagnostic> {
    let ty = &column.field.ty;
    let name = column.ident.unraw().to_string();
    let fail = |why: String, help: &str| {
        let message = format!(
            "the encoding of `{name}` in its index is unknown: {why}: {help}, or {}",
            use_json(&context.source.input.ident)
        );
        context.diagnostic(ty.span(), message)
    };
    let field_type = context.types.resolve(ty, context.at, Role::Key);
    let field_type = field_type.map_err(|error| {
        fail(
            error.to_string(),
            "derive `KeyPart` for a type of these sources",
        )
    })?;
    let encoding = encoding(&field_type).ok_or_else(|| {
        let why = format!("`{}` is not one that can be indexed", text::of_type(ty));
        fail(why, INDEXABLE)
    })?;
    let described = columns.iter().find(|described| described.field == name);
    let has_format = described.is_some_and(|described| {
        !matches!(
            described.codec,
            CellCodec::Json | CellCodec::With(_) | CellCodec::WithName(_)
        ) && is_computable(described.facts.format, &encoding)
    });
    Ok(DescribedIndexField {
        computable: has_format && described.is_some_and(|described| !described.is_unknown()),
        field: name,
        encoding,
    })
}

/// The encoding of a type in an entry's key, like the impls of `IndexValue` in `hbase-schema`.
fn encoding(field_type: &FieldType) -> Option<Encoding> {
    Some(match field_type {
        FieldType::Integer { .. }
        | FieldType::Array(_)
        | FieldType::Uuid
        | FieldType::Moment(_) => return part::native(field_type),
        FieldType::Float { width: 4 } => Encoding::Ordered(OrderedKind::Float32),
        FieldType::Float { .. } => Encoding::Ordered(OrderedKind::Float64),
        FieldType::Text | FieldType::TextCodes(_) => Encoding::Ordered(OrderedKind::String),
        FieldType::Decimal | FieldType::RustDecimal => Encoding::Ordered(OrderedKind::Numeric),
        FieldType::TimeOfDay => Encoding::TimeOfDay {
            minutes: false,
            truncate: false,
        },
        FieldType::Bool
        | FieldType::Bytes
        | FieldType::ClockTime(_)
        | FieldType::Date(_)
        | FieldType::DateTime(_)
        | FieldType::Sequence(_)
        | FieldType::Option(_)
        | FieldType::PartByHand(_)
        | FieldType::CellByHand(_) => return None,
    })
}
