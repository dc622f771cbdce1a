//! Resolves attributes under `cfg_attr`.

use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::{Attribute, Data, DeriveInput, Field, Fields, Meta, Token};

use super::absent::is_absent;
use super::build::{Build, Condition};

/// The attributes in order, including those under `cfg_attr`.
pub(super) fn resolved(attributes: &[Attribute], build: Build) -> Vec<Attribute> {
    let attributes = attributes.iter();
    attributes.flat_map(|one| resolve(one, build)).collect()
}

fn resolve(attribute: &Attribute, build: Build) -> Vec<Attribute> {
    if !attribute.path().is_ident("cfg_attr") {
        return vec![attribute.clone()];
    }
    let Ok((condition, metas)) = attribute.parse_args_with(condition_and_attributes) else {
        return Vec::new();
    };
    if !build.holds(condition) {
        return Vec::new();
    }
    metas
        .into_iter()
        .flat_map(|meta| {
            let inner = Attribute {
                meta,
                ..attribute.clone()
            };
            resolve(&inner, build)
        })
        .collect()
}

/// The content of `cfg_attr(…)`.
fn condition_and_attributes(
    input: ParseStream<'_>,
) -> syn::Result<(Condition, Punctuated<Meta, Token![,]>)> {
    let condition = input.parse()?;
    if !input.is_empty() {
        input.parse::<Token![,]>()?;
    }
    Ok((condition, Punctuated::parse_terminated(input)?))
}

/// Resolves the attributes of a type, its fields and variants; excludes those of tests.
pub(super) fn resolve_input(input: &mut DeriveInput, build: Build) {
    input.attrs = resolved(&input.attrs, build);
    match &mut input.data {
        Data::Struct(data) => resolve_fields(&mut data.fields, build),
        Data::Enum(data) => {
            let variants = std::mem::take(&mut data.variants).into_iter();
            data.variants = variants
                .filter(|variant| !is_absent(&variant.attrs, build))
                .collect();
        }
        Data::Union(_) => {}
    }
}

fn resolve_fields(fields: &mut Fields, build: Build) {
    let fields = match fields {
        Fields::Named(fields) => &mut fields.named,
        Fields::Unnamed(fields) => &mut fields.unnamed,
        Fields::Unit => return,
    };
    let all = std::mem::take(fields).into_iter();
    *fields = all
        .filter(|field| !is_absent(&field.attrs, build))
        .map(|field| Field {
            attrs: resolved(&field.attrs, build),
            ..field
        })
        .collect();
}
