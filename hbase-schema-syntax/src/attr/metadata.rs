//! `metadata("KEY" = "VALUE")`, of tables and of families.

use hbase_model::descriptor::AttributeSpec;
use syn::parse::ParseBuffer;
use syn::{LitStr, Token};

use crate::ast::Spanned;
use crate::read::{Opt, OptionSpec, here, in_parens, value};

/// Names and values, in source order.
pub(crate) type Metadata = Vec<(Spanned<String>, Spanned<String>)>;

const EXAMPLE: &str = "metadata(\"KEY\" = \"VALUE\")";

/// The option's description.
pub(super) const SPECS: &[OptionSpec] = &[OptionSpec {
    example: EXAMPLE,
    doc: "Any other attribute, by `HBase`'s name.",
    attribute: None,
    values: None,
}];

/// Parses the pairs; rejects those of `attributes` that have an option.
pub(super) fn read(opt: &Opt<'_>, attributes: &[AttributeSpec]) -> syn::Result<Spanned<Metadata>> {
    opt.parens()?;
    let value = in_parens(opt.input, |content| {
        if content.is_empty() {
            return Err(opt.error(format_args!("`metadata()` is empty: write `{EXAMPLE}`")));
        }
        pairs(content, attributes)
    })?;
    Ok(Spanned::new(value, opt.span()))
}

fn pairs(content: &ParseBuffer<'_>, attributes: &[AttributeSpec]) -> syn::Result<Metadata> {
    let mut pairs = Metadata::new();
    while !content.is_empty() {
        let pair = pair(content)?;
        check_name(&pair.0, &pairs, attributes)?;
        check_value(&pair, attributes)?;
        pairs.push(pair);
        if !content.is_empty() {
            content.parse::<Token![,]>()?;
        }
    }
    Ok(pairs)
}

fn pair(content: &ParseBuffer<'_>) -> syn::Result<(Spanned<String>, Spanned<String>)> {
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
    Ok((name, Spanned::new(text.value(), text.span())))
}

fn check_name(
    name: &Spanned<String>,
    before: &Metadata,
    attributes: &[AttributeSpec],
) -> syn::Result<()> {
    let own_option = attributes
        .iter()
        .filter(|attribute| attribute.name.eq_ignore_ascii_case(&name.value))
        .find_map(|attribute| attribute.field);
    let wrong = if before.iter().any(|(n, _)| n.value == name.value) {
        format!("duplicate metadata `{}`: write it once", name.value)
    } else if let Some(option) = own_option {
        format!("`{}` has its own option: write `{option} = …`", name.value)
    } else {
        return Ok(());
    };
    Err(syn::Error::new(name.span, wrong))
}

/// Checks the value of an attribute that `HBase` defines, though it has no option.
fn check_value(
    (name, value): &(Spanned<String>, Spanned<String>),
    attributes: &[AttributeSpec],
) -> syn::Result<()> {
    let known = attributes.iter().find(|spec| spec.name == name.value);
    let checked = known.map_or(Ok(()), |spec| spec.check(&spec.normalize(&value.value)));
    checked.map_err(|error| syn::Error::new(value.span, format_args!("`metadata`: {error}")))
}
