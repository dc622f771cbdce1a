//! Rules of `splits`.

use super::rules;
use super::when::{any, is_unsalted, lacks};
use crate::spec::{Encoding, Salt, Table};

fn has_none(table: &Table) -> bool {
    lacks(table, &["splits"])
}

fn unsalted(table: &Table) -> bool {
    has_none(table) && is_unsalted(table)
}

fn has_buckets(table: &Table) -> bool {
    has_none(table) && matches!(table.key.salt, Salt::Buckets(16 | 256))
}

fn has_digits(table: &Table) -> bool {
    has_none(table) && matches!(table.key.salt, Salt::Md5Hex { .. })
}

fn has_region(table: &Table) -> bool {
    has_none(table) && matches!(table.key.salt, Salt::Region { count: 6, width: 1 })
}

rules! {
    Table has_none, "splits = hex(16)" => "unknown splits `hex`";
    Table has_none, "splits = hex_string(16, count = 2)" => "`count` has no effect in `hex_string(…)`";
    Table has_buckets, "splits = per_bucket(step = 256)" => "`splits` makes one region";
    Table has_buckets, "splits = per_bucket(width = 1)" => "`width = 1` has no effect";
    Table has_none, "splits = 16" => "or a list of keys";
    Table has_none, "splits = [1]" => "a split is a key in quotes";
    Table unsalted, "splits = []" => "`splits` lists no key";
    Table unsalted, "splits = [\"a\", \"a\"]" => "duplicate split key \"a\"";
    Table unsalted, "splits = [\"\", \"a\"]" => "an empty split key";
    Table unsalted, "splits = [\"b\", \"a\"]" => "split keys ascend, and \"a\" is before \"b\"";
    Table unsalted, "splits = format(\"a{}\", 1..=9)" => "`format` needs either `step` or `count`";
    Table unsalted, "splits = format(\"a{}\", 1..=9, step = 2, count = 2)" => "`format` needs either `step` or `count`";
    Table unsalted, "splits = format" => "`format` needs a text and a range of numbers";
    Table unsalted, "splits = format(a, 1..=9, step = 2)" => "`format` takes a text in quotes first";
    Table unsalted, "splits = format(\"a\", 1..=9, step = 2)" => "for the number";
    Table unsalted, "splits = format(\"a{}\", step = 2)" => "`format` takes a range of numbers after the text";
    Table unsalted, "splits = format(\"a{}\", 9..=1, step = 2)" => "the range starts at 9 and ends at 1";
    Table unsalted, "splits = format(\"a{}\", 8..=11, step = 1)" => "write numbers of the same width";
    Table unsalted, "splits = format(\"a{}\", 1..=3, count = 5)" => "the range has fewer numbers than `count`";
    Table unsalted, "splits = format(\"a{:06}\", 0..=900000, step = 1)" => "more than 100000 regions";
    Table unsalted, "splits = number_pipe(6, width = 11)" => "`width` in `number_pipe` is 1 to 10";
    Table unsalted, "splits = per_bucket" => "`splits = per_bucket` makes a region for each value of a salt";
    Table unsalted, "splits = number_pipe" => "`splits = number_pipe` makes a region for each value of a salt";
    Table unsalted, "splits = per_bucket(6)" => "splits per bucket need a salt, found none";
    Table unsalted, "splits = number_pipe(6)" => "`n|` splits need a salt, found none";
    Table has_buckets, "splits = hex_string(4)" => "hex string splits need a salt of lower-case hex digits";
    Table has_digits, "splits = uniform(4)" => "uniform splits need a binary salt that takes every value";
    Table has_digits, "splits = decimal_string(10)" => "decimal string splits need a salt of decimal digits that takes every value";
    Table has_digits, "splits = number_pipe(6)" => "`n|` splits need a salt of 6 values in 1 decimal digits";
    Table has_digits, "splits = number_pipe" => "`splits` sets no number of regions, and the salt has no number of values";
    Table has_digits, "splits = [\"m\"]" => "split keys need keys that start with a value of";
    Table |table| has_region(table) && table.key.separator == Some("|"), "splits = number_pipe" => "found the separator '|'";
    Table |table| has_region(table) && table.key.separator.is_none() && table.key.parts[0].encoding == Encoding::Native, "splits = number_pipe" => "found a byte that may be any";
    Table |table| has_buckets(table) && table.key.separator.is_none(), "splits = per_bucket(8)" => "splits per bucket need a salt of one byte with 8 values";
    Table |table| has_none(table) && table.key.salt == Salt::Buckets(16) && table.key.separator.is_some(), "splits = per_bucket(8)" => "splits per bucket need a salt of 8 values in 2 decimal digits";
    Key |table| !table.key.names_salt && table.options.iter().any(|option| option == "splits = per_bucket"), "salt = region_number(200000)" => "`splits` makes 200000 regions, more than 100000";
    Family any, "splits = uniform(4)" => "`splits` is not an option of `#[family]`";
}
