//! Rules of terminators, and of parts that are left out.

use super::rules;
use super::when::{has_text_salt, is_inner, is_plain, is_plain_last, is_plain_later, part_is};
use crate::spec::{Encoding, Part, Salt, Table};

/// Whether keys may end before a part, as far as the part before it decides that.
fn may_end_before(table: &Table, at: usize) -> bool {
    let before = at.checked_sub(1).map(|before| &table.key.parts[before]);
    before.is_some_and(|part| {
        let end = part.end(&table.key);
        part.terminator.is_some() || end.is_none_or(|end| end == [0])
    })
}

/// Whether a part may be left out, and feeds no salt.
fn is_left_out(part: &Part) -> bool {
    part.omit_none && part.salt.is_none()
}

/// Whether the struct's attribute declares a salt that hashes the bytes of whole parts.
fn has_hash(table: &Table) -> bool {
    table.key.names_salt
        && matches!(
            table.key.salt,
            Salt::Buckets(_)
                | Salt::Md5 { .. }
                | Salt::Md5Hex { .. }
                | Salt::JavaBytes { .. }
                | Salt::Crc32 { .. }
        )
}

fn is_fixed(part: &Part) -> bool {
    let has_end = part.separator.is_some() || part.unseparated || part.direct;
    matches!(part.encoding, Encoding::Fixed(_)) && !has_end && !part.omit_none
}

/// Whether the key has a separator after a part, and the part's options say nothing about it.
fn has_separator_of_key(table: &Table, at: usize) -> bool {
    table.key.separator.is_some() && is_inner(table, at) && part_is(&table.key, at, is_plain)
}

/// Whether other parts, or a salt, need the separator of the key.
fn needs_separator(table: &Table, except: usize) -> bool {
    let inner = 0..table.key.parts.len() - 1;
    let mut others = inner.filter(|at| *at != except);
    table.key.salt != Salt::None || others.any(|at| has_separator_of_key(table, at))
}

rules! {
    Part |table, at| table.key.separator.is_none() && is_inner(table, at) && part_is(&table.key, at, is_plain), "separator = none" => "`separator = none` has no effect: `#[rowkey]` on the struct declares no separator";
    Part |table, at| has_separator_of_key(table, at) && needs_separator(table, at) && !table.key.parts[at + 1].omit_none, "separator = nothing" => "unknown `separator` `nothing`";
    Part |table, at| has_separator_of_key(table, at) && needs_separator(table, at), "separator = none, text" => "`text` has no width, and another part follows: leave out `separator = none`";
    Part |table, at| has_separator_of_key(table, at) && needs_separator(table, at), "separator = none, unseparated" => "`separator = none` has no effect together with `unseparated`";
    Part |table, at| has_separator_of_key(table, at) && needs_separator(table, at), "separator = none, terminator = \"|\"" => "`separator = none` cannot be combined with `terminator`";
    Part |table, at| part_is(&table.key, at, is_fixed), "terminator = \"%\"" => "`terminator` cannot be combined with `fixed`";
    Part is_plain_later, "terminator = b\"\"" => "`terminator` is empty";
    Part is_plain_later, "terminator = \"é\"" => "the terminator `é` is not ASCII";
    Part is_plain_last, "terminator = \"x\"" => "the separator `x` may occur inside";
    Part is_plain_last, "desc, terminator = \"|\"" => "`desc` needs the terminator";
    Part |table, at| table.key.parts.len() == 1 && part_is(&table.key, at, |part| part.salt.is_none()), "omit_none" => "`omit_none` on the first part";
    Part |table, at| is_inner(table, at) && may_end_before(table, at) && !table.key.parts[at + 1].omit_none && part_is(&table.key, at, |part| is_plain(part) && !part.optional), "omit_none" => "only the last parts are left out";
    Part |table, at| is_plain_last(table, at) && !may_end_before(table, at) && !table.key.parts[at - 1].unseparated, "omit_none" => "is not written if it has no value";
    Part |table, at| is_inner(table, at) && table.key.separator.is_none() && part_is(&table.key, at, |part| is_left_out(part) && part.terminator.is_none() && part.separator.is_none() && !part.desc && part.encoding == Encoding::Native), "terminator = \"|\"" => "which may be left out before other parts, is";
    Part |table, at| has_hash(table) && is_inner(table, at) && part_is(&table.key, at, is_left_out) && part_is(&table.key, at + 1, is_left_out), "salt" => "feeds no salt, but a part before it that may be left out does";
    Part |table, at| has_text_salt(table) && table.key.names_salt && !is_inner(table, at) && part_is(&table.key, at, is_left_out), "salt" => "a part that may be left out feeds only salts that hash whole parts";
}
