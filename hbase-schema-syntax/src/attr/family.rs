//! `#[family]`, on the struct, on a key part or on a column.

use hbase_model::FamilyDescriptor;
use proc_macro2::{TokenStream, TokenTree};
use syn::{Attribute, Meta};

use super::attributes::Attributes;
use super::options::options;
use super::parsed::Attr;
use super::{Options, metadata};
use crate::read::value::flag;
use crate::read::{Opt, OptionList, OptionSet, TakesName};

/// `#[family]`.
pub(super) const SET: OptionSet = OptionSet {
    written: "`#[family]`",
    example: "#[family(\"D1\")]",
    takes_name: TakesName::Text,
    options: &[
        OptionList::Own(FamilyOption::SPECS),
        OptionList::Attributes(FamilyDescriptor::ATTRIBUTES),
        OptionList::Own(metadata::SPECS),
    ],
};

options! {
    /// The options of `#[family]`.
    FamilyOptions, FamilyOption includes attributes: FamilyAttributes {
        /// Scans, `get_many` and queries by an index always name the family's columns and never read the whole
        /// family: for a family in which other programs store large values.
        NamedColumns named_columns: () = "named_columns" by flag;
    }
}

/// `HBase`'s attributes of a family.
#[derive(Default)]
pub(crate) struct FamilyAttributes(pub(crate) Attributes);

impl Options for FamilyAttributes {
    fn take(&mut self, opt: &Opt<'_>) -> Option<syn::Result<()>> {
        self.0.take(opt, FamilyDescriptor::ATTRIBUTES)
    }
}

/// `#[family]`, on the struct, on a key part or on a column.
pub(crate) type FamilyAttr = Attr<FamilyOptions>;

/// Makes an attribute of each group of tokens between two `;`.
pub(super) fn groups(attribute: &Attribute) -> Vec<Attribute> {
    let Meta::List(list) = &attribute.meta else {
        return vec![attribute.clone()];
    };
    let tokens: Vec<TokenTree> = list.tokens.clone().into_iter().collect();
    let is_end = |token: &TokenTree| matches!(token, TokenTree::Punct(p) if p.as_char() == ';');
    let mut groups: Vec<_> = tokens.split(is_end).collect();
    if groups.len() > 1 && groups.last().is_some_and(|group| group.is_empty()) {
        groups.pop();
    }
    let groups = groups.into_iter().map(|group| {
        let mut list = list.clone();
        list.tokens = group.iter().cloned().collect::<TokenStream>();
        Attribute {
            meta: Meta::List(list),
            ..attribute.clone()
        }
    });
    groups.collect()
}
