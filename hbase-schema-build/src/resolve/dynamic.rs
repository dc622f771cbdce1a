//! Dynamic columns: the layout of their qualifiers, and the format of their values.

use std::borrow::Cow;

use hbase_model::layout::row_index::{ENTRY_ID, INDEX_COLUMN};
use hbase_model::{DescribedDynamic, Encoding, KeyLayout, PartLayout};
use hbase_schema_syntax::ast::{
    Codec, Column, ColumnKind, DynamicColumns, Part, PartEncoding, Table,
};
use hbase_schema_syntax::source::{Meaning, SourceType, TypeItem};
use hbase_schema_syntax::{parse_qualifier, text};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{DeriveInput, Type, parse_quote};

use super::types::{Params, Role, TypeScope, type_arguments};
use super::{Context, by_hand, cell, key, part, use_json};
use crate::read::Diagnostic;

/// The dynamic columns; `None` if diagnostics were added.
pub(super) fn of_table(
    context: &Context<'_>,
    table: &Table<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Vec<DescribedDynamic>> {
    let before = diagnostics.len();
    let mut described = Vec::new();
    for column in &table.columns {
        let ColumnKind::Dynamic(dynamic) = &column.kind else {
            continue;
        };
        match describe(context, column, dynamic) {
            Ok(columns) => described.push(columns),
            Err(message) => {
                diagnostics.push(context.diagnostic(column.field.ty.span(), message));
            }
        }
    }
    (diagnostics.len() == before).then_some(described)
}

fn describe(
    context: &Context<'_>,
    column: &Column<'_>,
    dynamic: &DynamicColumns,
) -> Result<DescribedDynamic, String> {
    let ty = &column.field.ty;
    let unknown = |what: &str, reason: String| {
        format!(
            "the {what} of the dynamic columns `{}` is unknown: {reason}: {}",
            column.ident.unraw(),
            use_json(&context.source.input.ident.unraw())
        )
    };
    let types = types_of(context, ty).ok_or_else(|| {
        let found = text::of_type(ty);
        let reason = format!(
            "`{found}` is no `BTreeMap<Q, V>`, no `Dynamic<Q, V>`, and none of an index inside the row"
        );
        unknown("type", reason)
    })?;
    let layout = match &types.qualifier {
        QualifierType::Known(layout) => Ok((*layout).clone()),
        QualifierType::Type(ty) => qualifier_of(context, ty),
    };
    let format = format(context, &dynamic.codec, &types.value);
    Ok(DescribedDynamic {
        field: column.ident.unraw().to_string(),
        family: column.family.clone(),
        prefix: dynamic.prefix.clone(),
        qualifier: layout.map_err(|reason| unknown("qualifier", reason))?,
        type_name: text::of_type(ty),
        codec: cell::codec(&dynamic.codec),
        format: format.map_err(|reason| unknown("encoding", reason))?,
        limit: types.is_whole.then_some(dynamic.limit),
    })
}

/// The types of dynamic columns.
struct ColumnTypes {
    /// Whether the columns are read with their row.
    is_whole: bool,
    qualifier: QualifierType,
    value: Type,
}

/// The type of a qualifier, or the layout of one of `hbase-schema`'s own.
enum QualifierType {
    Type(Box<Type>),
    Known(&'static KeyLayout),
}

fn types_of(context: &Context<'_>, ty: &Type) -> Option<ColumnTypes> {
    let Type::Path(path) = ty else { return None };
    let meaning = context.types.sources.meaning(context.at.scope, &path.path);
    let Meaning::Foreign(name) = meaning else {
        return None;
    };
    let mut types = type_arguments(&path.path.segments.last()?.arguments).cloned();
    let name = name.last()?.as_str();
    let (qualifier, value) = match name {
        "BTreeMap" | "Dynamic" => (QualifierType::Type(Box::new(types.next()?)), types.next()?),
        "Entries" => (QualifierType::Known(const { &ENTRY_ID }), types.next()?),
        "RowIndex" => (
            QualifierType::Known(const { &INDEX_COLUMN }),
            parse_quote!(::std::vec::Vec<u8>),
        ),
        "PlainIndex" => (
            QualifierType::Type(Box::new(parse_quote!(::std::string::String))),
            parse_quote!(::std::vec::Vec<u8>),
        ),
        _ => return None,
    };
    Some(ColumnTypes {
        is_whole: name == "BTreeMap",
        qualifier,
        value,
    })
}

fn format(
    context: &Context<'_>,
    codec: &Codec,
    value: &Type,
) -> Result<hbase_model::CellFormat, String> {
    let role = match codec {
        Codec::Native => Role::Cell,
        Codec::Text(_) => Role::TextCell,
        Codec::Json(_) => return Ok(hbase_model::CellFormat::Json),
        Codec::With(_) => return Ok(hbase_model::CellFormat::Custom),
    };
    let found = context.types.resolve(value, context.at, role);
    let found = found.map_err(|error| error.to_string())?;
    cell::format(codec, &found).ok_or_else(|| {
        let value = text::of_type(value);
        format!(
            "`{value}` cannot be written as a cell by this codec: set `json` or `with = module`"
        )
    })
}

fn qualifier_of(context: &Context<'_>, ty: &Type) -> Result<KeyLayout, String> {
    let parts = match ty {
        Type::Tuple(tuple) => {
            let parts = tuple.elems.iter().enumerate();
            let parts = parts.map(|(at, ty)| native(context, at.to_string(), ty));
            parts.collect::<Result<Vec<_>, _>>()?
        }
        _ => match derived(context, ty) {
            Some((own, input)) => parts_of(context, own, input)?,
            None => vec![native(context, "qualifier".to_owned(), ty)?],
        },
    };
    Ok(KeyLayout {
        salt: None,
        parts: Cow::Owned(parts),
    })
}

/// A part in the type's default encoding.
fn native(context: &Context<'_>, name: String, ty: &Type) -> Result<PartLayout, String> {
    let found = context.types.resolve(ty, context.at, Role::Key);
    let found = found.map_err(|error| error.to_string())?;
    let encoding = part::native(&found).ok_or_else(|| {
        let ty = text::of_type(ty);
        format!("`{ty}` has no default encoding in row keys")
    })?;
    Ok(PartLayout {
        name: Cow::Owned(name),
        encoding,
        desc: false,
        reverse: false,
        separator: None,
        salt: None,
        max: None,
    })
}

/// A struct of these sources that derives `Qualifier`.
fn derived<'c>(context: &'c Context<'_>, ty: &Type) -> Option<(&'c SourceType, &'c DeriveInput)> {
    let Type::Path(path) = ty else { return None };
    let sources = context.types.sources;
    let Meaning::Own(own) = sources.meaning(context.at.scope, &path.path) else {
        return None;
    };
    match &own.item {
        TypeItem::Defined(input) if sources.derives(own.scope, input, "Qualifier") => {
            Some((own, input))
        }
        _ => None,
    }
}

fn parts_of(
    context: &Context<'_>,
    own: &SourceType,
    input: &DeriveInput,
) -> Result<Vec<PartLayout>, String> {
    let parsed = parse_qualifier(input).map_err(|errors| {
        let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
        format!("`{}` has errors: {}", input.ident, errors.join("; "))
    })?;
    let params = Params::new();
    let at = TypeScope::of(own, &params);
    let parts = parsed.key.parts.iter();
    parts
        .map(|part| {
            let encoding = encoding(context, at, part)?;
            Ok(key::part_layout(part, encoding))
        })
        .collect()
}

fn encoding(context: &Context<'_>, at: TypeScope<'_>, part: &Part<'_>) -> Result<Encoding, String> {
    if let Some(encoding) = part::without_type(part) {
        return Ok(encoding);
    }
    let ty = &part.field.ty;
    if let PartEncoding::Custom(path) = &part.encoding {
        let known = by_hand::custom(context.types.sources, at.scope, path, ty);
        return known.ok_or_else(|| {
            let path = text::of_path(path);
            format!("no `impl KeyPart<{path}>` with a literal `ENCODING` is in these sources")
        });
    }
    let found = context.types.resolve(ty, at, Role::Key);
    let found = found.map_err(|error| format!("part `{}`: {error}", part.ident))?;
    part::of_field_type(part, &found)
}
