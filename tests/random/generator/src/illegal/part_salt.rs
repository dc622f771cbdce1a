//! Rules of `salt` on a key part.

use super::rules;
use super::when::{has_text_salt, is_plain_last, is_plain_later, is_unsalted, lacks, part_is};
use crate::spec::{Encoding, Salt, Table};

/// Whether characters of the last part may feed the salt.
fn may_feed(table: &Table, at: usize) -> bool {
    has_text_salt(table) && is_plain_last(table, at)
}

/// Whether a plain part after the first may feed the salt, besides others.
fn may_be_marked(table: &Table, at: usize) -> bool {
    is_plain_later(table, at) && !matches!(table.key.salt, Salt::Modulo(_))
}

rules! {
    Part |table, at| !table.key.salt.is_computed() && part_is(&table.key, at, |part| part.encoding == Encoding::Native), "salt" => "`salt` has no effect here";
    Part |table, at| is_unsalted(table) && lacks(table, &["allow"]) && part_is(&table.key, at, |part| matches!(part.encoding, Encoding::Fixed(width) if width > 2)), "salt = first(2)" => "`salt = first(2)` feeds no salt";
    Part |table, at| part_is(&table.key, at, |part| part.salt.is_none()), "salt = middle(2)" => "unknown `salt` `middle`";
    Part may_be_marked, "salt = buckets(16)" => "`buckets(…)` salts the whole key";
    Part may_be_marked, "salt = 4" => "`salt` takes one of";
    Part may_be_marked, "salt = last" => "`last` needs a number of characters";
    Part may_be_marked, "salt = first(4, 5)" => "expected `)`";
    Part may_be_marked, "salt = format" => "`format` needs a pattern";
    Part may_be_marked, "salt = format(\"YYYYMM\")" => "found `YYYY` at 0 of the pattern";
    Part may_be_marked, "salt = format(\"--\")" => "found no field in the pattern `--`";
    Part may_feed, "salt = format(\"yyyyMM\"), text" => "`salt = format(…)` is for times, and `text` is not";
    Part may_feed, "salt = last(12), fixed = 11" => "the part has 11 characters, fewer than 12";
    Part may_feed, "salt = format(\"yyyyMMddHH\"), fixed = 8" => "is finer than `fixed = 8`";
    Part |table, at| table.key.names_salt && matches!(table.key.salt, Salt::Buckets(_) | Salt::Md5 { .. } | Salt::Md5Hex { .. }) && is_plain_later(table, at), "salt = first(1)" => "which takes whole parts";
}
