//! `escape("%" = "%9$", "!" = "%0$")`, of key parts.

use hbase_model::escape::Replacement;
use syn::Token;
use syn::parse::ParseBuffer;

use crate::ast::Spanned;
use crate::read::{Opt, here, in_parens, value};

/// Parses the replacements, each with the span of its text.
pub(super) fn read(opt: &Opt<'_>) -> syn::Result<Spanned<Vec<Spanned<Replacement>>>> {
    opt.parens()?;
    let example = opt.example();
    let replacements = in_parens(opt.input, |content| {
        if content.is_empty() {
            return Err(opt.error(format_args!(
                "`escape()` replaces nothing: write `{example}`"
            )));
        }
        let mut all = Vec::new();
        while !content.is_empty() {
            all.push(replacement(content, example)?);
            if !content.is_empty() {
                content.parse::<Token![,]>()?;
            }
        }
        Ok(all)
    })?;
    Ok(Spanned::new(replacements, opt.span()))
}

fn replacement(
    content: &ParseBuffer<'_>,
    example: &'static str,
) -> syn::Result<Spanned<Replacement>> {
    let from = value::text_here(content, "escape", example)?;
    let mut characters = from.value.chars();
    let (Some(character), None) = (characters.next(), characters.next()) else {
        let message = format!(
            "`escape` replaces single characters, not {:?}: write each of them, as in `{example}`",
            from.value
        );
        return Err(syn::Error::new(from.span, message));
    };
    if !content.peek(Token![=]) {
        let message = format!("`escape` takes pairs: write `{example}`");
        return Err(here(content, message));
    }
    content.parse::<Token![=]>()?;
    let to = value::any_text_here(content, "escape", example)?;
    Ok(to.map(|to| Replacement {
        from: character,
        to: to.into(),
    }))
}
