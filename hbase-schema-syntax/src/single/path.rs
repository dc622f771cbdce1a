//! `crate = path` of the small derives.

use syn::{DeriveInput, Path};

use super::SingleDerive;
use crate::errors::Sink;
use crate::read::{Entry, Place, Slot, read_attribute, value};

/// Where the runtime is found, if it was said.
pub(super) fn read(input: &DeriveInput, derive: SingleDerive, sink: &Sink) -> Option<Path> {
    let place = match derive {
        SingleDerive::KeyPart => Place::Within("`#[key_part]`", &["crate"]),
        SingleDerive::CellValue => Place::Within("`#[cell_value]`", &["crate"]),
    };
    let mut path = Slot::<Path>::default();
    for attribute in &input.attrs {
        if !attribute.path().is_ident(derive.attribute()) {
            continue;
        }
        read_attribute(attribute, place, sink, |entry| match entry {
            Entry::Option(opt) if opt.name() == "crate" => {
                path.fill(&opt, |opt| value::path(opt, "crate = ::hbase_schema"))
            }
            Entry::Option(opt) => Err(opt.unknown()),
            Entry::Literal(literal) => {
                let message = format!("{} takes `crate = path` and nothing else", place.written());
                Err(syn::Error::new(literal.span(), message))
            }
        });
    }
    path.cloned()
}
