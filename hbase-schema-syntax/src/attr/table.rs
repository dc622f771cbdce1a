//! `#[table]`, on the struct.

use hbase_model::TableDescriptor;
use syn::Ident;

use super::attributes::Attributes;
use super::naming::NamingOption;
use super::options::options;
use super::parsed::Attr;
use super::{NamingOptions, Options, SplitsSpec, metadata, splits};
use crate::ast::Spanned;
use crate::read::{Opt, OptionList, OptionSet, TakesName, value};

options! {
    /// The options of `#[table]`.
    TableOptions, TableOption includes naming: NamingOptions, attributes: TableAttributes {
        /// The name of the key struct (default: the struct's name and `Key`).
        Key key: Ident = "key = CallId" by type_name;
        /// The name of the scan builder (default: the struct's name and `Scan`).
        Scan scan: Ident = "scan = CallQuery" by type_name;
        /// The split points. `number_pipe` and `per_bucket` take a missing number of regions and width
        /// from the salt. Without a salt, the first key part must match: text for `hex_string` and
        /// `decimal_string`, no digits for `uniform`.
        Splits splits: SplitsSpec = "splits = hex_string(16)" by splits::read, values splits::described;
    }
}

/// `#[table]`.
pub(super) const SET: OptionSet = OptionSet {
    written: "`#[table]`",
    example: "#[table(\"DLQX:CALL_RECORD\")]",
    takes_name: TakesName::Text,
    options: &[
        OptionList::Own(NamingOption::SPECS),
        OptionList::Own(TableOption::SPECS),
        OptionList::Attributes(TableDescriptor::ATTRIBUTES),
        OptionList::Own(metadata::SPECS),
    ],
};

/// `HBase`'s attributes of a table.
#[derive(Default)]
pub(crate) struct TableAttributes(pub(crate) Attributes);

impl Options for TableAttributes {
    fn take(&mut self, opt: &Opt<'_>) -> Option<syn::Result<()>> {
        self.0.take(opt, TableDescriptor::ATTRIBUTES)
    }
}

/// `#[table]`, on the struct.
pub(crate) type TableAttr = Attr<TableOptions>;

// key = CallId
fn type_name(opt: &Opt<'_>) -> syn::Result<Spanned<Ident>> {
    let path = value::path(opt)?;
    match path.value.get_ident() {
        Some(ident) => Ok(Spanned::new(ident.clone(), path.span)),
        None => Err(syn::Error::new(
            path.span,
            format_args!(
                "`{}` names a type that is generated next to the struct: write one word, as in `{}`",
                opt.name(),
                opt.example()
            ),
        )),
    }
}
