//! `kind(16, option = …)`: the syntax of salts and splits, a number or a function, and options, in parentheses.

use std::fmt::Display;
use std::ops::RangeInclusive;

use syn::parse::ParseStream;
use syn::{Ident, Lit, Path, PathArguments, token};

use super::options::options;
use super::split_format::{self, Format};
use super::{Options, unknown};
use crate::ast::Spanned;
use crate::read::value::{any_text, flag, in_range, number, to_comma};
use crate::read::{
    Entry, Opt, OptionList, OptionSet, Value, among, comma, did_you_mean, here, in_parens, list,
};

options! {
    /// The options of all kinds of salts and splits.
    ArgumentOptions, ArgumentOption {
        /// The first digit of an MD5, from 0.
        From from: u8 = "from = 8" by number(0..=31);
        /// Hex digits in upper case.
        Upper upper: () = "upper" by flag;
        /// The text between the parts that feed a hash, instead of their separators.
        Joined joined: String = "joined = \"\"" by any_text;
        /// Java's absolute value of the hash's remainder.
        Abs abs: () = "abs" by flag;
        /// The number of values, from 0.
        Values values: u32 = "values = 4" by number(2..=u32::MAX);
        /// The digits or bytes of a number.
        Width width: u32 = "width = 2" by number(0..=u32::MAX);
        /// The distance between two numbers.
        Step step: u32 = "step = 2" by number(1..=u32::MAX);
        /// The number of split points.
        Count count: u32 = "count = 300" by number(1..=u32::MAX);
    }
}

/// The options of salts and splits without any.
pub(super) const NONE: &[OptionList] = &[];
pub(super) const OF_HASH: &[OptionList] = &[OptionList::Own(&[
    ArgumentOption::From.spec(),
    ArgumentOption::Upper.spec(),
    ArgumentOption::Joined.spec(),
])];
pub(super) const OF_BYTES: &[OptionList] = &[OptionList::Own(&[ArgumentOption::Joined.spec()])];
pub(super) const OF_JAVA_BYTES: &[OptionList] = &[OptionList::Own(&[
    ArgumentOption::Abs.spec(),
    ArgumentOption::Joined.spec(),
])];
pub(super) const OF_NUMBER: &[OptionList] = &[OptionList::Own(&[ArgumentOption::Width.spec()])];

pub(super) const OF_FUNCTION: &[OptionList] = &[OptionList::Own(&[
    ArgumentOption::Width.spec(),
    ArgumentOption::Values.spec(),
    ArgumentOption::Joined.spec(),
])];

pub(super) const OF_BUCKETS: &[OptionList] = &[OptionList::Own(&[
    ArgumentOption::Step.spec(),
    ArgumentOption::Width.spec(),
])];
pub(super) const OF_FORMAT: &[OptionList] = &[OptionList::Own(&[
    ArgumentOption::Step.spec(),
    ArgumentOption::Count.spec(),
])];

/// What comes first in the parentheses.
pub(super) enum Leading {
    /// A number within these bounds.
    Number(RangeInclusive<u32>),
    /// The path of a function.
    Function,
    /// A text with a placeholder, and a range of numbers.
    Format,
}

/// A kind of salts or splits.
pub(super) struct Kind<T: 'static> {
    pub(super) name: &'static str,
    /// The kind and its options, for messages.
    pub(super) set: OptionSet,
    /// An example of the whole option.
    pub(super) example: &'static str,
    /// Its meaning, as in `OPTIONS.md`.
    pub(super) doc: &'static str,
    /// What comes before its options.
    pub(super) leading: Leading,
    /// The value, from checked arguments.
    pub(super) make: fn(&Arguments<'_>) -> syn::Result<T>,
}

/// The arguments of a kind.
pub(super) struct Arguments<'k> {
    kind: &'k Ident,
    example: &'static str,
    leading: &'k Leading,
    count: Option<Spanned<u32>>,
    function: Option<Path>,
    format: Option<Format>,
    pub(super) options: ArgumentOptions,
}

impl Arguments<'_> {
    /// The number, if any.
    pub(super) fn optional_count(&self) -> Option<u32> {
        self.count.as_ref().map(|count| count.value)
    }

    /// The number, which is required.
    pub(super) fn count(&self) -> syn::Result<u32> {
        self.optional_count().ok_or_else(|| {
            let kind = self.kind;
            let bounds = match self.leading {
                Leading::Number(bounds) => format!(" of {} to {}", bounds.start(), bounds.end()),
                Leading::Function | Leading::Format => String::new(),
            };
            self.error(format_args!("`{kind}` needs a number{bounds}"))
        })
    }

    /// The function, which is required.
    pub(super) fn function(&self) -> syn::Result<&Path> {
        self.function.as_ref().ok_or_else(|| {
            let kind = self.kind;
            self.error(format_args!("`{kind}` needs the path of a function"))
        })
    }

    /// The text and the range, which are required.
    pub(super) fn format(&self) -> syn::Result<&Format> {
        self.format.as_ref().ok_or_else(|| {
            let kind = self.kind;
            self.error(format_args!("`{kind}` needs a text and a range of numbers"))
        })
    }

    /// `width`, which is 1 to `most`.
    pub(super) fn width(&self, most: u8) -> syn::Result<Option<u8>> {
        let Some(width) = self.options.width.spanned() else {
            return Ok(None);
        };
        let value = u8::try_from(width.value).ok();
        if let Some(value) = value.filter(|value| (1..=most).contains(value)) {
            return Ok(Some(value));
        }
        let (kind, found) = (self.kind, width.value);
        let message = format!("`width` in `{kind}` is 1 to {most}, not {found}");
        Err(syn::Error::new(width.span, message))
    }

    /// An error that ends with the example.
    pub(super) fn error(&self, message: impl Display) -> syn::Error {
        let message = format!("{message}: write `{}`", self.example);
        syn::Error::new(self.kind.span(), message)
    }

    /// The number, in a type that its bounds fit.
    pub(super) fn count_as<N: TryFrom<u32> + Default>(&self) -> syn::Result<N> {
        Ok(N::try_from(self.count()?).unwrap_or_default())
    }
}

