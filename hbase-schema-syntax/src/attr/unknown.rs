//! Errors for arguments that an attribute does not have.

use syn::Lit;

use crate::read::{Opt, OptionSet, TakesName, among, did_you_mean, nearest};

/// The error for an option that its attribute does not have.
pub(crate) fn unknown(opt: &Opt<'_>) -> syn::Error {
    opt.error(message(opt))
}

fn message(opt: &Opt<'_>) -> String {
    let (name, set) = (&*opt.name(), opt.set);
    let written = set.written;
    if name == "desc" && set.find("fields").is_some() {
        return "`desc` is written at its field: `fields(sender, desc(sent))`".to_owned();
    }
    let elsewhere = elsewhere(opt);
    if !elsewhere.is_empty() {
        return format!(
            "`{name}` is not an option of {written}: it belongs in {}",
            elsewhere.join(" or ")
        );
    }
    if name == "name" && set.takes_name != TakesName::No {
        let example = set.example;
        return format!("`name` is not written: the name stands by itself, as in `{example}`");
    }
    let names = set.names();
    if names.is_empty() {
        return format!("unknown option `{name}`: {written} takes none");
    }
    let meant = did_you_mean(name, &names);
    let all = among(&names);
    format!("unknown option `{name}` in {written}{meant}: expected {all}")
}

/// Whether a word is an option, of this attribute or another, or similar to one.
pub(super) fn is_near_option(opt: &Opt<'_>) -> bool {
    !elsewhere(opt).is_empty() || nearest(&opt.name(), &opt.set.names()).is_some()
}

/// The attributes that have the option, as in messages.
fn elsewhere(opt: &Opt<'_>) -> Vec<&'static str> {
    let name = opt.name();
    opt.others
        .iter()
        .filter(|other| other.written != opt.set.written && other.find(&name).is_some())
        .map(|other| other.written)
        .collect()
}

/// The error for a literal instead of an option.
pub(crate) fn no_literal(literal: &Lit, set: OptionSet) -> syn::Error {
    let written = set.written;
    let expected = match set.example {
        "" => format!("expected {}", among(&set.names())),
        example => format!("write an option, as in `{example}`"),
    };
    let message = format!("{written} takes no value by itself: {expected}");
    syn::Error::new(literal.span(), message)
}
