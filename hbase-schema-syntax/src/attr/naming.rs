//! The options for names, which tables and groups of columns share.

use hbase_model::name::{NamingRules, RenameRule};
use syn::Path;

use super::options::options;
use super::parsed::Attr;
use super::{AllowOption, AllowOptions, SetOptions, allow};
use crate::ast::Spanned;
use crate::read::{Opt, OptionList, OptionSet, TakesName, Value, among, did_you_mean, value};

options! {
    /// The options of `#[columns]`, which `#[table]` has too.
    NamingOptions, NamingOption {
        /// The naming rules (default `strict`); `hbase` requires only what `HBase` requires.
        Naming naming: NamingRules = "naming = hbase" by |opt| value::word(opt, &namings()), values naming_words;
        /// Exceptions from rules; several are separated by commas.
        Allow allow: AllowOptions = "allow(name_length)" by allow::read, values allow::described;
        /// How a field's name becomes a qualifier (default `UPPER_SNAKE`).
        RenameAll rename_all: RenameRule = "rename_all = \"UPPER_SNAKE\"" by rename_all, values rename_rules;
        /// The path of the runtime (default `::hbase_schema`).
        Crate crate_path: Path = "crate = ::hbase_schema" by value::path;
    }
}

/// `#[columns]`.
pub(super) const SET: OptionSet = OptionSet {
    written: "`#[columns]`",
    example: "#[columns(naming = hbase)]",
    takes_name: TakesName::No,
    options: &[OptionList::Own(NamingOption::SPECS)],
};

/// `#[columns]`, on a group of columns.
pub(crate) type ColumnsAttr = Attr<NamingOptions>;

impl NamingOptions {
    /// The naming rules.
    pub(crate) fn rules(&self) -> NamingRules {
        self.naming.cloned().unwrap_or(NamingRules::Strict)
    }

    /// Whether an exception is permitted; all are, if an error leaves open which ones are meant.
    pub(crate) fn allows(&self, option: AllowOption) -> bool {
        let granted = self.allow.get();
        self.allow.is_broken() || granted.is_some_and(|a| a.span_of(option).is_some())
    }
}

fn namings() -> Vec<(String, NamingRules)> {
    let words = [
        ("strict", NamingRules::Strict),
        ("hbase", NamingRules::HBase),
    ];
    words.map(|(word, rules)| (word.to_owned(), rules)).into()
}

fn naming_words() -> Vec<Value> {
    let words = namings().into_iter();
    words.map(|(word, _)| Value::word(word)).collect()
}

/// This project's own rule.
const UPPER_SNAKE: &str = "UPPER_SNAKE";

// rename_all = "UPPER_SNAKE"
fn rename_all(opt: &Opt<'_>) -> syn::Result<Spanned<RenameRule>> {
    let text = value::text(opt)?;
    let rule = match text.value.as_str() {
        UPPER_SNAKE => Ok(RenameRule::UpperSnake),
        other => other.parse(),
    };
    match rule {
        Ok(value) => Ok(Spanned::new(value, text.span)),
        Err(_) => Err(syn::Error::new(text.span, unknown_rule(&text.value))),
    }
}

fn unknown_rule(rule: &str) -> String {
    let meant = did_you_mean(rule, &RenameRule::NAMES);
    let all = among(&RenameRule::NAMES);
    format!("unknown `rename_all` rule `{rule}`{meant}: expected `{UPPER_SNAKE}` or {all}")
}

fn rename_rules() -> Vec<Value> {
    let rules = std::iter::once(UPPER_SNAKE).chain(RenameRule::NAMES);
    rules.map(|rule| Value::word(format!("{rule:?}"))).collect()
}
