//! Dynamic columns: the layout of their qualifiers, and the format of their values.

use std::borrow::Cow;

use hbase_model::layout::row_index::{ENTRY_ID, INDEX_COLUMN};
use hbase_model::{
    CellFacts, CustomEncoding, DescribedDynamic, Encoding, KeyLayout, PartLayout, Since,
};
use hbase_schema_syntax::ast::{
    Codec, Column, ColumnKind, DynamicColumns, Part, PartEncoding, QualifierKinds, QualifierPart,
    QualifierType, Table,
};
use hbase_schema_syntax::{parse_qualifier, text};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{DeriveInput, Type, parse_quote};

use super::cell::NoFacts;
use super::context::{Context, use_json};
use super::params::{Params, TypeScope, Written, type_arguments};
use super::types::{Followed, Role, is_std};
use super::{by_hand, cell, foreign, part};
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
            "`{found}` is not a `BTreeMap<Q, V>`, a `Dynamic<Q, V>`, or a type of an index inside the row"
        );
        unknown("type", reason)
    })?;
    let layout = match &types.qualifier {
        NameType::Known(layout) => Ok((*layout).clone()),
        NameType::Type(written) => qualifier_of(context, written),
    };
    let facts = facts(context, &dynamic.codec, &types.value);
    let facts = facts.map_err(|reason| unknown("encoding", reason))?;
    Ok(DescribedDynamic {
        field: column.ident.unraw().to_string(),
        family: column.family.clone(),
        prefix: dynamic.prefix.clone(),
        qualifier: Cow::Owned(layout.map_err(|reason| unknown("qualifier", reason))?),
        type_name: text::of_type(ty),
        codec: cell::codec(&dynamic.codec),
        format: facts.format,
        logical_type: facts.logical_type,
        limit: types.is_whole.then_some(dynamic.limit),
        counter: dynamic.counter.is_some(),
        since: dynamic.since.as_ref().map(|since| Since {
            part: since.part.value.clone(),
            unit_ms: since.unit_ms,
            period_ms: since.period_ms,
        }),
    })
}

/// The types of dynamic columns.
struct ColumnTypes {
    /// Whether the columns are read with their row.
    is_whole: bool,
    qualifier: NameType,
    value: Written,
}

