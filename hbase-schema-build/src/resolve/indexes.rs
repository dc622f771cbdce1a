//! The indexes of a table, each in a separate table.

use hbase_model::described::{is_computable, is_part_computable};
use hbase_model::layout::OrderedKind;
use hbase_model::{
    CellCodec, DescribedColumn, DescribedIndex, DescribedIndexField, Encoding, IndexBuckets,
    KeyLayout,
};
use hbase_schema_syntax::ast::{IndexedField, Table};
use hbase_schema_syntax::text;
use syn::ext::IdentExt;
use syn::spanned::Spanned;

use super::context::{Context, use_json};
use super::field_type::FieldType;
use super::part;
use super::types::Role;
use crate::read::Diagnostic;

/// The key and the columns of a table.
#[derive(Clone, Copy)]
pub(super) struct Described<'d> {
    pub(super) key: Option<&'d KeyLayout>,
    pub(super) columns: &'d [DescribedColumn],
}

/// The indexes; `None` if diagnostics were added.
pub(super) fn of_table(
    context: &Context<'_>,
    table: &Table<'_>,
    described: Described<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Vec<DescribedIndex>> {
    let before = diagnostics.len();
    let mut indexes = Vec::new();
    for index in &table.indexes {
        let mut fields = Vec::new();
        for (indexed, desc) in index.fields(table) {
            match field(context, indexed, described) {
                Ok(field) => fields.push(DescribedIndexField {
                    desc: desc.is_some(),
                    ..field
                }),
                Err(diagnostic) => diagnostics.push(diagnostic),
            }
        }
        let splits = &index.splits.value;
        let first = fields.first();
        let splits = first.map(|first| splits.of_entries(&first.encoding, first.desc));
        let buckets = index.buckets.and_then(IndexBuckets::new);
        let splits = buckets.map(IndexBuckets::splits).or(splits);
        indexes.push(DescribedIndex {
            table: index.table.clone(),
            splits: splits.unwrap_or_default(),
            buckets,
            ttl: index.ttl,
            fields,
        });
    }
    (diagnostics.len() == before).then_some(indexes)
}

/// Same as rustc's message for a type that is not an `IndexValue`.
const INDEXABLE: &str = "use text, an integer, a `bool`, a float, a time, a decimal, a UUID, `[u8; N]`, or a newtype of these or \
    an enum with codes by `#[derive(KeyPart)]`";

fn field(
    context: &Context<'_>,
    indexed: IndexedField<'_>,
    described: Described<'_>,
) -> Result<DescribedIndexField, Diagnostic> {
    let ty = &indexed.field().ty;
    let name = indexed.ident().unraw().to_string();
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
    let computable = match indexed {
        IndexedField::Column(..) => {
            let mut columns = described.columns.iter();
            let column = columns.find(|column| column.field == name);
            column.is_some_and(|column| is_column_computable(column, &encoding))
        }
        IndexedField::Part(_, at) => {
            let part = described.key.and_then(|key| key.parts.get(at));
            part.is_some_and(|part| is_part_computable(part, &encoding))
        }
    };
    Ok(DescribedIndexField {
        field: name,
        encoding,
        desc: false,
        computable,
    })
}

fn is_column_computable(column: &DescribedColumn, encoding: &Encoding) -> bool {
    let is_own = matches!(
        column.codec,
        CellCodec::Json | CellCodec::With(_) | CellCodec::WithName(_)
    );
    !is_own && is_computable(column.facts.format, encoding) && !column.is_unknown()
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
        FieldType::Bool => Encoding::Bool,
        // The bytes of the number.
        FieldType::Sequence(number) => return encoding(number),
        FieldType::Bytes
        | FieldType::ClockTime(_)
        | FieldType::Date(_)
        | FieldType::DateTime(_)
        | FieldType::Option(_)
        | FieldType::PartByHand(_)
        | FieldType::CellByHand(_) => return None,
    })
}