/// Parses one of `kinds`; `or` ends the list of expected values, and `elsewhere` explains words
/// that belong in another attribute.
pub(super) fn read<T>(
    opt: &Opt<'_>,
    kinds: &[Kind<T>],
    or: &str,
    elsewhere: fn(&str) -> Option<String>,
) -> syn::Result<Spanned<T>> {
    opt.value()?;
    let names: Vec<_> = kinds.iter().map(|kind| kind.name).collect();
    let all = among(&names);
    let option = opt.name();
    if !opt.input.peek(Ident) {
        let message = format!("`{option}` takes {all}{or}: write `{}`", opt.example());
        return Err(here(opt.input, message));
    }
    let ident: Ident = opt.input.parse()?;
    let name = ident.to_string();
    let Some(kind) = kinds.iter().find(|kind| kind.name == name) else {
        let meant = did_you_mean(&name, &names);
        let message = elsewhere(&name)
            .unwrap_or_else(|| format!("unknown {option} `{name}`{meant}: expected {all}{or}"));
        return Err(syn::Error::new(ident.span(), message));
    };
    let arguments = arguments(opt, &ident, kind, kinds)?;
    Ok(Spanned::new((kind.make)(&arguments)?, ident.span()))
}

fn arguments<'k, T>(
    opt: &Opt<'_>,
    ident: &'k Ident,
    kind: &'k Kind<T>,
    kinds: &[Kind<T>],
) -> syn::Result<Arguments<'k>> {
    let mut arguments = Arguments {
        kind: ident,
        example: kind.example,
        leading: &kind.leading,
        count: None,
        function: None,
        format: None,
        options: ArgumentOptions::default(),
    };
    if !opt.input.peek(token::Paren) {
        return Ok(arguments);
    }
    let mut has_count = false;
    in_parens(opt.input, |content| {
        match kind.leading {
            Leading::Number(_) => {}
            Leading::Function => arguments.function = function(content, kind)?,
            Leading::Format => arguments.format = split_format::read(content, kind.example)?,
        }
        list(content, kind.set, opt.others, &mut |entry| match entry {
            Entry::Literal(literal) => {
                let is_second = std::mem::replace(&mut has_count, true);
                arguments.count = Some(count(&literal, kind, is_second)?);
                Ok(())
            }
            Entry::Option(opt) if kind.set.find(&opt.name()).is_none() => {
                Err(misplaced(&opt, kinds))
            }
            Entry::Option(opt) => {
                let taken = arguments.options.take(&opt);
                taken.unwrap_or_else(|| Err(unknown(&opt)))
            }
        })
    })?;
    Ok(arguments)
}

/// The path before the options, and the comma after it.
fn function<T>(content: ParseStream<'_>, kind: &Kind<T>) -> syn::Result<Option<Path>> {
    let (start, name, example) = (content.span(), kind.name, kind.example);
    let tokens = to_comma(content)?;
    if tokens.is_empty() {
        return Ok(None);
    }
    let path = syn::parse2::<Path>(tokens.into_iter().collect()).ok();
    let is_plain = |path: &Path| {
        let mut segments = path.segments.iter();
        segments.all(|segment| matches!(segment.arguments, PathArguments::None))
    };
    let Some(path) = path.filter(is_plain) else {
        let message = format!("`{name}` takes the path of a function first: write `{example}`");
        return Err(syn::Error::new(start, message));
    };
    comma(content)?;
    Ok(Some(path))
}

fn count<T>(literal: &Lit, kind: &Kind<T>, is_second: bool) -> syn::Result<Spanned<u32>> {
    let name = kind.name;
    let Leading::Number(bounds) = &kind.leading else {
        let message = format!("`{name}` takes no number here: write `{}`", kind.example);
        return Err(syn::Error::new(literal.span(), message));
    };
    let message = match literal {
        Lit::Int(number) if !is_second => return in_range(number, name, bounds),
        Lit::Int(_) => format!("`{name}` takes one number: this is a second one"),
        _ => format!("`{name}` takes a number: write `{name}(16)`"),
    };
    Err(syn::Error::new(literal.span(), message))
}

/// The error for an option of another kind, or of none.
fn misplaced<T>(opt: &Opt<'_>, kinds: &[Kind<T>]) -> syn::Error {
    let name = opt.name();
    let owners = kinds.iter().filter(|kind| kind.set.find(&name).is_some());
    let owners: Vec<_> = owners.map(|kind| format!("`{}`", kind.name)).collect();
    let owners = match owners.split_last() {
        None => return unknown(opt),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    };
    opt.error(format_args!(
        "`{name}` has no effect in {}: it is an option of {owners}",
        opt.set.written
    ))
}

/// The kinds, for `OPTIONS.md`.
pub(super) fn described<T>(kinds: &[Kind<T>]) -> Vec<Value> {
    let described = kinds.iter().map(|kind| Value {
        written: kind.example.to_owned(),
        doc: kind.doc,
    });
    described.collect()
}