/// The type of a qualifier, or the layout of one of `hbase-schema`'s own.
enum NameType {
    Type(Box<Written>),
    Known(&'static KeyLayout),
}

/// The types of a field's type, through any aliases.
fn types_of(context: &Context<'_>, ty: &Type) -> Option<ColumnTypes> {
    let types = context.types;
    let Followed::Foreign(name, written) = types.follow(ty, context.at)? else {
        return None;
    };
    let at = written.at();
    let mut arguments = type_arguments(written.arguments());
    let mut argument = || at.written(arguments.next()?);
    let is_whole = is_std(&name, &["BTreeMap"]);
    let own = name.last()?.as_str();
    let own = foreign::is_runtime(&name, &types.runtimes).then_some(own);
    let bytes = || at.written(&parse_quote!(::std::vec::Vec<u8>));
    let (qualifier, value) = match own {
        _ if is_whole => (NameType::Type(argument()?.into()), argument()?),
        Some("Dynamic") => (NameType::Type(argument()?.into()), argument()?),
        Some("Entries") => (NameType::Known(const { &ENTRY_ID }), argument()?),
        Some("RowIndex") => (NameType::Known(const { &INDEX_COLUMN }), bytes()?),
        Some("PlainIndex") => {
            let text = at.written(&parse_quote!(::std::string::String))?;
            (NameType::Type(text.into()), bytes()?)
        }
        _ => return None,
    };
    Some(ColumnTypes {
        is_whole,
        qualifier,
        value,
    })
}

fn facts(context: &Context<'_>, codec: &Codec, value: &Written) -> Result<CellFacts, String> {
    let facts = cell::facts(context.types, codec, &value.ty, value.at());
    facts.map_err(|error| match error {
        NoFacts::Unresolved(error) => error.to_string(),
        NoFacts::Codec(codec) => {
            let value = text::of_type(&value.ty);
            format!(
                "`{value}` cannot be written as a cell as {codec}: set `json` or `with = module`"
            )
        }
    })
}

fn qualifier_of(context: &Context<'_>, written: &Written) -> Result<KeyLayout, String> {
    let types = context.types;
    let parts = match types.follow(&written.ty, written.at()) {
        Some(Followed::Own(own, input, _))
            if types.sources.derives(own.scope, input, "Qualifier") =>
        {
            let params = Params::default();
            parts_of(context, TypeScope::of(own, &params), input)?
        }
        Some(Followed::Unnamed(found)) => native_parts(context, &found)?,
        _ => vec![native(context, "qualifier".to_owned(), written)?],
    };
    Ok(KeyLayout {
        salt: None,
        parts: Cow::Owned(parts),
    })
}

/// The parts of a tuple, or the only one of another type.
fn native_parts(context: &Context<'_>, written: &Written) -> Result<Vec<PartLayout>, String> {
    let Type::Tuple(tuple) = &written.ty else {
        return Ok(vec![native(context, "qualifier".to_owned(), written)?]);
    };
    let parts = tuple.elems.iter().enumerate();
    let parts = parts.map(|(at, ty)| {
        let part = written.at().written(ty);
        let part = part.ok_or_else(|| format!("`{}` is a type parameter", text::of_type(ty)))?;
        native(context, at.to_string(), &part)
    });
    parts.collect()
}

/// A part in the type's default encoding.
fn native(context: &Context<'_>, name: String, written: &Written) -> Result<PartLayout, String> {
    let found = context.types.resolve(&written.ty, written.at(), Role::Key);
    let found = found.map_err(|error| error.to_string())?;
    let encoding = part::native(&found).ok_or_else(|| {
        let ty = text::of_type(&written.ty);
        format!("`{ty}` has no default encoding in row keys")
    })?;
    Ok(PartLayout::plain(Cow::Owned(name), encoding))
}

fn parts_of(
    context: &Context<'_>,
    at: TypeScope<'_>,
    input: &DeriveInput,
) -> Result<Vec<PartLayout>, String> {
    let parsed = parse_qualifier(input).map_err(|errors| {
        let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
        format!("`{}` has errors: {}", input.ident, errors.join("; "))
    })?;
    match parsed {
        QualifierType::Struct(parsed) => {
            let parts = parsed.parts();
            parts
                .iter()
                .map(|part| part_of(context, at, part))
                .collect()
        }
        QualifierType::Kinds(kinds) => Ok(vec![kinds_of(context, at, &kinds)?]),
    }
}

/// The part of an enum of kinds, as `kinds_part` of `hbase-schema` makes it.
fn kinds_of(
    context: &Context<'_>,
    at: TypeScope<'_>,
    kinds: &QualifierKinds<'_>,
) -> Result<PartLayout, String> {
    let mut widths = Vec::new();
    for kind in &kinds.kinds {
        let written = at.written(kind.ty);
        let written = written.ok_or_else(|| format!("`{}` is a type parameter", kind.ident))?;
        widths.push(qualifier_of(context, &written)?.width());
    }
    widths.dedup();
    let width = match widths[..] {
        [Some(width)] => u16::try_from(width).ok(),
        _ => None,
    };
    let mut encoding = CustomEncoding::new("");
    encoding.name = Cow::Owned(kinds.names());
    encoding.width = width;
    Ok(PartLayout::plain(
        Cow::Borrowed("kind"),
        Encoding::Custom(encoding),
    ))
}

fn part_of(
    context: &Context<'_>,
    at: TypeScope<'_>,
    part: &QualifierPart<'_, '_>,
) -> Result<PartLayout, String> {
    match part {
        QualifierPart::Whole(part) => {
            let encoding = encoding(context, at, part)?;
            Ok(part.layout(encoding))
        }
        QualifierPart::Bits(fields) => {
            let separator = fields.last().and_then(|(last, _)| last.separator.clone());
            let width = part.width();
            Ok(PartLayout {
                separator: separator.map(Cow::Owned),
                ..PartLayout::plain(Cow::Owned(part.name()), Encoding::Bytes { width })
            })
        }
    }
}

fn encoding(context: &Context<'_>, at: TypeScope<'_>, part: &Part<'_>) -> Result<Encoding, String> {
    if let Some(encoding) = part::without_type(&part.encoding) {
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
    part::of_field_type(&part.encoding, ty, &found)
}
