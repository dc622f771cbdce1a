//! An enum with `#[derive(Qualifier)]`.

use syn::spanned::Spanned;
use syn::{DataEnum, DeriveInput, Fields, Variant};

use crate::ast::{QualifierKind, QualifierKinds};
use crate::attr::QualifierAttr;
use crate::draft::once;
use crate::errors::Sink;

pub(crate) fn read<'a>(
    input: &'a DeriveInput,
    data: &'a DataEnum,
    sink: &Sink,
) -> QualifierKinds<'a> {
    let mut attr = None;
    for attribute in input
        .attrs
        .iter()
        .filter(|a| a.path().is_ident("qualifier"))
    {
        once(&mut attr, QualifierAttr::of, attribute, sink);
    }
    let crate_path = attr.and_then(|attr| options(&attr, sink));
    has_kinds(input, data, sink);
    let kinds = data.variants.iter().filter_map(|variant| {
        has_no_options(variant, sink);
        kind(variant, sink)
    });
    QualifierKinds {
        input,
        kinds: kinds.collect(),
        crate_path,
    }
}

/// The path of the runtime, which is the only option of an enum.
fn options(attr: &QualifierAttr, sink: &Sink) -> Option<syn::Path> {
    if let Some(span) = attr.options.separator.span() {
        let message =
            "`separator` has no effect on an enum of kinds: write it on the type of a kind";
        sink.at(span, message);
    }
    attr.options.crate_path.cloned()
}

fn has_kinds(input: &DeriveInput, data: &DataEnum, sink: &Sink) {
    let name = &input.ident;
    if data.variants.is_empty() {
        let message = format!("`{name}` has no variant: each kind of qualifiers is one");
        sink.at(name.span(), message);
    }
    if let Some(parameter) = input.generics.params.first() {
        let message = format!(
            "`{name}` has a parameter: a qualifier is one type that owns its data, write the types of its kinds"
        );
        sink.at(parameter.span(), message);
    }
}

fn has_no_options(variant: &Variant, sink: &Sink) {
    let fields = variant.fields.iter().flat_map(|field| &field.attrs);
    let mut attributes = variant.attrs.iter().chain(fields);
    if let Some(attribute) = attributes.find(|a| a.path().is_ident("qualifier")) {
        let message = "a kind has no options: write them on the fields of the type that it holds";
        sink.at(attribute.path().span(), message);
    }
}

fn kind<'a>(variant: &'a Variant, sink: &Sink) -> Option<QualifierKind<'a>> {
    if let Fields::Unnamed(fields) = &variant.fields
        && let (1, Some(field)) = (fields.unnamed.len(), fields.unnamed.first())
    {
        return Some(QualifierKind {
            ident: &variant.ident,
            ty: &field.ty,
        });
    }
    let name = &variant.ident;
    let message = format!(
        "`{name}` does not hold one qualifier: write its type, as in `{name}({name}Name)`, a type that derives `Qualifier`"
    );
    sink.at(name.span(), message);
    None
}
