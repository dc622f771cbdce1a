//! Lowers the columns, and the fields that are not stored.

use super::key::encoding;
use crate::ast::{
    CellColumn, CellPart, Codec, Column, ColumnKind, DefaultValue, DynamicColumns, Qualifier,
    Since, Skipped,
};
use crate::attr::ColumnOptions;
use crate::draft::{Draft, FieldDraft};

pub(super) fn columns<'a>(draft: &Draft<'a>) -> Option<Vec<Column<'a>>> {
    let families = draft.declared_families();
    let columns = draft.columns().map(|field| {
        let family = field.family_among(&families).unwrap_or_default();
        Some(Column {
            field: field.field,
            ident: field.ident,
            family: String::from(family),
            kind: kind(draft, field)?,
        })
    });
    columns.collect()
}

fn kind(draft: &Draft<'_>, field: &FieldDraft<'_>) -> Option<ColumnKind> {
    if let Some(span) = field.flatten() {
        let prefix = field
            .prefix()
            .map_or_else(Qualifier::default, |p| p.value.clone());
        return Some(ColumnKind::Flatten { prefix, span });
    }
    let options = field.column_options();
    if let (Some(span), Some(options)) = (field.dynamic(), options) {
        return Some(ColumnKind::Dynamic(DynamicColumns {
            prefix: field
                .prefix()
                .map_or_else(Qualifier::default, |p| p.value.clone()),
            limit: options.limit.cloned().unwrap_or(DynamicColumns::LIMIT),
            codec: codec(options),
            counter: options.counter.span(),
            since: since(draft, options),
            token: field.token()?,
            span,
        }));
    }
    Some(ColumnKind::Cell(CellColumn {
        qualifier: draft.qualifier(field),
        codec: options.map_or(Codec::Native, codec),
        default: default(field, options),
        counter: options.and_then(|o| o.counter.span()),
        store_none: options.and_then(|o| o.store_none.span()),
        version: field.version.as_ref().map(|version| version.span),
        token: field.token()?,
    }))
}

/// The version of a row without one is 0.
fn default(field: &FieldDraft<'_>, options: Option<&ColumnOptions>) -> Option<DefaultValue> {
    let version = field.version.as_ref();
    let own = options.and_then(|options| options.default.cloned());
    own.or_else(|| version.map(|version| DefaultValue::Trait(version.span)))
}

/// The rules ensure that the part has a period.
fn since(draft: &Draft<'_>, options: &ColumnOptions) -> Option<Since> {
    let since = options.since.get()?;
    let parts = draft.parts();
    let part = parts
        .iter()
        .find(|(field, _)| field.name() == since.part.value);
    Some(Since {
        part: since.part.clone(),
        unit_ms: since.unit_ms,
        period_ms: *part?.1.align.get()?,
    })
}

fn codec(options: &ColumnOptions) -> Codec {
    if let Some(span) = options.text.span() {
        return Codec::Text(span);
    }
    if let Some(span) = options.java_text.span() {
        return Codec::JavaText(span);
    }
    if let Some(span) = options.json.span() {
        return Codec::Json(span);
    }
    if let Some(part) = options.part.spanned() {
        return Codec::Part(CellPart {
            encoding: encoding(&part.value),
            desc: part.value.desc.span(),
            reverse: part.value.reverse.span(),
            span: part.span,
        });
    }
    if let Some(module) = options.with_name.cloned() {
        return Codec::WithName(module);
    }
    options.with.cloned().map_or(Codec::Native, Codec::With)
}

pub(super) fn skipped<'a>(draft: &Draft<'a>) -> Vec<Skipped<'a>> {
    let skipped = draft.skipped().filter_map(|field| {
        let options = field.column_options()?;
        let own = options.default.cloned();
        Some(Skipped {
            field: field.field,
            ident: field.ident,
            default: own.or_else(|| options.skip.span().map(DefaultValue::Trait))?,
        })
    });
    skipped.collect()
}
