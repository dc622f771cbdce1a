//! Rules that constants check, because they depend on several types or on their widths.

use super::super::rules;
use super::super::when::{
    has_one_family, has_text_salt, is_free, is_inner, is_plain, is_salted_by_part, is_strict,
    lacks, marked, may_be_indexed, part_is,
};
use super::{is_typed, splits_of_integer};
use crate::spec::{Encoding, FieldRole, Part, Salt, Stamp, Table, Unit};
use crate::types::Kind;

fn is_stamped_by_day(table: &Table) -> bool {
    has_one_family(table)
        && is_strict(table)
        && matches!(table.stamp(), Some((_, Stamp::Period("day", None))))
}

/// Whether an integer without options could feed the salt.
fn is_integer(table: &Table, at: usize) -> bool {
    has_text_salt(table)
        && part_is(&table.key, at, |part| {
            is_plain(part) && matches!(part.of.kind, Kind::Int { .. })
        })
}

fn has_group(table: &Table) -> bool {
    let is_plain_group = |role: &FieldRole| matches!(role, FieldRole::Group(group) if group.prefix.is_none() && !group.optional);
    has_one_family(table)
        && is_free(table)
        && lacks(table, &["naming", "rename_all"])
        && table
            .fields
            .iter()
            .any(|field| field.name == "extra_0" && is_plain_group(&field.role))
}

fn may_have_dynamic(table: &Table) -> bool {
    let is_dynamic = |role: &FieldRole| matches!(role, FieldRole::Dynamic(_));
    has_one_family(table)
        && is_free(table)
        && is_strict(table)
        && !table.fields.iter().any(|field| is_dynamic(&field.role))
}

/// Whether one part, which is not an integer, declares the salt.
fn is_salted_by_no_integer(table: &Table) -> bool {
    let is_other = |part: &Part| !matches!(part.of.kind, Kind::Int { .. } | Kind::Numbers(_));
    is_salted_by_part(table) && marked(table).count() == 1 && marked(table).all(is_other)
}

rules! {
    Field |table| may_have_dynamic(table) && table.key.parts[0].has_periods(), "#[column(dynamic, prefix = \"ZZ_\", since({part}))] pub stray: Dynamic<u8, u32>," => "must begin with a number that counts the";
    Key is_salted_by_no_integer, "salt = modulo(4)" => "the salt `modulo` is computed from an integer";
    Part |table, at| is_typed(table, at) && part_is(&table.key, at, |part| part.width().is_some()), "max = 5" => "has a fixed width: leave it out";
    PartType is_typed, "[u8; 101]" => "the row key is longer than 100 bytes, and every cell carries it";
    PartType is_typed, "[u8; 32768]" => "the row key is longer than 32767 bytes, which is the most that HBase takes";
    Part |table, at| table.key.separator.is_none() && is_inner(table, at) && table.key.parts.iter().all(|part| part.width().is_some()) && part_is(&table.key, at, |part| is_plain(part) && !part.optional) && part_is(&table.key, at, |part| matches!(part.of.kind, Kind::Int { .. })), "unseparated" => "cannot be found from the end of the key";
    PartType |table, at| is_typed(table, at) && table.key.separator.is_some(), "Option<u32>" => "an optional part is for binary keys only";
    Part is_integer, "salt = format(\"yyyyMM\")" => "`salt = format(\"yyyyMM\")` is for times, and";
    Part |table, at| is_integer(table, at) && matches!(table.key.salt, Salt::Region { .. }), "salt" => "the salt `region_number` is computed from text, and the bytes of";
    Part |table, at| is_integer(table, at) && matches!(table.key.salt, Salt::Java { .. }), "salt" => "the salt `java_hash` is computed from text, and the bytes of";
    Replace splits_of_integer, "splits = decimal_string(10)" => "the splits `decimal_string` are for keys that start with text in decimal digits";
    Replace splits_of_integer, "splits = hex_string(16)" => "the splits `hex_string` are for keys that start with text in hex digits";
    Table |table| table.key.salt == Salt::None && lacks(table, &["splits"]) && part_is(&table.key, 0, |part| matches!(part.encoding, Encoding::Fixed(8..)) && !part.desc && !part.reverse && matches!(part.of.kind, Kind::Int { .. })), "splits = uniform(16)" => "the splits `uniform` are for keys that start with bytes that are spread";
    Field may_be_indexed, "#[index(\"RANDOM:BY_STRAY\", splits = uniform(16))] pub stray: String," => "the splits `uniform` are for an index whose first field is an integer";
    Field may_be_indexed, "#[index(\"RANDOM:BY_STRAY\", splits = hex_string(16))] pub stray: u32," => "the splits `hex_string` are for an index whose first field is text";
    Field may_be_indexed, "#[index(\"RANDOM:BY_STRAY\", splits = decimal_string(10))] pub stray: f64," => "the splits `decimal_string` are for an index whose first field is text";
    Field may_be_indexed, "#[index(\"RANDOM:BY_STRAY\", splits = [\"2024\", \"2025\"])] pub stray: Timestamp," => "the splits of this list are for an index";
    Field is_stamped_by_day, "pub stray: Option<String>," => "`stray` may be absent, and then a second record of the day would leave the first one's cell";
    Field |table| is_stamped_by_day(table) && table.fields.iter().any(|field| field.name == "extra_0" && matches!(field.role, FieldRole::Group(_))), "#[column(flatten, prefix = \"ZZ_\")] pub stray: Option<Group0>," => "a column of the group `stray` may be absent, and then a second record of the day";
    Field is_stamped_by_day, "#[column(dynamic, prefix = \"ZZ_\")] pub stray: BTreeMap<u32, String>," => "`stray` holds dynamic columns, and a second record of the day";
    Field |table| is_strict(table) && has_one_family(table), "#[column(store_none)] pub stray: u32," => "`store_none` has no effect on `stray`, whose values are never absent";
    Replace |table| (table.unit() == Some(Unit::Hour)).then(|| "pub period: Timestamp,".to_owned()), "pub period: chrono::NaiveDate," => "there is one table for each hour, which this type cannot represent";
    Field may_have_dynamic, "#[column(dynamic)] pub stray: BTreeMap<String, u32>," => "a dynamic column of `stray` may have the name of another column of family `D1`";
    Field has_group, "#[column(flatten)] pub stray: Group0," => "of family `D1`: give the group";
}
