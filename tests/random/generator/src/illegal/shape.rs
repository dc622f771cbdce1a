//! Rules of the struct as a whole.

use super::rules;
use super::when::{body, has_one_family, is_plain_column, is_unsalted, lacks};
use crate::emit::{family, part_attribute};
use crate::spec::FieldRole;

rules! {
    Replace |table| Some(body(table)), "pub enum Item { A, B }" => "`HTable` is for structs with named fields, `Item` is an enum";
    Replace |table| Some(body(table)), "pub union Item { a: u32, b: f32 }" => "`Item` is a union";
    Replace |table| Some(body(table)), "pub struct Item(u64, u32);" => "`Item` is a tuple struct";
    Replace |table| Some(body(table)), "pub struct Item;" => "`Item` is a unit struct";
    Replace |table| (is_unsalted(table) && table.key.parts.len() == 1 && has_one_family(table) && lacks(table, &["splits"])).then(|| format!("{}\n", part_attribute(&table.key.parts[0]))), "" => "has no key";
    Replace |table| has_one_family(table).then(|| family(&table.families[0])), "" => "has no family";
    Column |table, column| table.fields.iter().filter(|field| !matches!(field.role, FieldRole::Skip | FieldRole::Timestamp(_) | FieldRole::TableDate(_))).count() == 1 && !table.has_index() && is_plain_column(column), "skip" => "has no column, and a row without a cell does not exist";
}
