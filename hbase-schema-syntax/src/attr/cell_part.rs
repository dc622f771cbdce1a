//! `part`, in `#[column]`: the options of a key part's encoding.

use syn::token;

use super::options::Options as _;
use super::part::{PartOption, PartOptions};
use super::unknown::{no_literal, unknown};
use crate::ast::Spanned;
use crate::read::{Entry, Opt, OptionList, OptionSet, here, in_parens, list};

/// The options of `part(…)`.
const SET: OptionSet = OptionSet::list(
    "`part`",
    &[
        OptionList::Own(PartOption::OF_CELLS),
        OptionList::Own(PartOption::OWN),
    ],
);

// part | part(java) | part(desc, fixed = 4)
pub(super) fn read(opt: &Opt<'_>) -> syn::Result<Spanned<PartOptions>> {
    let mut options = PartOptions::default();
    if opt.has_value() {
        let message = "`part` takes its options in parentheses: write `part(fixed = 4)`";
        return Err(here(opt.input, message));
    }
    if opt.input.peek(token::Paren) {
        in_parens(opt.input, |content| {
            list(content, SET, opt.others, &mut |entry| {
                take(&mut options, entry)
            })
        })?;
    }
    Ok(Spanned::new(options, opt.span()))
}

fn take(options: &mut PartOptions, entry: Entry<'_>) -> syn::Result<()> {
    let opt = match entry {
        Entry::Literal(literal) => return Err(no_literal(&literal, SET)),
        Entry::Option(opt) => opt,
    };
    if let Some(why) = of_keys_only(&opt.name()) {
        return Err(opt.error(format_args!(
            "`{}` has no effect in a cell: {why}",
            opt.name()
        )));
    }
    options.take(&opt).unwrap_or_else(|| Err(unknown(&opt)))
}

/// Why an option of key parts means nothing in a cell.
fn of_keys_only(option: &str) -> Option<&'static str> {
    Some(match option {
        "separator" | "terminator" | "unseparated" => {
            "a cell ends where its bytes do: leave it out"
        }
        "escape" => "nothing follows the text, so no character needs one: leave it out",
        "repeat" | "sorted" => "a list ends where a key does, and cells have none: leave it out",
        "omit_none" => "the `None` of a column has no cell anyway: leave it out",
        "salt" => "only the key has a salt: leave it out",
        "max" => "it bounds the length of the key: leave it out",
        _ => return None,
    })
}
