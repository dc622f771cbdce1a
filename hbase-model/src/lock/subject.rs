//! What a message is about: a field, or a fact in the words of an attribute.

use super::buffer::Buffer;
use super::change::Fact;
use super::difference::Difference;
use super::line::word;

/// Writes the field, or what the fact is about.
pub(super) const fn write(out: &mut Buffer, of: &Difference<'_>, table: &str, field: &str) {
    if matches!(of.fact, Fact::Table) {
        out.all(&["the table ", table]);
    } else if field.is_empty() || of.is_named || matches!(of.fact, Fact::RowVersion) {
        fact(out, of);
    } else {
        out.all(&["`", field, "`"]);
        code(out, of);
    }
}

/// The words of a fact's line that name it.
pub(super) const fn about(out: &mut Buffer, [keyword, name]: [&[u8]; 2]) {
    out.bytes(keyword);
    if !name.is_empty() {
        out.text(" ");
        out.bytes(name);
    }
}

/// The code that the fact is about.
const fn code(out: &mut Buffer, of: &Difference<'_>) {
    if !matches!(of.fact, Fact::Code | Fact::KeyCode | Fact::CodeName) {
        return;
    }
    let [keyword, name] = of.about;
    let is_of_key = matches!(keyword, b"key_code");
    out.text(", code ");
    out.bytes(word(name, if is_of_key { 1 } else { 2 }));
}

const fn fact(out: &mut Buffer, of: &Difference<'_>) {
    let [keyword, name] = of.about;
    match keyword {
        b"cell" | b"dynamic" => column(out, keyword, name),
        b"code" => {
            column(out, b"cell", name);
            code(out, of);
        }
        b"key" | b"key_code" => {
            out.text("key part ");
            out.bytes(word(name, 0));
            code(out, of);
        }
        b"salt" => out.text("the salt"),
        b"timestamp" => out.text("`#[timestamp]`"),
        b"row_version" => out.text("`#[version]`"),
        b"family" | b"index" => {
            out.bytes(keyword);
            out.text(" ");
            out.bytes(name);
        }
        b"index_ttl" => {
            out.text("`ttl` of index ");
            out.bytes(name);
        }
        _ => {
            out.text("`");
            out.bytes(keyword);
            out.text("` of family ");
            out.bytes(name);
        }
    }
}

/// A column, or dynamic columns by their prefix.
const fn column(out: &mut Buffer, keyword: &[u8], name: &[u8]) {
    let is_dynamic = matches!(keyword, b"dynamic");
    out.text(if is_dynamic {
        "dynamic columns "
    } else {
        "column "
    });
    qualified(out, name);
}

/// Family and qualifier, in two words, as `HBase`'s shell writes them.
pub(super) const fn qualified(out: &mut Buffer, name: &[u8]) {
    out.bytes(word(name, 0));
    out.text(":");
    out.bytes(word(name, 1));
}
