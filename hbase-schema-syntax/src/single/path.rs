//! `crate = path` of the derives for single values.

use syn::{DeriveInput, Path};

use super::derive::SingleDerive;
use crate::attr::{ATTRIBUTES, NamingOption, unknown};
use crate::errors::Sink;
use crate::read::{Entry, OptionList, OptionSet, Slot, read_attribute, value};

const OPTIONS: &[OptionList] = &[OptionList::Own(&[NamingOption::Crate.spec()])];

/// The path of the runtime, if it is set.
pub(super) fn read(input: &DeriveInput, derive: SingleDerive, sink: &Sink) -> Option<Path> {
    let set = match derive {
        SingleDerive::KeyPart => OptionSet::list("`#[key_part]`", OPTIONS),
        SingleDerive::CellValue => OptionSet::list("`#[cell_value]`", OPTIONS),
    };
    let mut path = Slot::<Path>::default();
    let is_own = |name: &str| name == NamingOption::Crate.name();
    for attribute in &input.attrs {
        if !attribute.path().is_ident(derive.attribute()) {
            continue;
        }
        read_attribute(attribute, set, ATTRIBUTES, sink, |entry| match entry {
            Entry::Option(opt) if is_own(&opt.name()) => path.fill(&opt, value::path),
            Entry::Option(opt) => Err(unknown(&opt)),
            Entry::Literal(literal) => {
                let message = format!("{} takes `crate = path` and nothing else", set.written);
                Err(syn::Error::new(literal.span(), message))
            }
        });
    }
    path.cloned()
}
