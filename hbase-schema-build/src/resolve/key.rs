//! The layout of a row key.

use std::borrow::Cow;

use hbase_model::layout::{Salt, SaltText, width_of};
use hbase_model::{Encoding, KeyLayout, PartLayout};
use hbase_schema_syntax::ast::{Part, PartEncoding, Table};
use hbase_schema_syntax::text;
use syn::spanned::Spanned;

use super::context::{Context, use_json};
use super::field_type::FieldType;
use super::list::{self, ListError};
use super::types::{Role, UnresolvedType};
use super::{by_hand, codes, part};
use crate::read::Diagnostic;

/// The layout; `None` if diagnostics were added.
pub(super) fn layout(
    context: &Context<'_>,
    table: &Table<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<KeyLayout> {
    let before = diagnostics.len();
    let mut parts = Vec::new();
    let last = table.key.parts.len().saturating_sub(1);
    for (index, part) in table.key.parts.iter().enumerate() {
        match encoding(context, part) {
            Ok(encoding) => {
                let codes = codes::of_part(context.types, &part.field.ty, context.at);
                let part_layout = PartLayout {
                    codes: Cow::Owned(codes),
                    ..part.layout(encoding)
                };
                let open = part.unseparated.is_some() && part_layout.is_open();
                let ends = part_layout.is_self_delimiting() || open || ends_by_type(context, part);
                if index < last && !ends {
                    diagnostics.push(endless(context, part));
                }
                parts.push(part_layout);
            }
            Err(found) => diagnostics.extend(found),
        }
    }
    if diagnostics.len() == before {
        check_types(context, table, &parts, diagnostics);
    }
    (diagnostics.len() == before).then(|| KeyLayout {
        salt: table.key.salt_layout(),
        parts: Cow::Owned(parts),
    })
}

/// Checks what only types decide: `unseparated` parts, parts that feed a salt, and splits.
fn check_types(
    context: &Context<'_>,
    table: &Table<'_>,
    parts: &[PartLayout],
    diagnostics: &mut Vec<Diagnostic>,
) {
    let salt = table.key.salt.as_ref().map(|salt| &salt.value);
    let by_text = salt.is_some_and(hashes_text);
    for (index, (part, layout)) in table.key.parts.iter().zip(parts).enumerate() {
        let name = part.ident;
        let following = parts.get(index + 1..).unwrap_or_default();
        let message = if part.unseparated.is_some() && width_of(following).is_none() {
            format!(
                "the end of `{name}` cannot be found from the end of the key: every part after \
                 an `unseparated` one must have a fixed width: write `fixed = n` on those"
            )
        } else if let (true, Some(SaltText::Format(_)), false) =
            (by_text, &layout.salt, layout.is_time())
        {
            format!("`salt = format(…)` is for times, and `{name}` is not one: write `salt` alone")
        } else if by_text && feeds_bytes(layout) && !layout.can_be_text() {
            format!(
                "the salt is computed from text, and the bytes of `{name}` in the key are not \
                 text: if Java hashes these bytes, use `java_bytes(N)`; otherwise write a number \
                 or a time as digits by `fixed = n`, or use `buckets(N)`, which takes any bytes"
            )
        } else if let Some(message) = salt.and_then(|salt| without_integer(salt, layout)) {
            message
        } else {
            continue;
        };
        diagnostics.push(context.diagnostic(part.field.ty.span(), message));
    }
    if let (None, Some((part, first))) = (salt, table.key.parts.first().zip(parts.first()))
        && !table.descriptor.splits.fit(first)
    {
        let message = format!(
            "the splits do not fit keys that start with `{}`: nearly all rows would be in one \
             region: use other splits, a list of keys, or a salt",
            part.ident
        );
        diagnostics.push(context.diagnostic(part.field.ty.span(), message));
    }
}

const fn hashes_text(salt: &Salt) -> bool {
    matches!(salt, Salt::RegionNumber { .. } | Salt::JavaHash { .. })
}

/// The error for a part that feeds a salt of an integer, but is not an integer.
fn without_integer(salt: &Salt, layout: &PartLayout) -> Option<String> {
    let is_remainder = matches!(salt, Salt::Modulo { .. });
    let is_right = layout.salt.is_none() || layout.encoding.is_integer();
    (is_remainder && !is_right).then(|| {
        format!(
            "the salt `modulo` is computed from an integer, and `{}` is not one: use `crc32(N)` or \
             `buckets(N)`, which take any bytes",
            layout.name
        )
    })
}

/// Whether the part's encoded bytes feed the salt.
const fn feeds_bytes(layout: &PartLayout) -> bool {
    !matches!(layout.salt, None | Some(SaltText::Format(_)))
}

fn encoding(context: &Context<'_>, part: &Part<'_>) -> Result<Encoding, Vec<Diagnostic>> {
    if let Some(encoding) = part::without_type(&part.encoding) {
        return Ok(encoding);
    }
    let ty = &part.field.ty;
    if let PartEncoding::Custom(path) = &part.encoding {
        let sources = context.types.sources;
        let known = by_hand::custom(sources, context.at.scope, path, ty);
        return Ok(known.unwrap_or_else(|| part::unknown(path)));
    }
    if let PartEncoding::List { sorted } = &part.encoding {
        let encoding = list::encoding(context.types, ty, context.at, *sorted);
        return encoding.map_err(|error| match error {
            ListError::Unresolved(error) => unresolved(context, part, error),
            ListError::Other(message) => vec![context.diagnostic(ty.span(), message)],
        });
    }
    let field_type = context.types.resolve(ty, context.at, Role::Key);
    let field_type = field_type.map_err(|error| unresolved(context, part, error))?;
    let field_type = match field_type {
        FieldType::Option(inner) if part.omit_none.is_some() => *inner,
        _ if part.omit_none.is_some() => {
            let message = format!(
                "`omit_none` is for an `Option`, found `{}`",
                text::of_type(ty)
            );
            return Err(vec![context.diagnostic(ty.span(), message)]);
        }
        other => other,
    };
    part::of_field_type(&part.encoding, ty, &field_type)
        .map_err(|message| vec![context.diagnostic(ty.span(), message)])
}

/// Whether the part has an encoding of its own, whose type determines the part's end.
fn ends_by_type(context: &Context<'_>, part: &Part<'_>) -> bool {
    match &part.encoding {
        PartEncoding::Custom(path) => {
            let (sources, scope) = (context.types.sources, context.at.scope);
            by_hand::is_self_delimiting(sources, scope, path, &part.field.ty)
        }
        PartEncoding::Native
        | PartEncoding::Escape(_)
        | PartEncoding::Fixed { .. }
        | PartEncoding::Text(_)
        | PartEncoding::Java(_)
        | PartEncoding::Ordered(_)
        | PartEncoding::Time { .. }
        | PartEncoding::TimeOfDay { .. }
        | PartEncoding::Labels(_)
        | PartEncoding::List { .. }
        | PartEncoding::Length(_) => false,
    }
}

fn unresolved(context: &Context<'_>, part: &Part<'_>, error: UnresolvedType) -> Vec<Diagnostic> {
    if let UnresolvedType::Invalid(errors) = error {
        return errors.into_iter().map(Diagnostic::from).collect();
    }
    let message = format!(
        "the encoding of the key part `{}` is unknown: {error}: derive `KeyPart` for a type of these \
         sources, set `encoding = …` on the part, or {}",
        part.ident,
        use_json(&context.source.input.ident)
    );
    vec![context.diagnostic(part.field.ty.span(), message)]
}

fn endless(context: &Context<'_>, part: &Part<'_>) -> Diagnostic {
    let (name, ty) = (part.ident, text::of_type(&part.field.ty));
    let fix = match &part.encoding {
        PartEncoding::Custom(path) => format!(
            "in these sources, no `impl KeyPart<{0}> for {ty}` sets a width in a literal `ENCODING`, and no `impl \
             SelfDelimiting<{0}> for {ty}` declares that its bytes determine their end: add one of them, or a \
             `separator`, or {1}",
            text::of_path(path),
            use_json(&context.source.input.ident)
        ),
        PartEncoding::Native
        | PartEncoding::Fixed { .. }
        | PartEncoding::Text(_)
        | PartEncoding::Java(_)
        | PartEncoding::Ordered(_)
        | PartEncoding::Time { .. }
        | PartEncoding::TimeOfDay { .. }
        | PartEncoding::Length(_)
        | PartEncoding::List { .. }
        | PartEncoding::Labels(_)
        | PartEncoding::Escape(_) => {
            "give it `fixed = n`, close it with a `separator`, write it as `ordered`, or move it \
              to the end of the key"
                .to_owned()
        }
    };
    let message = format!(
        "the end of `{name}` cannot be found from its own bytes (`{ty}` has no fixed width here), \
         and other parts follow: {fix}"
    );
    context.diagnostic(part.field.ty.span(), message)
}
