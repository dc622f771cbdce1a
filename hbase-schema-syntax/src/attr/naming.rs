//! The options on names, which tables and groups of columns share.

use hbase_model::name::{NamingRules, RenameRule};
use syn::Path;

use crate::ast::{Allow, Spanned};
use crate::read::{Entry, Opt, Place, Slot, among, did_you_mean, in_parens, list, value};

/// `naming`, `allow`, `rename_all` and `crate`.
#[derive(Default)]
pub(crate) struct NamingAttr {
    pub(crate) naming: Slot<NamingRules>,
    pub(crate) allow: Slot<Allow>,
    pub(crate) rename_all: Slot<RenameRule>,
    pub(crate) crate_path: Slot<Path>,
}

const WAYS_OUT: [&str; 6] = [
    "families",
    "family_length",
    "hotspot",
    "key_length",
    "name_length",
    "qualifier_length",
];

impl NamingAttr {
    /// Takes the option if it is one of these.
    pub(super) fn take(&mut self, opt: &Opt<'_>) -> Option<syn::Result<()>> {
        Some(match opt.name().as_str() {
            "naming" => self.naming.fill(opt, naming),
            "allow" => self.allow.fill(opt, allow),
            "rename_all" => self.rename_all.fill(opt, rename_all),
            "crate" => self
                .crate_path
                .fill(opt, |opt| value::path(opt, "crate = ::hbase_schema")),
            _ => return None,
        })
    }

    /// The rules for names; the strict ones unless said.
    pub(crate) fn rules(&self) -> NamingRules {
        self.naming.cloned().unwrap_or(NamingRules::Strict)
    }

    /// What was allowed; everything, where a mistake leaves open what was meant.
    pub(crate) fn allowed(&self) -> Allow {
        if self.allow.is_broken() {
            return Allow {
                name_length: true,
                family_length: true,
                qualifier_length: true,
                families: true,
                hotspot: true,
                key_length: true,
            };
        }
        self.allow.cloned().unwrap_or_default()
    }

    /// How a field's name becomes a qualifier, where nothing or something was said.
    pub(crate) fn rename_rule(naming: Option<&Self>) -> RenameRule {
        let said = naming.and_then(|n| n.rename_all.cloned());
        said.unwrap_or(RenameRule::UpperSnake)
    }
}

// naming = strict | hbase
fn naming(opt: &Opt<'_>) -> syn::Result<Spanned<NamingRules>> {
    let words = [
        ("strict", NamingRules::Strict),
        ("hbase", NamingRules::HBase),
    ];
    value::word(opt, &words)
}

// rename_all = "UPPER_SNAKE"
fn rename_all(opt: &Opt<'_>) -> syn::Result<Spanned<RenameRule>> {
    let text = value::text(opt, "rename_all = \"UPPER_SNAKE\"")?;
    let rule = match text.value.as_str() {
        "UPPER_SNAKE" => Ok(RenameRule::UpperSnake),
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
    format!("unknown `rename_all` rule `{rule}`{meant}: expected `UPPER_SNAKE` or {all}")
}

// allow(name_length, family_length, qualifier_length, families, hotspot, key_length)
fn allow(opt: &Opt<'_>) -> syn::Result<Spanned<Allow>> {
    opt.parens("allow(name_length)")?;
    let mut allow = Allow::default();
    let place = Place::Within("`allow(…)`", &WAYS_OUT);
    in_parens(opt.input, |content| {
        if content.is_empty() {
            return Err(opt.error("`allow()` allows nothing: say what, or leave it out"));
        }
        list(content, place, &mut |entry| match entry {
            Entry::Literal(literal) => Err(super::no_literal(&literal, place)),
            Entry::Option(way) => way_out(&way, &mut allow),
        })
    })?;
    Ok(Spanned::new(allow, opt.span()))
}

fn way_out(way: &Opt<'_>, allow: &mut Allow) -> syn::Result<()> {
    let flag = match way.name().as_str() {
        "families" => &mut allow.families,
        "family_length" => &mut allow.family_length,
        "qualifier_length" => &mut allow.qualifier_length,
        "hotspot" => &mut allow.hotspot,
        "key_length" => &mut allow.key_length,
        "name_length" => &mut allow.name_length,
        _ => return Err(way.unknown()),
    };
    if std::mem::replace(flag, true) {
        let message = format!("`{}` is allowed already: say it once", way.name());
        return Err(way.error(message));
    }
    way.flag()
}
