//! Rules of `#[table]`.

use super::rules;
use super::when::{any, has_one_family, header, is_unsalted, lacks, name};

rules! {
    Table any, "whatever" => "unknown option `whatever` in `#[table]`";
    Table any, "compression = snappy" => "`compression` is not an option of `#[table]`";
    Table any, "text" => "`text` is not an option of `#[table]`: it belongs in `#[rowkey]` on a field or `#[column]`";
    Table any, "salt" => "`salt` is not an option of `#[table]`: it belongs in `#[rowkey]` on the struct";
    Table any, "\"RANDOM:OTHER\"" => "takes one name: this is a second one";
    Table any, "=" => "expected an option of `#[table]`";
    Table |table| lacks(table, &["owner"]), "owner" => "`owner` needs a value";
    Table |table| lacks(table, &["owner"]), "owner = me" => "`owner` takes a text in quotes";
    Table |table| lacks(table, &["owner"]), "owner = \"\"" => "`owner` is empty";
    Table |table| lacks(table, &["owner"]), "owner = \"a\"; owner" => "expected `,` between options";
    Table any, "crate = ::hbase_schema, crate = ::hbase_schema" => "duplicate option `crate`";
    Table any, "crate = \"hbase_schema\"" => "`crate` takes a path without quotes";
    Table any, "crate = hbase_schema()" => "`crate` takes a path and nothing after it";
    Table any, "crate = 3" => "`crate` takes a path: write";
    Table |table| lacks(table, &["compaction_enabled"]), "compaction_enabled(false)" => "`compaction_enabled` takes no value";
    Table |table| lacks(table, &["naming"]), "naming = loose" => "unknown `naming` `loose`";
    Table |table| lacks(table, &["durability"]), "durability = always" => "unknown `durability` `always`";
    Table |table| lacks(table, &["durability"]), "durability = \"sync_wal\"" => "`durability` takes a word without quotes";
    Table |table| lacks(table, &["max_filesize"]), "max_filesize = 1" => "`max_filesize` is 2097152";
    Table |table| lacks(table, &["max_filesize"]), "max_filesize = \"10 GB\"" => "`max_filesize` takes a whole number";
    Table |table| lacks(table, &["memstore_flushsize"]), "memstore_flushsize = -1" => "not -1";
    Table |table| lacks(table, &["rename_all"]), "rename_all = \"Upper\"" => "unknown `rename_all` rule `Upper`";
    Table |table| lacks(table, &["allow"]), "allow()" => "`allow()` allows nothing";
    Table |table| lacks(table, &["allow"]), "allow = hotspot" => "`allow` takes a list in parentheses";
    Table |table| lacks(table, &["allow"]), "allow(\"hotspot\")" => "`allow(…)` takes no value by itself";
    Table |table| lacks(table, &["allow"]) && !is_unsalted(table), "allow(hotspot)" => "`allow(hotspot)` has no effect: a salted key has no hotspot";
    Table |table| lacks(table, &["allow", "naming"]), "naming = hbase, allow(name_length)" => "`allow(name_length)` has no effect under `naming = hbase`";
    Table |table| lacks(table, &["metadata"]), "metadata(\"K\")" => "`metadata` takes pairs";
    Table |table| lacks(table, &["metadata"]), "metadata()" => "`metadata()` is empty";
    Table |table| lacks(table, &["metadata"]), "metadata(\"K\" = \"V\", \"K\" = \"W\")" => "duplicate metadata `K`";
    Table |table| lacks(table, &["metadata"]), "metadata(\"OWNER\" = \"me\")" => "`OWNER` has its own option";
    Table |table| lacks(table, &["key"]), "key = a::ItemKey" => "`key` names a type that is generated next to the struct";
    Table |table| lacks(table, &["key"]), "key = One, scan = One" => "the key and the scan builder cannot both be called `One`";
    Replace |table| (!lacks(table, &["key"])).then(|| header(table)), "pub struct ItemKey {" => "`ItemKey` is the struct itself";
    Replace |table| (!lacks(table, &["key"]) && !table.has_index()).then(|| header(table)), "pub struct Item<ItemKey> {" => "the type parameter `ItemKey` has the name of a type that is generated";
    Replace |table| (!table.options.is_empty()).then(|| format!("{}, ", name(table))), "" => "`#[table]` names no table";
    Replace |table| (table.options.is_empty() && table.unit().is_none()).then(|| format!("#[table({})]\n", name(table))), "" => "names no table: add";
    Attribute any, "#[table(\"RANDOM:SECOND\")]" => "duplicate attribute `#[table]`";
    Attribute any, "#[column]" => "`#[column]` belongs on a field, not on the struct";
    Attribute any, "#[columns(naming = hbase)]" => "`#[columns]` is for groups of columns";
    Field has_one_family, "#[table(\"RANDOM:FIELD\")] pub stray: u8," => "`#[table]` belongs on the struct, not on a field";
}
