//! Rejects options of one column that exclude each other, or have no effect.

use ColumnOption::{
    Counter, Default, Dynamic, Flatten, JavaText, Json, Limit, Part, Prefix, Rename, Since,
    StoreNone, Text, With, WithName,
};

use crate::ast::DefaultValue;
use crate::attr::{ColumnAttr, ColumnOption, ColumnOptions, SetOptions};
use crate::draft::FieldDraft;
use crate::errors::Sink;

use super::part_options::check_part_options;
use super::part_times::check_part_times;

pub(super) fn check_column_options(field: &FieldDraft<'_>, sink: &Sink) {
    let Some(column) = &field.column else { return };
    let options = &column.options;
    one_name(column, sink);
    one_codec(options, sink);
    if let Some(part) = options.part.get() {
        check_part_options(part, sink);
        check_part_times(part, sink);
    }
    if options.skip.is_set() {
        skipped_has_no_options(column, sink);
    } else if options.flatten.is_set() {
        group_has_no_options(column, sink);
    } else if options.dynamic.is_set() {
        dynamic_has_no_options(column, sink);
    } else {
        limit_needs_dynamic(options, sink);
        names_need_dynamic(options, sink);
        prefix_needs_group(options, sink);
        counter_has_no_options(options, sink);
        codec_stores_none(options, sink);
    }
}

fn one_name(column: &ColumnAttr, sink: &Sink) {
    if let (true, Some(rename)) = (column.name.is_set(), column.options.rename.span()) {
        sink.at(
            rename,
            "`rename` sets the name a second time: keep `#[column(\"NAME\")]` or `rename`",
        );
    }
}

const CODECS: [ColumnOption; 6] = [Text, JavaText, Json, With, WithName, Part];

fn one_codec(column: &ColumnOptions, sink: &Sink) {
    let codecs = column.set_among(&CODECS);
    let Some((first, _)) = codecs.first() else {
        return;
    };
    for (other, span) in &codecs[1..] {
        let (other, first) = (other.name(), first.name());
        let message = format!("`{other}` and `{first}` are two ways to write one cell: keep one");
        sink.at(*span, message);
    }
}

/// The options of single cells, which groups do not have.
const OF_CELLS: [ColumnOption; 9] = [
    Rename, Text, JavaText, Json, With, WithName, Part, Counter, StoreNone,
];

fn no_effect(column: &ColumnOptions, options: &[ColumnOption], why: &str, sink: &Sink) {
    for (option, span) in column.set_among(options) {
        sink.at(
            span,
            format_args!("`{}` has no effect {why}", option.name()),
        );
    }
}

fn name_has_no_effect(column: &ColumnAttr, why: &str, sink: &Sink) {
    if let Some(name) = column.name.to_qualifier() {
        sink.at(name.span, format_args!("a name has no effect {why}"));
    }
}

fn skipped_has_no_options(column: &ColumnAttr, sink: &Sink) {
    let why = "on a field that is not stored: leave it out, or leave out `skip`";
    name_has_no_effect(column, why, sink);
    no_effect(&column.options, &OF_CELLS, why, sink);
    no_effect(
        &column.options,
        &[Flatten, Dynamic, Limit, Prefix, Since],
        why,
        sink,
    );
    if let Some(DefaultValue::Trait(span)) = column.options.default.get() {
        sink.at(
            *span,
            "`default` has no effect together with `skip`, which means it already: leave it out, or \
             name a function, as in `default = my::function`",
        );
    }
}

fn group_has_no_options(column: &ColumnAttr, sink: &Sink) {
    let why = "together with `flatten`: write it on the fields of the group";
    name_has_no_effect(column, why, sink);
    no_effect(&column.options, &OF_CELLS, why, sink);
    no_effect(&column.options, &[Default, Limit], why, sink);
    let why = "together with `flatten`: a group has no dynamic columns: leave it out";
    no_effect(&column.options, &[Since], why, sink);
    if let Some(span) = column.options.dynamic.span() {
        sink.at(
            span,
            "`dynamic` and `flatten` are two ways to store a field: keep one",
        );
    }
}

/// The names of dynamic columns are values, and absent ones are not in the map.
fn dynamic_has_no_options(column: &ColumnAttr, sink: &Sink) {
    let why =
        "together with `dynamic`: the names of the columns are the map's keys, after a `prefix`";
    name_has_no_effect(column, why, sink);
    no_effect(&column.options, &[Rename], why, sink);
    let why = "together with `dynamic`: an absent column is not in the map";
    no_effect(&column.options, &[Default, StoreNone], why, sink);
    counter_has_no_codec(&column.options, sink);
}

fn limit_needs_dynamic(column: &ColumnOptions, sink: &Sink) {
    let why = "without `dynamic`: one field is one cell";
    no_effect(column, &[Limit, Since], why, sink);
}

fn names_need_dynamic(column: &ColumnOptions, sink: &Sink) {
    if let Some(span) = column.with_name.span() {
        sink.at(
            span,
            "`with_name` is for dynamic columns, whose names are values, and this field has one name: write `with`",
        );
    }
}

fn prefix_needs_group(column: &ColumnOptions, sink: &Sink) {
    let why = "without `flatten` or `dynamic`: write the whole name, as in `#[column(\"NAME\")]`";
    no_effect(column, &[Prefix], why, sink);
}

fn counter_has_no_options(column: &ColumnOptions, sink: &Sink) {
    counter_has_no_codec(column, sink);
    excluded_by_counter(column, &[Default], "it starts at 0 anyway", sink);
    excluded_by_counter(column, &[StoreNone], EIGHT_BYTES, sink);
}

const EIGHT_BYTES: &str = "HBase adds to 8 bytes";

fn counter_has_no_codec(column: &ColumnOptions, sink: &Sink) {
    excluded_by_counter(column, &CODECS, EIGHT_BYTES, sink);
}

fn excluded_by_counter(column: &ColumnOptions, options: &[ColumnOption], why: &str, sink: &Sink) {
    if !column.counter.is_set() {
        return;
    }
    for (option, span) in column.set_among(options) {
        let message = format!(
            "`{}` cannot be combined with `counter`: {why}: keep one",
            option.name()
        );
        sink.at(span, message);
    }
}

/// JSON has `null`.
fn codec_stores_none(column: &ColumnOptions, sink: &Sink) {
    let Some(span) = column.store_none.span() else {
        return;
    };
    if !column.set_among(&[Json]).is_empty() {
        sink.at(
            span,
            "`store_none` has no effect together with this codec: JSON has `null`, which `#[timestamp(day)]` stores anyway: leave it out",
        );
    }
}
