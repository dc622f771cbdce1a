//! The indexes, on fields and on the struct.

use std::borrow::Cow;

use hbase_model::Splits;
use proc_macro2::Span;
use syn::Ident;

use super::{Draft, FieldDraft};
use crate::ast::Spanned;
use crate::attr::{FieldSpec, IndexOptions, Name, SplitsSpec};

/// An index, with the fields that it names.
pub(crate) struct IndexDraft<'d, 'a> {
    /// The span of the attribute's name.
    pub(crate) span: Span,
    /// The name of the index's table.
    pub(crate) name: &'d Name,
    pub(crate) options: &'d IndexOptions,
    pub(crate) fields: Vec<NamedField<'d, 'a>>,
    /// Whether the attribute is on the struct.
    pub(crate) is_on_struct: bool,
    /// Whether `fields(…)` has an error already.
    pub(crate) has_broken_fields: bool,
}

/// A field that an index names.
pub(crate) struct NamedField<'d, 'a> {
    /// The name without `r#`, at its span in `fields(…)` or at the attribute of the field.
    pub(crate) name: Spanned<String>,
    /// The field; `None` if the struct has none of that name.
    pub(crate) field: Option<&'d FieldDraft<'a>>,
    /// The span of `desc`.
    pub(crate) desc: Option<Span>,
}

impl<'a> Draft<'a> {
    /// The indexes: those on fields in the order of the fields, then those on the struct.
    pub(crate) fn indexes(&self) -> Vec<IndexDraft<'_, 'a>> {
        let on_fields = self.fields.iter().filter_map(FieldDraft::own_index);
        let on_struct = self.attrs.indexes.iter().map(|attr| IndexDraft {
            span: attr.span,
            name: &attr.name,
            options: &attr.options.shared,
            fields: self.named(attr.options.fields.get()),
            is_on_struct: true,
            has_broken_fields: attr.options.fields.is_broken(),
        });
        on_fields.chain(on_struct).collect()
    }

    fn named(&self, specs: Option<&Vec<FieldSpec>>) -> Vec<NamedField<'_, 'a>> {
        let fields = specs
            .into_iter()
            .flatten()
            .map(|FieldSpec { name, desc }| NamedField {
                name: name.clone(),
                field: self.fields.iter().find(|field| field.name() == name.value),
                desc: *desc,
            });
        fields.collect()
    }
}

impl<'a> FieldDraft<'a> {
    fn own_index(&self) -> Option<IndexDraft<'_, 'a>> {
        let attr = self.index.as_ref()?;
        let field = NamedField {
            name: Spanned::new(self.name(), attr.span),
            field: Some(self),
            desc: attr.options.desc.span(),
        };
        Some(IndexDraft {
            span: attr.span,
            name: &attr.name,
            options: &attr.options.shared,
            fields: vec![field],
            is_on_struct: false,
            has_broken_fields: false,
        })
    }
}

impl<'d, 'a> IndexDraft<'d, 'a> {
    /// The fields that the struct has.
    pub(crate) fn known(&self) -> impl Iterator<Item = (&'d FieldDraft<'a>, Span)> {
        let known = self.fields.iter();
        known.filter_map(|named| Some((named.field?, named.name.span)))
    }

    /// The fields that are columns.
    pub(crate) fn columns(&self) -> impl Iterator<Item = (&'d FieldDraft<'a>, Span)> {
        self.known().filter(|(field, _)| field.part.is_none())
    }

    /// The name of the index's token, `BY_` and those of the columns; `None` if it would not be an identifier, or a
    /// field is unknown.
    pub(crate) fn token(&self) -> Option<Ident> {
        let mut name = String::from("BY");
        for named in &self.fields {
            name.push('_');
            name.push_str(&named.field?.token()?.to_string());
        }
        let [first, ..] = self.fields.as_slice() else {
            return None;
        };
        let span = if self.is_on_struct {
            self.span
        } else {
            first.field?.ident.span()
        };
        Some(Ident::new(&name, span))
    }

    /// The split points; `None` for those that only a salt completes.
    pub(crate) fn splits(&self) -> Option<Spanned<Splits>> {
        let Some(spec) = self.options.splits.spanned() else {
            return Some(Spanned::new(Splits::None, self.span));
        };
        let splits = match &spec.value {
            SplitsSpec::HexString(regions) => Splits::HexString { regions: *regions },
            SplitsSpec::Uniform(regions) => Splits::Uniform { regions: *regions },
            SplitsSpec::DecimalString(regions) => Splits::DecimalString { regions: *regions },
            SplitsSpec::NumberPipe { .. } | SplitsSpec::PerBucket(_) => return None,
            SplitsSpec::Keys(keys) => {
                let keys = keys.iter().map(|key| Cow::Owned(key.value.clone()));
                Splits::Keys(keys.collect())
            }
        };
        Some(Spanned::new(splits, spec.span))
    }
}
