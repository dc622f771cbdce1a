//! The row key as a column of Hive.

use hbase_model::time::TimeKind;
use hbase_model::{CustomEncoding, Encoding, KeyLayout, PartLayout};

use super::cells::{above_half, integer};
use super::draft::{Draft, names_are_unique};
use crate::text::free_name;

/// The key as one column: text, or bytes.
pub(super) fn whole(key: &KeyLayout, draft: &mut Draft) {
    let (ty, mapping) = if key.is_text() {
        ("STRING", ":key")
    } else {
        ("BINARY", ":key#b")
    };
    let name = draft.key_name.clone();
    draft.push(&name, ty, mapping);
}

/// The key by its parts: one part, or text parts with one delimiter.
pub(super) fn parts(key: &KeyLayout, draft: &mut Draft) {
    match (&key.salt, key.parts.as_ref()) {
        (None, [only]) => single(only, draft),
        _ => several(key, draft),
    }
}

const TERMINATED: &str = "its terminator would be part of its value in Hive";

fn single(part: &PartLayout, draft: &mut Draft) {
    if let Some(reason) = misread(part) {
        return draft.remarks.reject_part(&part.name, &reason);
    }
    if part.separator.is_some() {
        return draft.remarks.reject_part(&part.name, TERMINATED);
    }
    if let Some(ty) = text_type(&part.encoding) {
        return draft.push(&part.name, ty, ":key");
    }
    let Some((ty, unsigned)) = binary_type(&part.encoding) else {
        let reason = match &part.encoding {
            Encoding::Integer { .. } | Encoding::JavaInteger { .. } => {
                "Hive has no integer of 16 bytes"
            }
            _ => "Hive has no type with this encoding",
        };
        return draft.remarks.reject_part(&part.name, reason);
    };
    if let Some(width) = unsigned {
        draft.remarks.note(above_half(&part.name, width));
    }
    draft.push(&part.name, ty, ":key#b");
}

/// The type of a part that is binary, and the width of an unsigned integer.
pub(super) const fn binary_type(encoding: &Encoding) -> Option<(&'static str, Option<u8>)> {
    Some(match encoding {
        Encoding::Bytes { .. } => ("BINARY", None),
        Encoding::Bool | Encoding::JavaBool => ("BOOLEAN", None),
        Encoding::JavaFloat { width: 4 } => ("FLOAT", None),
        Encoding::JavaFloat { .. } => ("DOUBLE", None),
        Encoding::Time(format) => match format.kind {
            TimeKind::Seconds => ("INT", Some(4)),
            _ => ("BIGINT", None),
        },
        Encoding::TimeOfDay { minutes, .. } => (if *minutes { "SMALLINT" } else { "INT" }, None),
        Encoding::Integer { width, signed } | Encoding::JavaInteger { width, signed } => {
            match integer(*width) {
                Some(ty) if *signed => (ty, None),
                Some(ty) => (ty, Some(*width)),
                None => return None,
            }
        }
        Encoding::Digits { .. }
        | Encoding::DecimalText { .. }
        | Encoding::Text { .. }
        | Encoding::Escaped(_)
        | Encoding::Labels { .. }
        | Encoding::LengthPrefixed { .. }
        | Encoding::List(_)
        | Encoding::Float { .. }
        | Encoding::Ordered(_)
        | Encoding::Custom(_) => return None,
    })
}

const LABELS: &str =
    "its labels are in reverse order (`reverse_labels`), and Hive would show them so";
const LENGTH: &str = "its length comes before it (`length`), and Hive would show the length, too";
const LIST: &str =
    "it is a list (`repeat`) of any number of elements, and Hive would show their bytes";
const ESCAPED: &str =
    "its characters are replaced (`escape`), and Hive would show the replacements";

/// Why Hive would read another value than the one encoded.
pub(super) fn misread(part: &PartLayout) -> Option<String> {
    Some(match &part.encoding {
        Encoding::Ordered(_) => {
            "it is encoded by `OrderedBytes`, which Hive cannot read".to_owned()
        }
        Encoding::Integer { signed: true, .. } => {
            "its sign bit is flipped so that it sorts, and Hive would read other numbers".to_owned()
        }
        Encoding::Float { .. } => {
            "its bits are changed so that they sort, and Hive would read other numbers".to_owned()
        }
        Encoding::Labels { .. } => LABELS.to_owned(),
        Encoding::LengthPrefixed { .. } => LENGTH.to_owned(),
        Encoding::List(_) => LIST.to_owned(),
        Encoding::Escaped(_) => ESCAPED.to_owned(),
        Encoding::Custom(CustomEncoding { name, .. }) => {
            format!("only the program knows its bytes (`{name}`)")
        }
        Encoding::Time(format) if format.newest_first => {
            "it is encoded newest first (`reverse_ts`), and Hive would show other times".to_owned()
        }
        Encoding::Time(format) if format.is_newest_first() => {
            "it is negated (`negated_ts`), and Hive would show negative numbers".to_owned()
        }
        Encoding::Integer { .. }
        | Encoding::JavaInteger { .. }
        | Encoding::JavaBool
        | Encoding::JavaFloat { .. }
        | Encoding::Digits { .. }
        | Encoding::DecimalText { .. }
        | Encoding::Text { .. }
        | Encoding::Bytes { .. }
        | Encoding::Bool
        | Encoding::Time(_)
        | Encoding::TimeOfDay { .. } => return misread_order(part),
    })
}

