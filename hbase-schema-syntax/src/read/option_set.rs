//! Descriptions of options, for messages, suggestions and `OPTIONS.md`.

use hbase_model::descriptor::AttributeSpec;

/// The description of one option.
#[derive(Clone, Copy)]
pub(crate) struct OptionSpec {
    /// An example of the option: `versions = 3`.
    pub(crate) example: &'static str,
    /// Its meaning, as in `OPTIONS.md`.
    pub(crate) doc: &'static str,
    /// The attribute of `HBase` that it declares.
    pub(crate) attribute: Option<&'static AttributeSpec>,
    /// Lists the valid values, if possible.
    pub(crate) values: Option<fn() -> Vec<Value>>,
}

/// A value of an option, for `OPTIONS.md`.
pub(crate) struct Value {
    /// The value in its syntax.
    pub(crate) written: String,
    /// Its meaning; empty for a self-explanatory word.
    pub(crate) doc: &'static str,
}

impl Value {
    /// A self-explanatory word.
    pub(crate) fn word(written: String) -> Self {
        Self { written, doc: "" }
    }
}

impl OptionSpec {
    /// The option that declares an attribute; `None` for an attribute that is kept as metadata.
    fn of(attribute: &'static AttributeSpec) -> Option<Self> {
        Some(Self {
            example: attribute.example?,
            doc: attribute.about,
            attribute: Some(attribute),
            values: None,
        })
    }

    /// The option's name, with which its example starts.
    pub(crate) fn name(&self) -> &'static str {
        let is_name = |c: char| c.is_ascii_lowercase() || c == '_';
        let end = self.example.find(|c| !is_name(c));
        &self.example[..end.unwrap_or(self.example.len())]
    }
}

/// The options of an attribute, or of a list within one.
#[derive(Clone, Copy)]
pub(crate) struct OptionSet {
    /// The attribute or list that has the options, as in messages.
    pub(crate) written: &'static str,
    /// A valid example; empty for a list within an attribute.
    pub(crate) example: &'static str,
    /// The unnamed argument.
    pub(crate) takes_name: TakesName,
    /// The options, in the order of `OPTIONS.md`.
    pub(crate) options: &'static [OptionList],
}

/// The unnamed argument that an attribute takes: a name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum TakesName {
    /// None.
    No,
    /// Text.
    Text,
    /// Text, or bytes as in `b"\x80\x0B"`.
    TextOrBytes,
}

/// Options that are declared together.
pub(crate) enum OptionList {
    /// By this crate.
    Own(&'static [OptionSpec]),
    /// By the model: those of these attributes that have a field.
    Attributes(&'static [AttributeSpec]),
}

impl OptionSet {
    /// A list within an attribute.
    pub(crate) const fn list(written: &'static str, options: &'static [OptionList]) -> Self {
        Self {
            written,
            example: "",
            takes_name: TakesName::No,
            options,
        }
    }

    /// The options, in the order of `OPTIONS.md`.
    pub(crate) fn iter(self) -> impl Iterator<Item = OptionSpec> {
        self.options.iter().flat_map(|list| match list {
            OptionList::Own(options) => options.to_vec(),
            OptionList::Attributes(all) => all.iter().filter_map(OptionSpec::of).collect(),
        })
    }

    /// The option with this name.
    pub(crate) fn find(self, name: &str) -> Option<OptionSpec> {
        self.iter().find(|option| option.name() == name)
    }

    /// The options' names, sorted.
    pub(crate) fn names(self) -> Vec<&'static str> {
        let mut names: Vec<_> = self.iter().map(|option| option.name()).collect();
        names.sort_unstable();
        names
    }
}
