//! Checks the struct of a qualifier.

use crate::draft::Draft;
use crate::errors::Sink;

pub(super) fn check_qualifier(draft: &Draft<'_>, sink: &Sink) {
    has_part(draft, sink);
    has_no_parameters(draft, sink);
    says_something(draft, sink);
    for (_, part) in draft.parts() {
        if let Some(span) = part.salt.span() {
            sink.at(
                span,
                "`salt` has no place in a qualifier: the columns of a row are in one region, leave it \
                 out",
            );
        }
        for span in part.repeat.span().into_iter().chain(part.sorted.span()) {
            let message =
                "a list is for row keys: leave it out, or give each name one dynamic column";
            sink.at(span, message);
        }
        if let Some(span) = part.omit_none.span() {
            let message = "`omit_none` is for row keys: leave it out, or use a type with its own value for \"none\"";
            sink.at(span, message);
        }
    }
}

fn has_part(draft: &Draft<'_>, sink: &Sink) {
    if draft.fields.is_empty() {
        let name = &draft.input.ident;
        let message = format!("`{name}` has no field: a qualifier has at least one part");
        sink.at(name.span(), message);
    }
}

fn has_no_parameters(draft: &Draft<'_>, sink: &Sink) {
    let name = &draft.input.ident;
    if let Some(parameter) = draft.input.generics.params.first() {
        let message = format!(
            "`{name}` has a parameter: a qualifier is one type that owns its data, write the types \
             of its parts"
        );
        sink.at(syn::spanned::Spanned::span(parameter), message);
    }
}

fn says_something(draft: &Draft<'_>, sink: &Sink) {
    let attrs = draft.attrs.key.as_ref().map(|key| (key.is_empty, key.span));
    if let Some((true, span)) = attrs {
        sink.at(
            span,
            "`#[qualifier]` on the struct is empty: leave it out, or give it an option, as in \
             `#[qualifier(separator = \"_\")]`",
        );
    }
}
