//! Rules of names.

use super::rules;
use super::when::{has_no_version, has_one_family, is_strict, lacks, name};
use crate::spec::{FieldRole, Table};

/// The name of a table without a date and without an index, whose name is in the same namespace.
fn own_name(table: &Table) -> Option<String> {
    (table.unit().is_none()).then(|| name(table))
}

fn strict_name(table: &Table) -> Option<String> {
    own_name(table).filter(|_| lacks(table, &["naming"]))
}

fn free_name(table: &Table) -> Option<String> {
    own_name(table).filter(|_| !lacks(table, &["naming"]) && !table.has_index())
}

/// The family's name in its attribute.
fn family(table: &Table) -> Option<String> {
    has_one_family(table).then(|| "#[family(\"D1\"".to_owned())
}

fn strict_family(table: &Table) -> Option<String> {
    family(table).filter(|_| lacks(table, &["naming"]))
}

/// Whether at least three columns have the names of their fields.
fn has_named_fields(table: &Table) -> bool {
    let fields = table.fields.iter();
    let named = fields.filter(
        |field| matches!(&field.role, FieldRole::Column(column) if column.qualifier.is_none()),
    );
    is_strict(table) && named.count() > 2
}

fn strict_field(table: &Table) -> bool {
    has_one_family(table) && is_strict(table)
}

rules! {
    Replace strict_name, "\"\"" => "table name `` is empty";
    Replace strict_name, "\":TABLE\"" => "namespace `` is empty";
    Replace strict_name, "\"RAN_DOM:TABLE\"" => "namespace `RAN_DOM` has '_' at 3";
    Replace strict_name, "\"1RANDOM:TABLE\"" => "namespace `1RANDOM` starts with '1'";
    Replace strict_name, "\"RANDOM:table\"" => "table name `table` starts with 't'";
    Replace strict_name, "\"RANDOM:TABLE-1\"" => "table name `TABLE-1` has '-' at 5";
    Replace |table| own_name(table).filter(|_| has_named_fields(table)), "\"RANDOM:table\", rename_all = \"snake_case\"" => "break the strict rules for names";
    Replace free_name, "\"RANDOM:zookeeper\"" => "table name `zookeeper` is kept by HBase for itself";
    Replace free_name, "\"RANDOM:-table\"" => "table name `-table` starts with '-'";
    Replace free_name, "\"hbase:meta\"" => "the namespace `hbase` holds HBase's own tables";
    Replace free_name, "\"ran-dom:table\"" => "namespace `ran-dom` has '-' at 3";
    Replace strict_family, "#[family(\"USER_INFO\"" => "family `USER_INFO` has '_' at 4";
    Replace strict_family, "#[family(\"\"" => "family `` is empty";
    Replace |table| family(table).filter(|_| !lacks(table, &["naming"])), concat!("#[family(\"", "0123456789012345678901234567890123456789012345678901234567890123", "0123456789012345678901234567890123456789012345678901234567890123", "\"") => "bytes: HBase takes up to";
    Field strict_field, "#[column(\"UserID\")] pub stray: u8," => "qualifier `UserID` has 's' at 1";
    Field strict_field, "#[column(\"streetName\")] pub stray: u8," => "qualifier `streetName` starts with 's'";
    Field strict_field, "#[column(\"\")] pub stray: u8," => "qualifier `` is empty";
    Field strict_field, "#[column(b\"\\x80\\x0B\")] pub stray: u8," => "qualifier `\\x80\\x0B` is not text";
    Field strict_field, "pub _hidden: u8," => "qualifier `_HIDDEN` starts with '_'";
    Field strict_field, "pub 名字: u8," => "qualifier `名字` starts with '名'";
    Field strict_field, "#[column(flatten, prefix = \"home_\")] pub stray: Group0," => "`prefix` starts qualifiers: qualifier `home_` starts with 'h'";
    Field |table| strict_field(table) && !table.has_index() && has_no_version(table), "#[column(dynamic, prefix = \"1姓\")] pub stray: Dynamic<String, u32>," => "the prefix `1姓` of dynamic columns";
    Field strict_field, "pub ddl: String," => "the column `ddl` would be the constant `DDL`, which is generated already";
    Field strict_field, "pub stray: u8, #[column(\"OTHER\")] pub STRAY: u8," => "the columns `stray` and `STRAY` would both be the constant `STRAY`";
    Field strict_field, "#[column(\"SAME\")] pub stray: u8, #[column(b\"SAME\")] pub other: u8," => "duplicate column `SAME`: the name of `other` has the same bytes";
    Field strict_field, "#[column(\"SAME\")] pub stray: u8, #[column(\"SAME\")] pub other: u8," => "duplicate column `SAME` in family `D1`";
}
