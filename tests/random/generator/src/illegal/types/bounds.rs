//! Rules about the types of key parts.

use super::super::rules;
use super::super::when::{is_inner, is_plain, is_unsalted, lacks, part_is};
use super::{is_binary, is_encoded, is_typed};
use crate::spec::{Encoding, Salt, SaltText};
use crate::types::Kind;

rules! {
    PartType is_typed, "usize" => "`usize` cannot be a part of a row key without an option for its encoding";
    PartType |table, at| is_encoded(table, at, |encoding| encoding == Encoding::Own), "u64" => "`u64` cannot be a part of a row key here";
    PartType |table, at| is_encoded(table, at, |encoding| matches!(encoding, Encoding::Fixed(_))), "bool" => "has no meaning for `bool`";
    PartType |table, at| is_encoded(table, at, |encoding| matches!(encoding, Encoding::PadLeft(..))), "u64" => "`pad_left`, `pad_right`, `escape` and `reverse_labels` are for text, found `u64`";
    PartType |table, at| is_encoded(table, at, |encoding| encoding == Encoding::Text), "String" => "`text` in `#[rowkey]` is for integers, found `String`";
    PartType |table, at| is_encoded(table, at, |encoding| encoding == Encoding::Java), "[u8; 4]" => "`java` in `#[rowkey]` is for numbers, booleans and times, found `[u8; 4]`";
    PartType |table, at| is_encoded(table, at, |encoding| matches!(encoding, Encoding::Length(_))), "u64" => "`length` is for text and bytes, found `u64`";
    PartType |table, at| is_encoded(table, at, |encoding| encoding == Encoding::Ordered), "u64" => "`ordered` has no meaning for `u64`";
    PartType |table, at| is_encoded(table, at, |encoding| matches!(encoding, Encoding::Time { newest_first: true, offset: None, .. })), "u64" => "times as digits need a time, found `u64`";
    PartType |table, at| is_encoded(table, at, |encoding| encoding == Encoding::MsOfDay), "u16" => "`ms_of_day` and `minute_of_day` need a time of day, found `u16`";
    PartType |table, at| part_is(&table.key, at, |part| part.reverse && part.encoding == Encoding::Native && part.max.is_none() && part.salt.is_none() && !part.omit_none), "u64" => "`reverse` is for text and for times as digits, found `u64`";
    PartType |table, at| table.key.separator.is_none() && is_inner(table, at) && part_is(&table.key, at, |part| is_plain(part) && !part.optional), "String" => "the end of this part cannot be determined from its own bytes";
    PartType |table, at| at == 0 && is_unsalted(table) && lacks(table, &["allow", "splits"]) && part_is(&table.key, at, |part| is_plain(part) && !part.optional && part.width().is_some()), "bool" => "a part that grows with time or has few values comes first in the key";
    PartType |table, at| is_binary(table) && matches!(table.key.salt, Salt::Buckets(_) | Salt::Md5 { .. }) && part_is(&table.key, at, |part| part.encoding == Encoding::Native && part.salt == Some(SaltText::Whole) && !part.desc && !part.omit_none), "Option<u64>" => "a salt cannot be computed from an optional part";
    Part |table, at| part_is(&table.key, at, |part| is_plain(part) && !part.optional && part.of.kind == Kind::Text), "desc" => "`desc` needs a part whose bytes sort and whose width is fixed";
    Part |table, at| part_is(&table.key, at, |part| is_plain(part) && !part.optional && part.of.class != "generic" && matches!(part.of.kind, Kind::Int { .. })), "desc, terminator = b\"\\0\"" => "`desc` with a `terminator` is for text and bytes, found";
    PartType |table, at| part_is(&table.key, at, |part| part.is_list() && part.salt.is_none()), "u64" => "`repeat` is for a `Vec` of key parts of a fixed width, or of tuples of them, found `u64`";
    PartType |table, at| part_is(&table.key, at, |part| part.is_list() && part.salt.is_none()), "Vec<String>" => "`repeat` is for a `Vec` of key parts of a fixed width, or of tuples of them, found `Vec<String>`";
    PartType |table, at| part_is(&table.key, at, |part| part.omit_none && part.encoding == Encoding::Native && part.max.is_none() && part.salt.is_none() && !part.desc && !part.reverse && part.terminator.is_none()), "u64" => "`omit_none` is for an `Option`, found `u64`";
}
