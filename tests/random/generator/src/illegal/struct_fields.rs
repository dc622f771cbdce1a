//! Rules of the roles of fields.

use super::rules;
use super::when::{has_dynamic_counters, has_one_family, is_free};

rules! {
    Field |table| table.stamp().is_some(), "#[timestamp] pub second_stamp: Timestamp," => "a row has one `#[timestamp]`";
    Field |table| table.key.parts.iter().all(|part| !part.omit_none), "#[rowkey] #[column(text)] pub both: u8," => "`both` is a part of the key";
    Field |table| is_free(table) && !has_dynamic_counters(table), "#[timestamp] #[column(text)] pub both: Timestamp," => "`#[timestamp]` cannot be combined with `#[column]`";
    Field |table| is_free(table) && !has_dynamic_counters(table), "#[timestamp] #[family(\"D1\")] pub stray: Timestamp," => "the timestamp is in no family";
    Field has_one_family, "#[column(skip)] #[family(\"D1\")] pub stray: u8," => "a field that is not stored is in no family";
}
