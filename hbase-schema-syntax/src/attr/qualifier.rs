//! `#[qualifier]`, on the struct of a qualifier and on its fields.

use syn::Path;

use super::options::options;
use super::{Attr, KeyAttr, KeyOptions, Name, PartAttr, PartOption, PartOptions, key};
use crate::read::value::path;
use crate::read::{OptionList, OptionSet, Slot, TakesName};

options! {
    /// The options of `#[qualifier]` on the struct.
    QualifierOptions, QualifierOption {
        /// The separator between the parts.
        Separator separator: Vec<u8> = "separator = \"_\"" by key::separator;
        /// The path of the runtime (default `::hbase_schema`).
        Crate crate_path: Path = "crate = ::hbase_schema" by path;
    }
}

/// `#[qualifier]` on the struct.
pub(super) const SET: OptionSet = OptionSet {
    written: "`#[qualifier]` on the struct",
    example: "#[qualifier(separator = \"_\")]",
    takes_name: TakesName::No,
    options: &[OptionList::Own(QualifierOption::SPECS)],
};

/// `#[qualifier]` on a field.
pub(super) const PART_SET: OptionSet = OptionSet {
    written: "`#[qualifier]` on a field",
    example: "#[qualifier(fixed = 14)]",
    takes_name: TakesName::No,
    options: &[OptionList::Own(PartOption::SPECS)],
};

/// `#[qualifier]`, on the struct.
pub(crate) type QualifierAttr = Attr<QualifierOptions>;

impl QualifierAttr {
    /// The path of the runtime, and the rest as the options of a key.
    pub(crate) fn into_key(self) -> (Slot<Path>, KeyAttr) {
        let Self {
            span,
            is_empty,
            first_option,
            options,
            ..
        } = self;
        let key = Attr {
            span,
            name: Name::default(),
            is_empty,
            first_option,
            options: KeyOptions {
                separator: options.separator,
                ..KeyOptions::default()
            },
        };
        (options.crate_path, key)
    }
}

impl PartAttr {
    /// A part without the attribute.
    pub(crate) fn without_options(field: &syn::Field) -> Self {
        Attr {
            span: syn::spanned::Spanned::span(&field.ty),
            name: Name::default(),
            is_empty: true,
            first_option: None,
            options: PartOptions::default(),
        }
    }
}
