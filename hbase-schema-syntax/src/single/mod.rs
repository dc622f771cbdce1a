//! Types of a single value: `#[derive(KeyPart)]` and `#[derive(CellValue)]`.

mod codes;
mod derive;
mod newtype;
mod path;

pub use codes::{Code, Coded, Codes};
pub use derive::SingleDerive;
pub use newtype::Newtype;

use syn::{Data, DeriveInput};

use crate::errors::{self, Errors, Sink};

/// A type of a single value.
pub enum Single<'a> {
    /// A struct with one field.
    Newtype(Newtype<'a>),
    /// An enum of unit variants, each with a code.
    Codes(Codes<'a>),
}

/// Parses and checks a type with one of these derives.
///
/// # Errors
/// All errors of the type, each at its own token.
pub fn parse_single(input: &DeriveInput, derive: SingleDerive) -> Result<Single<'_>, Errors> {
    errors::collect(|sink| {
        let single = match &input.data {
            Data::Struct(data) => newtype::read(input, data, derive, sink).map(Single::Newtype),
            Data::Enum(data) => codes::read(input, data, derive, sink).map(Single::Codes),
            Data::Union(data) => {
                neither(input, data.union_token.span, derive, sink);
                None
            }
        };
        sink.is_empty().then_some(single).flatten()
    })
}

fn neither(input: &DeriveInput, span: proc_macro2::Span, derive: SingleDerive, sink: &Sink) {
    let (name, derive) = (&input.ident, derive.name());
    sink.at(
        span,
        format_args!(
            "`{derive}` is for structs of one field and for enums of unit variants, `{name}` is a union: implement the traits by hand"
        ),
    );
}
