//! Rules of `#[column]`.

use super::rules;
use super::when::{is_plain_column, may_lose_column};
use crate::spec::{Absence, Codec, Column, DefaultValue, Named};

/// Whether a column has only a codec.
fn is_plain_text(column: &Column) -> bool {
    let plain = Column {
        codec: Codec::Native,
        ..column.clone()
    };
    column.codec == Codec::Text && is_plain_column(&plain)
}

/// Whether a column has only a default of its type.
fn is_plain_default(column: &Column) -> bool {
    let plain = Column {
        default: DefaultValue::None,
        ..column.clone()
    };
    column.default == DefaultValue::Trait && is_plain_column(&plain)
}

/// Whether a column has only a name.
fn is_plain_named(column: &Column) -> bool {
    let plain = Column {
        qualifier: None,
        ..column.clone()
    };
    matches!(column.qualifier, Some(Named::Own(_))) && is_plain_column(&plain)
}

rules! {
    Column |_, _| true, "serde" => "unknown option `serde` in `#[column]`";
    Column |_, _| true, "fixed = 4" => "`fixed` is not an option of `#[column]`";
    Column |_, column| is_plain_column(column), "STRAY" => "`STRAY` is not an option of `#[column]`: write `\"STRAY\"` if it is a name";
    Column |_, column| is_plain_column(column), "'P'" => "`#[column]` takes a name in quotes";
    Column |_, column| matches!(column.qualifier, Some(Named::Own(_))), "rename = \"TWICE\"" => "`rename` sets the name a second time";
    Column |_, column| column.codec == Codec::Text && column.absence != Absence::Stored, "json" => "`json` and `text` are two ways to write one cell";
    Column |_, column| column.codec == Codec::Text && column.absence != Absence::Stored, "part" => "`part` and `text` are two ways to write one cell";
    Column |_, column| column.codec == Codec::JavaText && column.absence != Absence::Stored, "text" => "`java_text` and `text` are two ways to write one cell";
    Column |_, column| is_plain_column(column), "part = java" => "`part` takes its options in parentheses";
    Column |_, column| is_plain_column(column), "part(salt)" => "`salt` has no effect in a cell: only the key has a salt";
    Column |_, column| is_plain_column(column), "part(separator = \"_\")" => "`separator` has no effect in a cell: a cell ends where its bytes do";
    Column |_, column| is_plain_column(column), "part(escape(\"%\" = \"%1\"))" => "`escape` has no effect in a cell: nothing follows the text, so no character needs one";
    Column |_, column| is_plain_column(column), "part(omit_none)" => "`omit_none` has no effect in a cell: the `None` of a column has no cell anyway";
    Column |_, column| is_plain_column(column), "part(repeat)" => "`repeat` has no effect in a cell: a list ends where a key does";
    Column |_, column| is_plain_column(column), "part(max = 3)" => "`max` has no effect in a cell: it bounds the length of the key";
    Column |_, column| column.codec == Codec::Json && column.absence == Absence::Option, "store_none" => "`store_none` has no effect together with this codec";
    Column |table, column| !table.has_index() && is_plain_text(column), "counter" => "`text` cannot be combined with `counter`: HBase adds to 8 bytes";
    Column |table, column| !table.has_index() && is_plain_default(column), "counter" => "`default` cannot be combined with `counter`: it starts at 0 anyway";
    Column |_, column| is_plain_column(column), "with_name = hexed" => "`with_name` is for dynamic columns, whose names are values, and this field has one name";
    Column |_, _| true, "limit = 5" => "`limit` has no effect without `dynamic`";
    Column |_, _| true, "prefix = \"P_\"" => "`prefix` has no effect without `flatten` or `dynamic`";
    Column |table, column| may_lose_column(table) && is_plain_text(column), "skip" => "`text` has no effect on a field that is not stored";
    Column |table, column| may_lose_column(table) && is_plain_named(column), "skip" => "a name has no effect on a field that is not stored";
    Column |table, column| may_lose_column(table) && is_plain_default(column), "skip" => "`default` has no effect together with `skip`, which means it already";
}
