//! The columns, and the fields that are not stored.

use hbase_model::name::upper_snake;
use syn::Ident;

use crate::ast::{CellColumn, Codec, Column, ColumnKind, DefaultValue, Skipped, Spanned};
use crate::attr::{ColumnAttr, NamingAttr};
use crate::draft::{Draft, FieldDraft};
use crate::family_choice;

pub(super) fn columns<'a>(draft: &Draft<'a>) -> Option<Vec<Column<'a>>> {
    let families = family_choice::declared(draft);
    let naming = draft.attrs.naming();
    draft
        .columns()
        .map(|field| {
            let family = family_choice::of_column(field, &families).unwrap_or_default();
            Some(Column {
                field: field.field,
                ident: field.ident,
                family: String::from(family),
                kind: kind(field, naming)?,
            })
        })
        .collect()
}

fn kind(field: &FieldDraft<'_>, naming: Option<&NamingAttr>) -> Option<ColumnKind> {
    if let Some(span) = field.flatten() {
        let prefix = prefix(field).map_or_else(String::new, |p| p.value.clone());
        return Some(ColumnKind::Flatten { prefix, span });
    }
    let attr = field.column.as_ref();
    Some(ColumnKind::Cell(CellColumn {
        qualifier: column_name(field, naming),
        codec: attr.map_or(Codec::Native, codec),
        default: attr.and_then(|a| a.default.cloned()),
        counter: attr.and_then(|a| a.counter.said()),
        token: token(field)?,
    }))
}

/// The prefix of a group.
pub(crate) fn prefix<'d>(field: &'d FieldDraft<'_>) -> Option<&'d Spanned<String>> {
    field.column.as_ref()?.prefix.spanned()
}

/// The qualifier: as it was chosen, or made from the field's name.
pub(crate) fn column_name(field: &FieldDraft<'_>, naming: Option<&NamingAttr>) -> Spanned<String> {
    let chosen = field.column.as_ref().and_then(ColumnAttr::qualifier);
    chosen.cloned().unwrap_or_else(|| {
        Spanned::new(
            NamingAttr::rename_rule(naming).apply(&field.name()),
            field.ident.span(),
        )
    })
}

fn codec(attr: &ColumnAttr) -> Codec {
    if let Some(span) = attr.text.said() {
        return Codec::Text(span);
    }
    if let Some(span) = attr.json.said() {
        return Codec::Json(span);
    }
    attr.with.cloned().map_or(Codec::Native, Codec::With)
}

/// The name of the column's token; none where it would be no identifier.
pub(crate) fn token(field: &FieldDraft<'_>) -> Option<Ident> {
    let mut token: Ident = syn::parse_str(&upper_snake(&field.name())).ok()?;
    token.set_span(field.ident.span());
    Some(token)
}

pub(super) fn skipped<'a>(draft: &Draft<'a>) -> Vec<Skipped<'a>> {
    draft
        .skipped()
        .filter_map(|field| {
            let attr = field.column.as_ref()?;
            let own = attr.default.cloned();
            Some(Skipped {
                field: field.field,
                ident: field.ident,
                default: own.or_else(|| attr.skip.said().map(DefaultValue::Trait))?,
            })
        })
        .collect()
}
