//! Attributes under `cfg_attr`, taken as if the condition held.

use syn::punctuated::Punctuated;
use syn::{Attribute, Data, DeriveInput, Field, Fields, Meta, Token};

/// The attributes, those under `cfg_attr` among them, in order.
pub(super) fn resolved(attributes: &[Attribute]) -> Vec<Attribute> {
    attributes.iter().flat_map(resolve).collect()
}

fn resolve(attribute: &Attribute) -> Vec<Attribute> {
    if !attribute.path().is_ident("cfg_attr") {
        return vec![attribute.clone()];
    }
    let metas = attribute.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
    let behind_condition = metas.into_iter().flatten().skip(1);
    behind_condition
        .flat_map(|meta| {
            resolve(&Attribute {
                meta,
                ..attribute.clone()
            })
        })
        .collect()
}

/// Resolves the attributes of a struct and of its fields.
pub(super) fn resolve_input(input: &mut DeriveInput) {
    input.attrs = resolved(&input.attrs);
    let Data::Struct(data) = &mut input.data else {
        return;
    };
    let fields: Box<dyn Iterator<Item = &mut Field>> = match &mut data.fields {
        Fields::Named(fields) => Box::new(fields.named.iter_mut()),
        Fields::Unnamed(fields) => Box::new(fields.unnamed.iter_mut()),
        Fields::Unit => return,
    };
    for field in fields {
        field.attrs = resolved(&field.attrs);
    }
}
