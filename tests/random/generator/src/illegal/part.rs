//! Rules of `#[rowkey]` on a field.

use super::rules;
use super::when::{is_inner, is_plain, is_plain_last, is_plain_later, part_is};
use crate::spec::{Encoding, Salt, Table};
use crate::types::Kind;

/// Whether a further part has no options, and the key no maximum lengths.
fn may_be_long(table: &Table, at: usize) -> bool {
    is_plain_later(table, at) && table.key.parts.iter().all(|part| part.max.is_none())
}

rules! {
    Part |_, _| true, "fixd = 4" => "unknown option `fixd`";
    Part |_, _| true, "json" => "`json` is not an option of `#[rowkey]` on a field";
    Part |_, _| true, "derive(Hash)" => "`derive` is not an option of `#[rowkey]` on a field: it belongs in `#[rowkey]` on the struct";
    Part |_, _| true, "14" => "`#[rowkey]` on a field takes no value by itself";
    Part is_plain_later, "ordered, ordered" => "duplicate option `ordered`";
    Part is_plain_later, "fixed = 0" => "`fixed` is 1 to 32767, not 0";
    Part is_plain_later, "pad_left = \"0\", fixed = 3" => "`pad_left` takes one character";
    Part is_plain_later, "pad_left = 'é', fixed = 3" => "`pad_left` takes an ASCII character";
    Part |table, at| part_is(&table.key, at, |part| part.encoding == Encoding::Native && part.max.is_none() && part.of.kind != Kind::Time), "pad_left = '0'" => "`pad_left` has no effect without a width";
    Part |table, at| part_is(&table.key, at, |part| matches!(part.encoding, Encoding::PadLeft(..))), "pad_right = '0'" => "`pad_right` cannot be combined with `pad_left`";
    Part |table, at| part_is(&table.key, at, |part| matches!(part.encoding, Encoding::Fixed(_)) && !part.reverse), "java" => "are two ways to write one part";
    Part |table, at| part_is(&table.key, at, |part| part.encoding == Encoding::Java && !part.desc), "ordered" => "are two ways to write one part";
    Part |table, at| part_is(&table.key, at, |part| part.encoding == Encoding::Text && !part.reverse), "desc" => "`desc` cannot be combined with `text`";
    Part |table, at| part_is(&table.key, at, |part| part.desc && matches!(part.encoding, Encoding::Fixed(_))), "reverse" => "`reverse` cannot be combined with `desc`";
    Part |table, at| part_is(&table.key, at, |part| part.encoding == Encoding::Java && !part.desc), "reverse" => "`reverse` cannot be combined with `java`";
    Part is_plain_later, "reverse, encoding = Hex" => "`reverse` cannot be combined with `encoding`";
    Part |table, at| part_is(&table.key, at, |part| matches!(part.encoding, Encoding::Fixed(_)) && !part.desc), "max = 9" => "`max` has no effect together with `fixed`";
    Part |table, at| at + 1 == table.key.parts.len() && part_is(&table.key, at, |part| part.terminator.is_none()), "separator = \"%\"" => "`separator` has no effect on the last part";
    Part |table, at| is_inner(table, at) && table.key.separator == Some("-") && part_is(&table.key, at, |part| part.separator.is_none() && part.terminator.is_none() && !part.unseparated && !part.direct), "separator = \"-\"" => "`separator = \"-\"` is the whole key's already";
    Part |table, at| at + 1 == table.key.parts.len() && table.key.parts.iter().all(|part| !part.unseparated) && part_is(&table.key, at, |part| part.encoding == Encoding::Native && part.terminator.is_none()), "unseparated" => "`unseparated` has no effect on the last part";
    Part |table, at| is_inner(table, at) && !table.key.parts.iter().any(|part| part.unseparated) && part_is(&table.key, at, |part| matches!(part.encoding, Encoding::Fixed(_)) && part.separator.is_none() && !part.direct), "unseparated" => "`unseparated` cannot be combined with `fixed`";
    Part |table, at| is_inner(table, at) && table.key.parts.iter().any(|part| part.unseparated) && part_is(&table.key, at, is_plain), "unseparated" => "only one part can be `unseparated`";
    Part |table, at| is_inner(table, at) && table.key.separator.is_none() && part_is(&table.key, at, is_plain), "text" => "cannot be determined: `text` has no width, and another part follows";
    Part may_be_long, "fixed = 101" => "bytes long, over 100, and every cell carries it";
    Part |table, at| may_be_long(table, at) && !matches!(table.key.salt, Salt::None), "fixed = 32767" => "over the 32767 bytes that HBase takes";
    Part is_plain_last, "max = 0" => "`max` is 1 to 32767, not 0";
    Replace |table| Some(format!("pub {}:", table.key.parts[0].name)), "pub all:" => "a part cannot be called `all`";
}
