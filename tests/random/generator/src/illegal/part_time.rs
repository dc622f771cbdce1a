//! Rules of key parts that are times.

use super::rules;
use super::when::{is_plain, is_plain_later, is_unsalted, lacks, part_is};
use crate::spec::Encoding;

rules! {
    Part |table, at| at == 0 && is_unsalted(table) && lacks(table, &["allow", "splits"]) && part_is(&table.key, at, is_plain), "reverse_ts" => "is a time (`reverse_ts`) and comes first, so all writes go to one region";
    Part is_plain_later, "pad_left = '0', fixed = 14, reverse_ts" => "`pad_left` cannot be combined with `reverse_ts`: a time always fills its digits";
    Part is_plain_later, "fixed = 14, reverse_ts, reverse" => "`reverse` cannot be combined with `reverse_ts`";
    Part is_plain_later, "reverse_ts, fixed = 10" => "`fixed = 10` is not a width of a time";
    Part is_plain_later, "reverse, truncate" => "`reverse` reverses digits, and a time without a width has none";
    Part is_plain_later, "offset = \"8\", fixed = 14" => "`offset = \"8\"` is not an offset from UTC";
    Part is_plain_later, "offset = \"+08:00\"" => "`offset` has no effect: without digits the time is 8 bytes";
    Part is_plain_later, "offset = \"+08:00\", ms_of_day" => "`offset` cannot be combined with `ms_of_day`";
    Part is_plain_later, "offset = \"+08:00\", encoding = Hex" => "`offset` cannot be combined with `encoding`";
    Part |table, at| part_is(&table.key, at, |part| part.encoding == Encoding::Ordered), "offset = \"+08:00\"" => "`offset` cannot be combined with `ordered`";
    Part |table, at| part_is(&table.key, at, |part| part.encoding == Encoding::Java), "truncate" => "`truncate` cannot be combined with `java`";
    Part |table, at| part_is(&table.key, at, |part| matches!(part.encoding, Encoding::Time { digits: Some(13 | 19), .. })), "offset = \"+08:00\"" => "counts milliseconds since 1970, the same everywhere";
    Part |table, at| part_is(&table.key, at, |part| matches!(part.encoding, Encoding::Time { newest_first: true, .. })), "desc" => "`desc` cannot be combined with `reverse_ts`";
}
