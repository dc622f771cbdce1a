//! Checks lists at the end of a key.

use PartOption::{OmitNone, Terminator};

use crate::attr::{PartOption, PartOptions, SetOptions};
use crate::draft::{Draft, FieldDraft};
use crate::errors::Sink;

pub(super) fn check_lists(draft: &Draft<'_>, sink: &Sink) {
    let parts = draft.parts();
    for (_, part) in &parts {
        sorts_a_list(part, sink);
        has_elements_only(part, sink);
    }
    if let [(_, only)] = &parts[..] {
        is_not_alone(only, sink);
    }
    for pair in parts.windows(2) {
        if let [(field, part), (after, _)] = pair {
            is_last(field, part, after, sink);
        }
    }
}

fn sorts_a_list(part: &PartOptions, sink: &Sink) {
    if let Some(span) = part.sorted.span().filter(|_| !part.repeat.is_set()) {
        let message = "`sorted` is about the elements of a list: add `repeat`, or leave it out";
        sink.at(span, message);
    }
}

/// The types of the elements determine their bytes, and the end of the key their number.
fn has_elements_only(part: &PartOptions, sink: &Sink) {
    if !part.repeat.is_set() {
        return;
    }
    for (option, span) in part.set_among(&PartOption::OF_ENCODING) {
        let message = format!(
            "`{}` cannot be combined with `repeat`: the types of the elements determine their bytes: leave it out",
            option.name()
        );
        sink.at(span, message);
    }
    for (option, span) in part.set_among(&[Terminator, OmitNone]) {
        let why = match option {
            OmitNone => "a list without elements has no bytes already",
            _ => "a list ends where the key does",
        };
        let message = format!(
            "`{}` cannot be combined with `repeat`: {why}: leave it out",
            option.name()
        );
        sink.at(span, message);
    }
}

fn is_not_alone(only: &PartOptions, sink: &Sink) {
    if let Some(span) = only.repeat.span() {
        let message = "`repeat` on the only part: without elements, the key would be empty, so give the key a part before it \
                       that every row has";
        sink.at(span, message);
    }
}

fn is_last(field: &FieldDraft<'_>, part: &PartOptions, after: &FieldDraft<'_>, sink: &Sink) {
    if let Some(span) = part.repeat.span() {
        let message = format!(
            "the list `{}` ends where the key does, but `{}` comes after it: move the list to the end of the key",
            field.ident, after.ident
        );
        sink.at(span, message);
    }
}
