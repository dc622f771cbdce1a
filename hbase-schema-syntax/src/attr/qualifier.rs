//! `#[qualifier]`, on the struct of a qualifier and on its fields.

use syn::Path;

use super::options::options;
use super::{Attr, KeyAttr, KeyOptions, Name, PartAttr, PartOption, PartOptions, key};
use crate::read::value::{number, path};
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

options! {
    /// The options of `#[qualifier]` on a field.
    NamePartOptions, NamePartOption includes part: PartOptions {
        /// This many bits of a byte or of several, most significant first: an unsigned integer, or a `bool` of one bit. Fields
        /// next to each other with `bits` fill whole bytes, at most 8.
        Bits bits: u8 = "bits = 12" by number(1..=64);
        /// Bits that have this value in every name. The field is `()`.
        Always always: u64 = "always = 15" by number(0..=u64::MAX);
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
    options: &[
        OptionList::Own(PartOption::SPECS),
        OptionList::Own(NamePartOption::SPECS),
    ],
};

/// The options that a key part does not have.
pub(super) const OWN_SET: OptionSet = OptionSet {
    options: &[OptionList::Own(NamePartOption::SPECS)],
    ..PART_SET
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

/// `#[qualifier]`, on a field.
pub(crate) type NamePartAttr = Attr<NamePartOptions>;

/// The bits of a field.
#[derive(Default)]
pub(crate) struct BitOptions {
    pub(crate) bits: Slot<u8>,
    pub(crate) always: Slot<u64>,
}

impl NamePartAttr {
    /// The options of a key part, and the others.
    pub(crate) fn into_part(self) -> (PartAttr, BitOptions) {
        let NamePartOptions { part, bits, always } = self.options;
        let part = Attr {
            span: self.span,
            name: self.name,
            is_empty: self.is_empty,
            first_option: self.first_option,
            options: part,
        };
        (part, BitOptions { bits, always })
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
