//! `#[column]`, on a field.

use syn::Path;

use super::options::options;
use super::parsed::Attr;
use super::part::PartOptions;
use super::since::SinceOption;
use super::{cell_part, since};
use crate::ast::{DefaultValue, Qualifier, Spanned};
use crate::read::value::{BytesOrText, bytes, flag, number, path};
use crate::read::{Opt, OptionList, OptionSet, TakesName};

options! {
    /// The options of `#[column]`.
    ColumnOptions, ColumnOption {
        /// The qualifier; same as `#[column("PEER")]`. Bytes that are not text: `b"\x80\x0B"`.
        Rename rename: Qualifier = "rename = \"PEER\"" by qualifier;
        /// The codec: text; numbers as decimal digits.
        Text text: () = "text" by flag;
        /// The codec: text as Java's `toString` writes it and Hive reads it, for floats (`1.0`, `1.0E10`), `bool` and integers.
        JavaText java_text: () = "java_text" by flag;
        /// The codec: JSON, by serde.
        Json json: () = "json" by flag;
        /// The codec: the functions `encode` and `decode` of a module.
        With with: Path = "with = my::module" by path;
        /// The codec of dynamic columns whose values depend on their names: the functions `encode` and `decode` of a module,
        /// which take the name first.
        WithName with_name: Path = "with_name = my::module" by path;
        /// The codec: the encoding of a key part, with the same options as a part: `part(desc)`. Comparisons by order need an
        /// encoding that has ranges in keys.
        Part part: PartOptions = "part(fixed = 4)" by cell_part::read;
        /// The value of an absent cell: the function's result, or without a function the type's `Default`.
        Default default: DefaultValue = "default = my::function" by default;
        /// A number that `increment` adds to. With `dynamic`, each value of the map is one.
        Counter counter: () = "counter" by flag;
        /// An absent value is stored, as an empty cell; an empty text is then an error. Only for
        /// types that may be absent, such as `Option`.
        StoreNone store_none: () = "store_none" by flag;
        /// The columns of a group, a struct with `#[derive(Columns)]`.
        Flatten flatten: () = "flatten" by flag;
        /// Dynamic columns, whose qualifiers are values: a `BTreeMap<Q, V>`, which is read with its row,
        /// or a `Dynamic<Q, V>`, which is not. The other options apply to the values.
        Dynamic dynamic: () = "dynamic" by flag;
        /// The maximum number of dynamic columns that are read with a row (default 10000); more are an error. Scans
        /// with a filter still read rows with more columns as a whole, before they return the error.
        Limit limit: u32 = "limit = 50000" by number(1..=MOST_DYNAMIC);
        /// The prefix of each qualifier of a flattened group, or of dynamic columns.
        Prefix prefix: Qualifier = "prefix = \"HOME_\"" by qualifier;
        /// Each qualifier begins with the time since a key part, a time with `align`, in a unit that is part of it (default
        /// `1ms`). A range of this part in a scan of dynamic columns then also selects columns within the first and the last
        /// row.
        Since since: SinceOption = "since(hour, unit = \"1s\")" by since::read;
        /// Not stored; made by `Default`, or by `default = my::function`.
        Skip skip: () = "skip" by flag;
    }
}

/// The largest `limit`: the most columns that a row can hold in memory.
const MOST_DYNAMIC: u32 = 10_000_000;

/// `#[column]`.
pub(super) const SET: OptionSet = OptionSet {
    written: "`#[column]`",
    example: "#[column(\"PEER\")]",
    takes_name: TakesName::TextOrBytes,
    options: &[OptionList::Own(ColumnOption::SPECS)],
};

/// `#[column]`, on a field.
pub(crate) type ColumnAttr = Attr<ColumnOptions>;

impl ColumnAttr {
    /// The qualifier that is set, by name or by `rename`.
    pub(crate) fn qualifier(&self) -> Option<Spanned<Qualifier>> {
        let name = self.name.to_qualifier();
        name.or_else(|| self.options.rename.spanned().cloned())
    }

    /// Whether a qualifier is set, with or without an error.
    pub(crate) fn is_renamed(&self) -> bool {
        self.name.is_set() || self.options.rename.is_set()
    }
}

// rename = "PEER" | rename = b"\x80\x0B"
fn qualifier(opt: &Opt<'_>) -> syn::Result<Spanned<Qualifier>> {
    Ok(match bytes(opt)? {
        BytesOrText::Text(text) => text.map(Qualifier::from),
        BytesOrText::Bytes(bytes) => bytes.map(Qualifier::from),
    })
}

// default | default = path
fn default(opt: &Opt<'_>) -> syn::Result<Spanned<DefaultValue>> {
    if opt.has_value() {
        return Ok(path(opt)?.map(DefaultValue::Function));
    }
    opt.flag()?;
    Ok(Spanned::new(DefaultValue::Trait(opt.span()), opt.span()))
}
