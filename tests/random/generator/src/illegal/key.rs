//! Rules of `#[rowkey]` on the struct.

use super::rules;
use super::site::has_key_attribute;
use super::when::{
    any, closes_something, has_no_version, is_salted_by_part, is_unsalted, lacks, marked,
};
use crate::spec::Table;

fn derives_nothing(table: &Table) -> bool {
    table.key.derives.is_none()
}

rules! {
    Key any, "fixed = 14" => "`fixed` is not an option of `#[rowkey]` on the struct";
    Key any, "14" => "`#[rowkey]` on the struct takes no value by itself";
    Key any, "seperator = \"_\"" => "unknown option `seperator`";
    Key |table| table.key.separator.is_none() && closes_something(&table.key), "separator = \"\"" => "`separator` is empty";
    Key |table| table.key.separator.is_none() && is_unsalted(table) && table.key.parts.len() == 1, "separator = \"_\"" => "nothing that it would separate";
    Key |table| table.key.separator.is_none() && closes_something(&table.key), "separator = \"—\"" => "the separator `—` is not ASCII";
    Key is_unsalted, "salt = sha1(4)" => "unknown salt `sha1`";
    Key is_unsalted, "salt = last(4)" => "selects the characters of a part that feed the salt";
    Key is_unsalted, "salt = buckets" => "`buckets` needs a number of 2 to 256";
    Key is_unsalted, "salt = buckets(1)" => "`buckets` is 2 to 256, not 1";
    Key is_unsalted, "salt = buckets(\"16\")" => "`buckets` takes a number";
    Key is_unsalted, "salt = buckets(16, 17)" => "`buckets` takes one number";
    Key is_unsalted, "salt = buckets(16, width = 2)" => "`width` has no effect in `buckets(…)`";
    Key is_unsalted, "salt = buckets(16, whatever)" => "unknown option `whatever`";
    Key is_unsalted, "salt = md5_hex(4, from = 29)" => "ends after the 32 digits of an MD5";
    Key |table| is_unsalted(table) && table.key.separator.is_some(), "salt = md5(17)" => "`md5` is 1 to 16, not 17";
    Key |table| is_unsalted(table) && lacks(table, &["allow", "splits"]), "salt = md5_hex(4)" => "no part feeds the salt `md5_hex`";
    Key is_unsalted, "salt = region_number(1)" => "`region_number` is 2 to";
    Key |table| is_salted_by_part(table) && table.key.separator.is_none(), "salt = region_number(11, width = 1)" => "`width = 1` is less than the 2 digits of number 10";
    Key |table| is_salted_by_part(table) && table.key.separator.is_some(), "salt = md5(2)" => "`md5(2)` is binary, and a key with a separator is text";
    Key |table| is_salted_by_part(table) && marked(table).count() == 1 && !table.has_index() && has_no_version(table), "salt = random(4)" => "`salt` has no effect here: `random` is computed from no part";
    Key is_salted_by_part, "salt = with(below_5)" => "`with` needs the number of values";
    Key is_salted_by_part, "salt = with(5, values = 5)" => "`with` takes the path of a function first";
    Key is_salted_by_part, "salt = with" => "`with` needs the path of a function";
    Key is_salted_by_part, "salt = with(below_5, 5, values = 5)" => "`with` takes no number here";
    Key |table| is_salted_by_part(table) && table.key.separator.is_none(), "salt = with(below_300, values = 300, width = 1)" => "`values = 300` needs more than `width = 1` bytes";
    Key |table| is_salted_by_part(table) && table.key.separator.is_some(), "salt = with(below_300, values = 300, width = 1)" => "`values = 300` needs more than `width = 1` digits";
    Key |table| is_salted_by_part(table) && marked(table).count() > 1, "salt = modulo(4)" => "`modulo` is computed from one part";
    Key derives_nothing, "derive()" => "`derive()` derives nothing";
    Key derives_nothing, "derive(Debug)" => "`Debug` is derived for every key";
    Key derives_nothing, "derive(Ord)" => "`Ord` is never derived for a key";
    Key derives_nothing, "derive(Hash, Hash)" => "duplicate derive `Hash`";
    Key derives_nothing, "derive(\"Hash\")" => "`derive` takes names";
    Attribute |table| !has_key_attribute(&table.key), "#[rowkey]" => "`#[rowkey]` on the struct is empty";
    Attribute |table| !has_key_attribute(&table.key), "#[rowkey = \"_\"]" => "`#[rowkey]` on the struct takes its options in parentheses";
}
