//! The row key as the primary key of Phoenix.

use hbase_model::printable::Printable;
use hbase_model::time::{TimeFormat, TimeKind};
use hbase_model::{CustomEncoding, Encoding, KeyLayout, PartLayout, SaltLayout};

use super::cells::{lower_half, not_all, only_up_to, unsigned};
use super::{Draft, KeyColumn, is_quotable};
use crate::text::free_name;

/// The separator of texts in Phoenix's keys.
const ZERO: &[u8] = b"\0";

/// A type, and whether it is descending.
pub(super) type Typed = Result<(String, bool), String>;

/// The key as one column: text, or bytes.
pub(super) fn whole(key: &KeyLayout, draft: &mut Draft) {
    let ty = if key.is_text() {
        "VARCHAR"
    } else {
        "VARBINARY"
    };
    push(draft, "ROW_KEY", ty.to_owned(), false);
}

pub(super) fn parts(key: &KeyLayout, draft: &mut Draft) {
    if key.is_text() && has_other_separator(key) {
        let note = "The key is one VARCHAR: Phoenix separates text by a byte 0 only.";
        draft.remarks.note(note);
        return whole(key, draft);
    }
    if let Some(layout) = &key.salt {
        let name = free_name("salt", |name| key.part(name).is_some());
        salt(layout, &name, draft);
    }
    let last = key.parts.len().saturating_sub(1);
    for (index, part) in key.parts.iter().enumerate() {
        let next = key.parts.get(index + 1);
        let column = match next {
            // Phoenix ends such a key without the byte 0.
            Some(next) if next.omit_none && part.terminated && !part.is_desc_terminated() => {
                Err("its terminator follows it even if the next part is left out".to_owned())
            }
            _ => column(part, index == last),
        };
        match column {
            Ok((ty, desc)) => {
                note(part, draft);
                push(draft, &part.name, ty, desc);
                if let Some(column) = draft.key.last_mut() {
                    column.nullable = part.omit_none;
                }
            }
            Err(reason) => draft.remarks.reject_part(&part.name, &reason),
        }
    }
}

fn push(draft: &mut Draft, name: &str, ty: String, desc: bool) {
    draft.key.push(KeyColumn {
        name: name.to_owned(),
        ty,
        desc,
        nullable: false,
    });
}

/// Whether any separator is not a byte 0.
fn has_other_separator(key: &KeyLayout) -> bool {
    let salt = key.salt.iter().filter_map(|salt| salt.separator.as_deref());
    let parts = key
        .parts
        .iter()
        .filter_map(|part| part.separator.as_deref());
    salt.chain(parts).any(|separator| separator != ZERO)
}

/// A view cannot declare Phoenix's salt, so every salt is an ordinary column, even `java_bytes(N, abs)`.
fn salt(layout: &SaltLayout, name: &str, draft: &mut Draft) {
    match (layout.salt.width(), &layout.separator) {
        (Some(width), None) => {
            let ty = if layout.salt.is_text() {
                "CHAR"
            } else {
                "BINARY"
            };
            push(draft, name, format!("{ty}({width})"), false);
        }
        (Some(_), Some(separator)) => draft.remarks.reject_part("salt", &follows(separator)),
        (None, _) => draft.remarks.reject_part("salt", "its width varies"),
    }
}

fn follows(separator: &[u8]) -> String {
    let shown = Printable(separator).to_string();
    format!("the separator `{shown}` follows it, where Phoenix has none")
}

fn column(part: &PartLayout, last: bool) -> Typed {
    if !is_quotable(&part.name) {
        return Err("it cannot be named in quotes".to_owned());
    }
    let (ty, desc) = typed(part)?;
    let fixed = part.encoding.width().is_some();
    if part.omit_none && ty != "VARCHAR" {
        return Err("only text may be left out of Phoenix's keys".to_owned());
    }
    match part.separator.as_deref() {
        None if fixed || last => Ok((ty, desc)),
        Some(ZERO) if !fixed && !last && ty == "VARCHAR" => Ok((ty, desc)),
        Some(_) if part.is_desc_terminated() && ty == "VARCHAR" => Ok((ty, desc)),
        Some(separator) => Err(follows(separator)),
        None => Err("its end cannot be found".to_owned()),
    }
}

const LABELS: &str =
    "its labels are in reverse order (`reverse_labels`), and Phoenix would show them so";
const LENGTH: &str = "its length comes before it (`length`), which Phoenix does not write";
const LIST: &str = "it is a list (`repeat`) of any number of elements, and a Phoenix table has a fixed number of columns in its key";
const ESCAPED: &str =
    "its characters are replaced (`escape`), and Phoenix would show the replacements";

