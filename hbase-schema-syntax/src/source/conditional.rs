//! Resolves attributes under `cfg_attr`.

use syn::punctuated::Punctuated;
use syn::{Attribute, Data, DeriveInput, Field, Fields, Meta, Token};

use super::absent::{holds, is_absent};

/// The attributes in order, including those under `cfg_attr`.
pub(super) fn resolved(attributes: &[Attribute]) -> Vec<Attribute> {
    attributes.iter().flat_map(resolve).collect()
}

fn resolve(attribute: &Attribute) -> Vec<Attribute> {
    if !attribute.path().is_ident("cfg_attr") {
        return vec![attribute.clone()];
    }
    let metas = attribute.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
    let mut metas = metas.into_iter().flatten();
    if metas.next().is_none_or(|condition| !holds(&condition)) {
        return Vec::new();
    }
    metas
        .flat_map(|meta| {
            resolve(&Attribute {
                meta,
                ..attribute.clone()
            })
        })
        .collect()
}

/// Resolves the attributes of a type, its fields and variants; excludes those of tests.
pub(super) fn resolve_input(input: &mut DeriveInput) {
    input.attrs = resolved(&input.attrs);
    match &mut input.data {
        Data::Struct(data) => resolve_fields(&mut data.fields),
        Data::Enum(data) => {
            let variants = std::mem::take(&mut data.variants).into_iter();
            data.variants = variants
                .filter(|variant| !is_absent(&variant.attrs))
                .collect();
        }
        Data::Union(_) => {}
    }
}

fn resolve_fields(fields: &mut Fields) {
    let fields = match fields {
        Fields::Named(fields) => &mut fields.named,
        Fields::Unnamed(fields) => &mut fields.unnamed,
        Fields::Unit => return,
    };
    let all = std::mem::take(fields).into_iter();
    *fields = all
        .filter(|field| !is_absent(&field.attrs))
        .map(|field| Field {
            attrs: resolved(&field.attrs),
            ..field
        })
        .collect();
}
