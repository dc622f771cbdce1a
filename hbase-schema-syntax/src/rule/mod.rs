//! What must hold across attributes and fields: one function a rule.

mod allowed;
mod clashes;
mod column_options;
mod delimiters;
mod families;
mod group;
mod key_size;
mod names;
mod part_options;
mod part_times;
mod roles;
mod salts;
mod split_keys;
mod splits;

use crate::draft::Draft;
use crate::errors::Sink;

/// The rules for a table.
pub(crate) fn table(draft: &Draft<'_>, sink: &Sink) {
    roles::check(draft, sink);
    allowed::check(draft, sink);
    names::check(draft, sink);
    families::check(draft, sink);
    for (field, part) in draft.parts() {
        part_options::check(part, sink);
        part_times::check(part, sink);
        clashes::check_part(field, sink);
    }
    clashes::check_types(draft, sink);
    salts::check(draft, sink);
    delimiters::check(draft, sink);
    key_size::check(draft, sink);
    splits::check(draft, sink);
    columns(draft, sink);
}

/// The rules for a group of columns.
pub(crate) fn group(draft: &Draft<'_>, sink: &Sink) {
    group::check(draft, sink);
    allowed::check(draft, sink);
    names::check_columns(draft, sink);
    columns(draft, sink);
}

fn columns(draft: &Draft<'_>, sink: &Sink) {
    for field in &draft.fields {
        column_options::check(field, sink);
    }
    clashes::check_tokens(draft, sink);
    clashes::check_qualifiers(draft, sink);
}
