//! Rules across attributes and fields: one function per rule.

mod allowed;
mod bits;
mod clashes;
mod column_options;
mod dates;
mod delimiters;
mod escapes;
mod families;
mod group;
mod indexed_table;
mod indexes;
mod key_size;
mod lists;
mod names;
mod omitted;
mod part_options;
mod part_times;
mod qualifier;
mod roles;
mod salts;
mod since;
mod split_keys;
mod splits;
mod timestamp;
mod version;

pub(crate) use names::example_name;

use crate::draft::Draft;
use crate::errors::Sink;

/// Checks the rules for a table.
pub(crate) fn check_table(draft: &Draft<'_>, sink: &Sink) {
    roles::check_roles(draft, sink);
    allowed::check_exceptions(draft, sink);
    names::check_names(draft, sink);
    dates::check_dates(draft, sink);
    families::check_families(draft, sink);
    timestamp::check_timestamp(draft, sink);
    version::check_version(draft, sink);
    indexes::check_indexes(draft, sink);
    indexed_table::check_indexed_table(draft, sink);
    for (field, part) in draft.parts() {
        part_options::check_part_options(part, sink);
        part_times::check_part_times(part, sink);
        clashes::check_part_name(field, sink);
    }
    clashes::check_types(draft, sink);
    salts::check_salts(draft, sink);
    delimiters::check_delimiters(draft, sink);
    escapes::check_escapes(draft, sink);
    omitted::check_omitted(draft, sink);
    lists::check_lists(draft, sink);
    key_size::check_key_size(draft, sink);
    splits::check_splits(draft, sink);
    check_columns(draft, sink);
    since::check_since(draft, sink);
    clashes::check_tokens(draft, sink);
    clashes::check_qualifiers(draft, sink);
}

/// Checks the rules for a group of columns.
pub(crate) fn check_group(draft: &Draft<'_>, sink: &Sink) {
    group::check_group(draft, sink);
    allowed::check_exceptions(draft, sink);
    names::check_column_names(draft, sink);
    check_columns(draft, sink);
    clashes::check_group_qualifiers(draft, sink);
}

/// Checks the rules for the struct of a qualifier.
pub(crate) fn check_qualifier(draft: &Draft<'_>, sink: &Sink) {
    qualifier::check_qualifier(draft, sink);
    bits::check_bits(draft, sink);
    for (_, part) in draft.parts() {
        part_options::check_part_options(part, sink);
        part_times::check_part_times(part, sink);
    }
    delimiters::check_delimiters(draft, sink);
    escapes::check_escapes(draft, sink);
}

fn check_columns(draft: &Draft<'_>, sink: &Sink) {
    for field in &draft.fields {
        column_options::check_column_options(field, sink);
    }
    clashes::have_tokens(draft, sink);
}
