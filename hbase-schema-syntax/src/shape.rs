//! Checks the shape of the input: a struct with named fields.

use proc_macro2::Span;
use syn::{Data, DataStruct, DeriveInput, Fields, FieldsNamed};

use crate::errors::Sink;

/// The named fields, or an error that names the shape found.
pub(crate) fn named_fields<'a>(
    input: &'a DeriveInput,
    derive: &str,
    sink: &Sink,
) -> Option<&'a FieldsNamed> {
    let (span, found, fix) = match &input.data {
        Data::Struct(DataStruct { fields, .. }) => match fields {
            Fields::Named(fields) => return Some(fields),
            Fields::Unnamed(fields) => (
                fields.paren_token.span.open(),
                "a tuple struct",
                "give its fields names",
            ),
            Fields::Unit => (input.ident.span(), "a unit struct", "give it fields"),
        },
        Data::Enum(data) => (data.enum_token.span, "an enum", ONE_STRUCT),
        Data::Union(data) => (data.union_token.span, "a union", ONE_STRUCT),
    };
    wrong(input, derive, span, found, fix, sink);
    None
}

const ONE_STRUCT: &str = "write a struct for each kind of row";

fn wrong(input: &DeriveInput, derive: &str, span: Span, found: &str, fix: &str, sink: &Sink) {
    let name = &input.ident;
    sink.at(
        span,
        format_args!("`{derive}` is for structs with named fields, `{name}` is {found}: {fix}"),
    );
}
