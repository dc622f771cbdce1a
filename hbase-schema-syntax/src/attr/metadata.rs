//! `metadata("KEY" = "VALUE")`, of tables and of families.

use syn::parse::ParseBuffer;
use syn::{LitStr, Token};

use crate::ast::Spanned;
use crate::read::{Opt, here, in_parens, value};

/// Names and values, in the order written.
pub(crate) type Metadata = Vec<(Spanned<String>, String)>;

const EXAMPLE: &str = "metadata(\"KEY\" = \"VALUE\")";

/// Reads the pairs; `attributes` are those that have an option of their own.
pub(super) fn read(opt: &Opt<'_>, attributes: &[(&str, &str)]) -> syn::Result<Spanned<Metadata>> {
    opt.parens(EXAMPLE)?;
    let value = in_parens(opt.input, |content| {
        if content.is_empty() {
            return Err(opt.error(format_args!("`metadata()` says nothing: write `{EXAMPLE}`")));
        }
        pairs(content, attributes)
    })?;
    Ok(Spanned::new(value, opt.span()))
}

fn pairs(content: &ParseBuffer<'_>, attributes: &[(&str, &str)]) -> syn::Result<Metadata> {
    let mut pairs = Metadata::new();
    while !content.is_empty() {
        let pair = pair(content)?;
        check(&pair.0, &pairs, attributes)?;
        pairs.push(pair);
        if !content.is_empty() {
            content.parse::<Token![,]>()?;
        }
    }
    Ok(pairs)
}

fn pair(content: &ParseBuffer<'_>) -> syn::Result<(Spanned<String>, String)> {
    let name = value::text_here(content, "metadata", EXAMPLE)?;
    if !content.peek(Token![=]) {
        let message = format!("`metadata` takes pairs: write `{EXAMPLE}`");
        return Err(here(content, message));
    }
    content.parse::<Token![=]>()?;
    if !content.peek(LitStr) {
        let message = format!("`metadata` takes a text in quotes: write `{EXAMPLE}`");
        return Err(here(content, message));
    }
    let text: LitStr = content.parse()?;
    Ok((name, text.value()))
}

fn check(
    name: &Spanned<String>,
    before: &Metadata,
    attributes: &[(&str, &str)],
) -> syn::Result<()> {
    let wrong = if before.iter().any(|(n, _)| n.value == name.value) {
        format!("duplicate metadata `{}`: say it once", name.value)
    } else if let Some((_, option)) = attributes
        .iter()
        .find(|(attribute, _)| attribute.eq_ignore_ascii_case(&name.value))
    {
        format!(
            "`{}` has an option of its own: write `{option} = …`",
            name.value
        )
    } else {
        return Ok(());
    };
    Err(syn::Error::new(name.span, wrong))
}