/// The same for the order of a part.
fn misread_order(part: &PartLayout) -> Option<String> {
    let why = match (part.desc, part.reverse) {
        (true, _) => "it is encoded descending (`desc`), and Hive would show other values",
        (false, true) => "it is encoded backwards (`reverse`), and Hive would show it that way",
        (false, false) => return None,
    };
    Some(why.to_owned())
}

/// The type of a part that is text.
pub(super) fn text_type(encoding: &Encoding) -> Option<&'static str> {
    match encoding {
        Encoding::DecimalText { min, max } => {
            let fits = *min >= i64::MIN.into() && i64::try_from(*max).is_ok();
            Some(if fits { "BIGINT" } else { "STRING" })
        }
        Encoding::Digits { .. } | Encoding::Text { .. } => Some("STRING"),
        Encoding::Time(format) if format.kind.is_digits() => Some("STRING"),
        Encoding::Integer { .. }
        | Encoding::JavaInteger { .. }
        | Encoding::JavaBool
        | Encoding::JavaFloat { .. }
        | Encoding::Escaped(_)
        | Encoding::Labels { .. }
        | Encoding::LengthPrefixed { .. }
        | Encoding::List(_)
        | Encoding::Bytes { .. }
        | Encoding::Bool
        | Encoding::Float { .. }
        | Encoding::Time(_)
        | Encoding::TimeOfDay { .. }
        | Encoding::Ordered(_)
        | Encoding::Custom(_) => None,
    }
}

fn several(key: &KeyLayout, draft: &mut Draft) {
    let mut fields = Vec::new();
    let mut delimiter = Delimiter::default();
    let before = draft.remarks.rejected();
    let names = key.parts.iter().map(|part| &*part.name);
    let help = [
        "map the key as a whole",
        "rename it, or map the key as a whole",
    ];
    names_are_unique(names, "part", help, &mut draft.remarks);
    if let Some(layout) = &key.salt {
        let text = layout.salt.is_text().then_some("STRING");
        let ty = text
            .ok_or_else(binary)
            .and_then(|ty| delimiter.accept(layout.separator.as_deref(), ty));
        match ty {
            Ok(ty) => fields.push(format!("`{}`:{ty}", salt_name(key))),
            Err(reason) => draft.remarks.reject_part("salt", &reason),
        }
    }
    let last = key.parts.len() - 1;
    for (index, part) in key.parts.iter().enumerate() {
        let ty = field_type(part).and_then(|ty| {
            if index == last && part.separator.is_none() {
                return Ok(ty);
            }
            if index == last {
                return Err(TERMINATED.to_owned());
            }
            delimiter.accept(part.separator.as_deref(), ty)
        });
        match ty {
            Ok(ty) => fields.push(format!("`{}`:{ty}", part.name)),
            Err(reason) => draft.remarks.reject_part(&part.name, &reason),
        }
    }
    let Some(delimiter) = delimiter.0.filter(|_| draft.remarks.rejected() == before) else {
        return;
    };
    note_delimiters(key, delimiter, draft);
    draft.delimiter = Some(delimiter);
    let (name, ty) = (draft.key_name.clone(), fields.join(", "));
    draft.push(&name, &format!("STRUCT<{ty}>"), ":key");
}

/// `salt`, unless a part has this name.
fn salt_name(key: &KeyLayout) -> String {
    let names: Vec<_> = key.parts.iter().map(|p| p.name.to_lowercase()).collect();
    free_name("salt", |name| names.iter().any(|known| known == name))
}

fn binary() -> String {
    "it is binary, and Hive separates the parts of a key by a delimiter".to_owned()
}

fn field_type(part: &PartLayout) -> Result<&'static str, String> {
    match misread(part) {
        Some(reason) => Err(reason),
        None => text_type(&part.encoding).ok_or_else(binary),
    }
}

/// A part before a separator cannot contain the delimiter, except for text of a fixed width and the last
/// part.
fn note_delimiters(key: &KeyLayout, delimiter: char, draft: &mut Draft) {
    let Some((last, closed)) = key.parts.split_last() else {
        return;
    };
    let is_text = |part: &PartLayout| matches!(part.encoding, Encoding::Text { .. });
    draft.last_takes_rest = is_text(last);
    for part in closed.iter().filter(|part| is_text(part)) {
        if part.encoding.width().is_some() {
            let note = format!(
                "{}: must not contain {delimiter:?}, where Hive splits.",
                part.name
            );
            draft.remarks.note(note);
        }
    }
}

/// The one character between all parts, once it is known.
#[derive(Default)]
struct Delimiter(Option<char>);

impl Delimiter {
    fn accept(
        &mut self,
        separator: Option<&[u8]>,
        ty: &'static str,
    ) -> Result<&'static str, String> {
        let only = match separator {
            Some([byte]) if byte.is_ascii() => Some(char::from(*byte)),
            _ => None,
        };
        match (only, self.0) {
            (None, _) => Err(
                "no single character separates it from what follows, and Hive \
                              separates the parts of a key by one"
                    .to_owned(),
            ),
            (Some(found), Some(expected)) if found != expected => Err(format!(
                "{found:?} separates it from what follows, {expected:?} the parts before, and Hive \
                 has one delimiter"
            )),
            (Some(found), _) => {
                self.0 = Some(found);
                Ok(ty)
            }
        }
    }
}