/// The type of a part, and whether it is descending.
pub(super) fn typed(part: &PartLayout) -> Typed {
    if part.reverse {
        return Err("it is encoded backwards (`reverse`)".to_owned());
    }
    let plain = |ty: String| Ok((ty, part.desc));
    match &part.encoding {
        Encoding::Integer { width, signed } => plain(integer(*width, *signed)?),
        Encoding::JavaInteger { signed: true, .. } => {
            Err("negative numbers are in two's complement (`java`), which Phoenix rejects".into())
        }
        Encoding::JavaInteger { width, .. } => plain(integer(*width, false)?),
        Encoding::Text { width: None, .. } => plain("VARCHAR".to_owned()),
        Encoding::Text {
            width: Some(width), ..
        } => plain(format!("CHAR({width})")),
        Encoding::Labels { .. } => Err(LABELS.to_owned()),
        Encoding::LengthPrefixed { .. } => Err(LENGTH.to_owned()),
        Encoding::List(_) => Err(LIST.to_owned()),
        Encoding::Escaped(_) => Err(ESCAPED.to_owned()),
        Encoding::Bytes { width: None } => plain("VARBINARY".to_owned()),
        Encoding::Bytes { width: Some(width) } => plain(format!("BINARY({width})")),
        Encoding::DecimalText { .. } => digits(part, "VARCHAR".to_owned()),
        Encoding::Digits { width, .. } => digits(part, format!("CHAR({width})")),
        Encoding::Time(format) => time(part, *format),
        Encoding::Bool if part.desc => Err("BOOLEAN has other bytes in descending order".into()),
        Encoding::Bool => plain("BOOLEAN".to_owned()),
        Encoding::JavaBool => Err("true is ff (`java`), which Phoenix does not write".into()),
        Encoding::TimeOfDay { minutes: true, .. } => plain("UNSIGNED_SMALLINT".to_owned()),
        Encoding::TimeOfDay { .. } => plain("UNSIGNED_INT".to_owned()),
        Encoding::Float { .. } => Err("FLOAT and DOUBLE sort by other bytes in Phoenix".into()),
        Encoding::JavaFloat { .. } => {
            Err("negative floats are in Java's encoding (`java`), which Phoenix rejects".into())
        }
        Encoding::Ordered(_) => {
            Err("it is encoded by `OrderedBytes`, which Phoenix cannot read".to_owned())
        }
        Encoding::Custom(CustomEncoding { name, .. }) => {
            Err(format!("only the program knows its bytes (`{name}`)"))
        }
    }
}

fn digits(part: &PartLayout, ty: String) -> Typed {
    if part.desc {
        return Err("its digits are encoded as complements (`desc`)".to_owned());
    }
    Ok((ty, false))
}

fn time(part: &PartLayout, format: TimeFormat) -> Typed {
    match format.kind {
        TimeKind::Millis => count("UNSIGNED_LONG", "BIGINT", format.newest_first, part.desc),
        TimeKind::Seconds => count("UNSIGNED_INT", "INTEGER", format.newest_first, part.desc),
        TimeKind::NegatedMillis => {
            Err("its milliseconds are negated (`negated_ts`), which Phoenix rejects".to_owned())
        }
        _ if format.newest_first => {
            Err("its digits are encoded as complements (`reverse_ts`)".to_owned())
        }
        kind => digits(part, format!("CHAR({})", kind.width())),
    }
}

/// 2^63 - 1 - ms is a BIGINT's bytes (the sign bit flipped) with all bits inverted: `DESC`. Likewise seconds in 4 bytes.
fn count(unsigned: &str, signed: &str, newest_first: bool, desc: bool) -> Typed {
    match (newest_first, desc) {
        (false, desc) => Ok((unsigned.to_owned(), desc)),
        (true, false) => Ok((signed.to_owned(), true)),
        (true, true) => Err("it is newest first and descending: inverted twice".to_owned()),
    }
}

/// Signed ones have the sign bit flipped, like Phoenix's. Bytes sort like unsigned ones.
fn integer(width: u8, signed: bool) -> Result<String, String> {
    let ty = match (width, signed, unsigned(width)) {
        (1, true, _) => "TINYINT".to_owned(),
        (2, true, _) => "SMALLINT".to_owned(),
        (4, true, _) => "INTEGER".to_owned(),
        (8, true, _) => "BIGINT".to_owned(),
        (_, false, Some((ty, _))) => ty.to_owned(),
        (1 | 2, false, None) => format!("BINARY({width})"),
        _ => return Err("no integer of Phoenix has 16 bytes".to_owned()),
    };
    Ok(ty)
}

/// Adds a note if Phoenix's type has fewer values.
fn note(part: &PartLayout, draft: &mut Draft) {
    if let Some(note) = note_of(part) {
        draft.remarks.note(format!("{}: {note}", part.name));
    }
}

/// The note on a type that has fewer values than the part.
pub(super) fn note_of(part: &PartLayout) -> Option<String> {
    match &part.encoding {
        Encoding::Integer {
            width,
            signed: false,
        }
        | Encoding::JavaInteger {
            width,
            signed: false,
        } => unsigned_note(*width),
        Encoding::Text { width: Some(_), .. } => {
            Some("characters of one byte only; blanks at its end are not shown.".to_owned())
        }
        Encoding::Time(format) => match format.kind {
            TimeKind::Millis => Some("milliseconds since 1970.".to_owned()),
            TimeKind::Seconds => Some("seconds since 1970, until January 2038.".to_owned()),
            _ => None,
        },
        Encoding::Integer { .. }
        | Encoding::JavaInteger { .. }
        | Encoding::JavaBool
        | Encoding::JavaFloat { .. }
        | Encoding::Digits { .. }
        | Encoding::DecimalText { .. }
        | Encoding::Text { .. }
        | Encoding::Escaped(_)
        | Encoding::Labels { .. }
        | Encoding::LengthPrefixed { .. }
        | Encoding::List(_)
        | Encoding::Bytes { .. }
        | Encoding::Bool
        | Encoding::Float { .. }
        | Encoding::TimeOfDay { .. }
        | Encoding::Ordered(_)
        | Encoding::Custom(_) => None,
    }
}

fn unsigned_note(width: u8) -> Option<String> {
    match unsigned(width) {
        Some((_, most)) => Some(only_up_to(most)),
        None => lower_half(width).map(|ty| format!("bytes, since {}", not_all(ty, width))),
    }
}
