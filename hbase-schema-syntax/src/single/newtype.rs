//! A struct with one field.

use proc_macro2::Span;
use syn::{DataStruct, DeriveInput, Field, Fields, Index, Member, Path};

use super::{SingleDerive, path};
use crate::errors::Sink;

/// A struct with one field, encoded as that field.
pub struct Newtype<'a> {
    /// The struct.
    pub input: &'a DeriveInput,
    /// Its field.
    pub field: &'a Field,
    /// The field's name, or 0.
    pub member: Member,
    /// `crate = path`.
    pub crate_path: Option<Path>,
}

pub(super) fn read<'a>(
    input: &'a DeriveInput,
    data: &'a DataStruct,
    derive: SingleDerive,
    sink: &Sink,
) -> Option<Newtype<'a>> {
    let crate_path = path::read(input, derive, sink);
    no_codes(data, derive, sink);
    let mut fields = data.fields.iter();
    let (Some(field), None) = (fields.next(), fields.next()) else {
        not_one(input, &data.fields, derive, sink);
        return None;
    };
    let member = match &field.ident {
        Some(name) => Member::Named(name.clone()),
        None => Member::Unnamed(Index::from(0)),
    };
    Some(Newtype {
        input,
        field,
        member,
        crate_path,
    })
}

fn not_one(input: &DeriveInput, fields: &Fields, derive: SingleDerive, sink: &Sink) {
    let span = match fields {
        Fields::Named(named) => named.brace_token.span.open(),
        Fields::Unnamed(unnamed) => unnamed.paren_token.span.open(),
        Fields::Unit => input.ident.span(),
    };
    let (name, count) = (&input.ident, fields.len());
    let fix = match derive {
        SingleDerive::KeyPart => "make each field a separate part of the key",
        SingleDerive::CellValue => "derive serde's traits and use `json` in `#[column]`",
    };
    let derive = derive.name();
    sink.at(
        span,
        format_args!("`{derive}` is for structs of exactly one field, `{name}` has {count}: {fix}"),
    );
}

fn no_codes(data: &DataStruct, derive: SingleDerive, sink: &Sink) {
    let attributes = data.fields.iter().flat_map(|field| &field.attrs);
    for attribute in attributes.filter(|a| a.path().is_ident("code")) {
        let span: Span = super::codes::span_of(attribute);
        let derive = derive.name();
        let message = format!(
            "`#[code]` belongs on a variant of an enum: `{derive}` on a struct writes its field as it is"
        );
        sink.at(span, message);
    }
}
