//! Rules of text in which characters are replaced.

use super::rules;
use super::when::{is_inner, is_plain, is_plain_last, is_plain_later, part_is};
use crate::spec::{Encoding, Part, Table};

/// Whether a plain part of text has a separator after it that is not a letter.
fn is_closed(table: &Table, at: usize) -> bool {
    let end = table.key.parts[at].end(&table.key);
    is_inner(table, at) && part_is(&table.key, at, is_plain) && end.is_some()
}

fn is_escaped(part: &Part) -> bool {
    matches!(part.encoding, Encoding::Escape(_)) && part.terminator.is_none()
}

fn has_labels(part: &Part) -> bool {
    part.encoding == Encoding::Labels && part.terminator.is_none()
}

fn has_length(part: &Part) -> bool {
    matches!(part.encoding, Encoding::Length(_))
}

rules! {
    Part is_plain_last, "reverse_labels" => "`reverse_labels` needs a value";
    Part is_plain_last, "reverse_labels = '.'" => "`reverse_labels` takes a text in quotes";
    Part is_plain_last, "reverse_labels = \"..\"" => "`reverse_labels` takes the one ASCII character between labels";
    Part |table, at| part_is(&table.key, at, has_labels), "reverse" => "`reverse` cannot be combined with `reverse_labels`";
    Part |table, at| part_is(&table.key, at, has_labels), "desc" => "`desc` cannot be combined with `reverse_labels`";
    Part is_plain_last, "reverse_labels = \".\", offset = \"+08:00\"" => "`offset` cannot be combined with `reverse_labels`";
    Part is_plain_last, "reverse_labels = \".\", truncate" => "`truncate` cannot be combined with `reverse_labels`";
    Part is_plain_last, "reverse_labels = \".\", align = \"1h\"" => "`align` cannot be combined with `reverse_labels`";
    Part is_plain_last, "reverse_labels = \"|\", terminator = \"|\"" => "is between its labels, too: take another separator";
    Part is_plain_last, "length = \"u16\"" => "`length` takes `u8`, `u16` or `varint`";
    Part is_plain_last, "length = u32" => "unknown `length` `u32`";
    Part is_plain_last, "length" => "`length` needs a value";
    Part |table, at| part_is(&table.key, at, has_length), "reverse" => "`reverse` cannot be combined with `length`";
    Part |table, at| part_is(&table.key, at, has_length), "desc" => "`desc` cannot be combined with `length`";
    Part is_plain_last, "length = u16, offset = \"+08:00\"" => "`offset` cannot be combined with `length`";
    Part is_plain_last, "length = u16, truncate" => "`truncate` cannot be combined with `length`";
    Part is_plain_last, "length = u16, align = \"1h\"" => "`align` cannot be combined with `length`";
    Part is_plain_last, "length = u16, terminator = \"|\"" => "`terminator` cannot be combined with `length`";
    Part is_plain_last, "escape" => "`escape` takes a list in parentheses";
    Part is_plain_last, "escape()" => "`escape()` replaces nothing";
    Part is_plain_last, "escape(\"%\")" => "`escape` takes pairs";
    Part is_plain_last, "escape(\"%\" = 9)" => "`escape` takes a text in quotes";
    Part is_plain_last, "escape(\"%%\" = \"%9$\")" => "`escape` replaces single characters, not";
    Part is_plain_last, "escape(\"\" = \"%9$\")" => "`escape` is empty";
    Part is_plain_last, "escape(\"!\" = \"%0$\", \"%\" = \"%9$\")" => "cannot be undone: a text may contain";
    Part is_plain_last, "escape(\"%\" = \"\")" => "is replaced by nothing, and could not be restored";
    Part is_plain_last, "escape(\"%\" = \"%9\", \"%\" = \"%8\")" => "is replaced twice";
    Part is_closed, "escape(\"%\" = \"%9$\")" => "`escape`: escaped texts may contain";
    Part is_plain_last, "escape(\"%\" = \"%9$\"), terminator = \"|\"" => "ends: replace it, too";
    Part is_plain_last, "escape(\"%\" = \"%9$\"), terminator = \"|~\"" => "ends: replace `|` or `~`, too";
    Part is_plain_last, "escape(\"|\" = \"||\"), terminator = \"|\"" => "ends: replace `|` by a text without it, or take another separator";
    Part is_plain_last, "escape(\"%\" = \"%9$\"), terminator = b\"\\x80\"" => "ends: take a separator of ASCII";
    Part |table, at| part_is(&table.key, at, is_escaped), "reverse" => "`reverse` cannot be combined with `escape`";
    Part |table, at| part_is(&table.key, at, is_escaped), "desc" => "`desc` cannot be combined with `escape`";
    Part is_plain_later, "escape(\"%\" = \"%9$\"), ordered" => "are two ways to write one part";
    Part is_plain_last, "escape(\"%\" = \"%9$\"), offset = \"+08:00\"" => "`offset` cannot be combined with `escape`";
    Part is_plain_last, "escape(\"%\" = \"%9$\"), truncate" => "`truncate` cannot be combined with `escape`";
    Part is_plain_last, "escape(\"%\" = \"%9$\"), align = \"1h\"" => "`align` cannot be combined with `escape`";
}
