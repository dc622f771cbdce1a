//! Rules of key parts that are times.

use super::rules;
use super::when::{is_plain, is_plain_later, is_unsalted, lacks, part_is};
use crate::spec::{Encoding, TimeForm};

rules! {
    Part |table, at| at == 0 && is_unsalted(table) && lacks(table, &["allow", "splits"]) && part_is(&table.key, at, is_plain), "reverse_ts" => "is a time (`reverse_ts`) and comes first, so all writes go to one region";
    Part is_plain_later, "pad_left = '0', fixed = 14, reverse_ts" => "`pad_left` cannot be combined with `reverse_ts`: a time always fills its digits";
    Part is_plain_later, "fixed = 14, reverse_ts, reverse" => "`reverse` cannot be combined with `reverse_ts`";
    Part is_plain_later, "reverse_ts, fixed = 10" => "`fixed = 10` is not a width of a time";
    Part is_plain_later, "reverse, truncate" => "`reverse` reverses digits, and a time without a width has none";
    Part is_plain_later, "offset = \"8\", fixed = 14" => "`offset = \"8\"` is not an offset from UTC";
    Part is_plain_later, "offset = \"+08:00\"" => "`offset` has no effect: without digits the time is 8 bytes";
    Part is_plain_later, "offset = \"+08:00\", seconds" => "`offset` has no effect: `seconds` counts from 1970";
    Part is_plain_later, "offset = \"+08:00\", seconds, fixed = 10" => "`offset` has no effect: `fixed = 10` counts seconds since 1970";
    Part is_plain_later, "offset = \"+08:00\", negated_ts" => "`offset` has no effect: `negated_ts` counts from 1970";
    Part is_plain_later, "seconds, fixed = 8" => "`fixed = 8` is not a width of a time: expected 10 with `seconds`";
    Part is_plain_later, "format = \"yyyy-MM\"" => "`format = \"yyyy-MM\"` is not a date in digits";
    Part is_plain_later, "align = \"1x\"" => "`align = \"1x\"`: unknown unit `x`";
    Part is_plain_later, "align = \"100ms\"" => "`align = \"100ms\"`: it is finer than a second";
    Part is_plain_later, "align = \"0s\"" => "`align = \"0s\"`: it is not a period";
    Part is_plain_later, "align = \"8w\"" => "`align = \"8w\"` is over 49 days";
    Part is_plain_later, "align = \"1d\", format = \"yyyyMM\"" => "`align` cannot be combined with months or years";
    Part is_plain_later, "align = \"90m\", format = \"yyyyMMddHH\"" => "`align` is not a multiple of the unit in which the time is written";
    Part is_plain_later, "align = \"1h\", ms_of_day" => "`align` cannot be combined with `ms_of_day`";
    Part is_plain_later, "align = \"1h\", java" => "`align` cannot be combined with `java`";
    Part is_plain_later, "align = \"1h\", encoding = Hex" => "`align` cannot be combined with `encoding`";
    Part is_plain_later, "negated_ts, desc" => "`desc` cannot be combined with `negated_ts`";
    Part is_plain_later, "negated_ts, reverse" => "`reverse` cannot be combined with `negated_ts`";
    Part is_plain_later, "negated_ts, seconds" => "`negated_ts` and `seconds` are two ways to write one part";
    Part is_plain_later, "offset = \"+08:00\", ms_of_day" => "`offset` cannot be combined with `ms_of_day`";
    Part is_plain_later, "offset = \"+08:00\", encoding = Hex" => "`offset` cannot be combined with `encoding`";
    Part |table, at| part_is(&table.key, at, |part| part.encoding == Encoding::Ordered), "offset = \"+08:00\"" => "`offset` cannot be combined with `ordered`";
    Part |table, at| part_is(&table.key, at, |part| part.encoding == Encoding::Java), "truncate" => "`truncate` cannot be combined with `java`";
    Part |table, at| part_is(&table.key, at, |part| matches!(part.encoding, Encoding::Time { form: TimeForm::Fixed(13 | 19), align: None, .. })), "offset = \"+08:00\"" => "counts milliseconds since 1970, the same everywhere";
    Part |table, at| part_is(&table.key, at, |part| matches!(part.encoding, Encoding::Time { newest_first: true, .. })), "desc" => "`desc` cannot be combined with `reverse_ts`";
}
