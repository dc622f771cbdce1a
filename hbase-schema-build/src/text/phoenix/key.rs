//! The key as the primary key of Phoenix.

use hbase_model::printable::Printable;
use hbase_model::{Encoding, KeyLayout, PartLayout, SaltLayout};

use super::cells::unsigned;
use super::{Draft, KeyColumn, is_quotable};
use crate::text::{UnsupportedItem, free_name};

/// What an error ends with.
const WAY_OUT: &str = "map the key as a whole";

/// What stands between texts in Phoenix's keys.
const ZERO: &str = "\0";

/// A type, and whether it is descending beside what `desc` says.
type Typed = Result<(String, bool), String>;

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
        draft.notes.push(note.to_owned());
        return whole(key, draft);
    }
    if let Some(layout) = &key.salt {
        let name = free_name("salt", |name| key.part(name).is_some());
        salt(layout, &name, draft);
    }
    let last = key.parts.len().saturating_sub(1);
    for (index, part) in key.parts.iter().enumerate() {
        match column(part, index == last) {
            Ok((ty, desc)) => {
                draft.notes.extend(note(part));
                push(draft, &part.name, ty, desc);
            }
            Err(why) => refuse(draft, &part.name, &why),
        }
    }
}

fn push(draft: &mut Draft, name: &str, ty: String, desc: bool) {
    draft.key.push(KeyColumn {
        name: name.to_owned(),
        ty,
        desc,
    });
}

fn refuse(draft: &mut Draft, name: &str, why: &str) {
    let why = format!("{why}: {WAY_OUT}");
    draft.items.push(UnsupportedItem::new(name, why));
}

/// Whether anything but a byte 0 stands between parts.
fn has_other_separator(key: &KeyLayout) -> bool {
    let salt = key.salt.iter().filter_map(|salt| salt.separator.as_deref());
    let parts = key
        .parts
        .iter()
        .filter_map(|part| part.separator.as_deref());
    salt.chain(parts).any(|separator| separator != ZERO)
}

/// Phoenix's own salts are another hash: here the salt is a column as any other.
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
        (Some(_), Some(separator)) => refuse(draft, "salt", &follows(separator)),
        (None, _) => refuse(draft, "salt", "its width varies"),
    }
}

fn follows(separator: &str) -> String {
    let shown = Printable(separator.as_bytes()).to_string();
    format!("the separator `{shown}` follows it, where Phoenix has none")
}

fn column(part: &PartLayout, last: bool) -> Typed {
    if !is_quotable(&part.name) {
        return Err("it cannot be named in quotes".to_owned());
    }
    let (ty, desc) = typed(part)?;
    let fixed = part.encoding.width().is_some();
    match part.separator.as_deref() {
        None if fixed || last => Ok((ty, desc)),
        Some(ZERO) if !fixed && ty == "VARCHAR" => Ok((ty, desc)),
        Some(separator) => Err(follows(separator)),
        None => Err("its end cannot be told".to_owned()),
    }
}

fn typed(part: &PartLayout) -> Typed {
    if part.reverse {
        return Err("it is written backwards (`reverse`)".to_owned());
    }
    let plain = |ty: String| Ok((ty, part.desc));
    let digits = |ty: String| {
        if part.desc {
            return Err("its digits are written as complements (`desc`)".to_owned());
        }
        Ok((ty, false))
    };
    match &part.encoding {
        Encoding::Integer { width, signed } => plain(integer(*width, *signed)?.to_owned()),
        Encoding::JavaInteger { signed: true, .. } => Err(
            "negative numbers stand there in two's complement (`java`), which Phoenix refuses"
                .to_owned(),
        ),
        Encoding::JavaInteger { width, .. } => plain(integer(*width, false)?.to_owned()),
        Encoding::Text { width: None, .. } => plain("VARCHAR".to_owned()),
        Encoding::Text {
            width: Some(width), ..
        } => plain(format!("CHAR({width})")),
        Encoding::Bytes { width: None } => plain("VARBINARY".to_owned()),
        Encoding::Bytes { width: Some(width) } => plain(format!("BINARY({width})")),
        Encoding::DecimalText { .. } => digits("VARCHAR".to_owned()),
        Encoding::Digits { width, .. }
        | Encoding::TimeDigits {
            digits: width,
            newest_first: false,
            ..
        } => digits(format!("CHAR({width})")),
        Encoding::TimeDigits { .. } => {
            Err("its digits are written as complements (`reverse_ts`)".to_owned())
        }
        Encoding::Bool if part.desc => Err("BOOLEAN has other bytes in descending order".into()),
        Encoding::Bool => plain("BOOLEAN".to_owned()),
        Encoding::Millis { newest_first, .. } => millis(*newest_first, part.desc),
        Encoding::TimeOfDay { minutes: true, .. } => plain("UNSIGNED_SMALLINT".to_owned()),
        Encoding::TimeOfDay { .. } => plain("UNSIGNED_INT".to_owned()),
        Encoding::Float { .. } => Err("FLOAT and DOUBLE sort by other bytes in Phoenix".to_owned()),
        Encoding::Ordered(_) => {
            Err("it is written by `OrderedBytes`, which Phoenix cannot read".to_owned())
        }
        Encoding::Custom { name, .. } => {
            Err(format!("only the program knows its bytes (`{name}`)"))
        }
        _ => Err("Phoenix knows no such bytes".to_owned()),
    }
}

/// 2^63 - 1 - ms is a BIGINT's bytes (the sign bit flipped) with all bits inverted: `DESC`.
fn millis(newest_first: bool, desc: bool) -> Typed {
    match (newest_first, desc) {
        (false, desc) => Ok(("UNSIGNED_LONG".to_owned(), desc)),
        (true, false) => Ok(("BIGINT".to_owned(), true)),
        (true, true) => Err("it is newest first and descending: twice turned round".to_owned()),
    }
}

fn integer(width: u8, signed: bool) -> Result<&'static str, String> {
    let signed_type = match width {
        1 => "TINYINT",
        2 => "SMALLINT",
        4 => "INTEGER",
        8 => "BIGINT",
        _ => return Err("no integer of Phoenix has 16 bytes".to_owned()),
    };
    let of_java = unsigned(width).map(|(ty, _)| ty);
    Ok(of_java.filter(|_| !signed).unwrap_or(signed_type))
}

/// Where Phoenix's type holds less than ours.
fn note(part: &PartLayout) -> Option<String> {
    let name = &part.name;
    match &part.encoding {
        Encoding::Integer {
            width,
            signed: false,
        }
        | Encoding::JavaInteger {
            width,
            signed: false,
        } => {
            let (_, most) = unsigned(*width)?;
            Some(format!(
                "{name}: Phoenix reads 0 to {most}, and refuses any other value."
            ))
        }
        Encoding::Text { width: Some(_), .. } => Some(format!(
            "{name}: characters of one byte only; blanks at its end are not shown."
        )),
        Encoding::Millis { .. } => Some(format!("{name}: milliseconds since 1970.")),
        _ => None,
    }
}
