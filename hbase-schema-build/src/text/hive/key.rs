//! The key as a column of Hive.

use std::collections::BTreeSet;

use hbase_model::{Encoding, KeyLayout, PartLayout};

use super::cells::{above_half, integer};
use super::{Draft, HiveColumn};
use crate::text::{UnsupportedItem, free_name};

/// What an error ends with.
const WAY_OUT: &str = "map the key as a whole";

/// The key as one column: text, or bytes.
pub(super) fn whole(key: &KeyLayout, draft: &mut Draft) {
    let (ty, mapping) = if key.is_text() {
        ("STRING", ":key")
    } else {
        ("BINARY", ":key#b")
    };
    let name = draft.key_name.clone();
    push(draft, &name, ty, mapping);
}

/// The key by its parts: one, or several of text that one character separates.
pub(super) fn parts(key: &KeyLayout, draft: &mut Draft) {
    match (&key.salt, key.parts.as_ref()) {
        (None, [only]) => single(only, draft),
        _ => several(key, draft),
    }
}

fn push(draft: &mut Draft, field: &str, ty: &str, mapping: &str) {
    draft.columns.push(HiveColumn {
        field: field.to_owned(),
        ty: ty.to_owned(),
        mapping: mapping.to_owned(),
    });
}

fn refuse(draft: &mut Draft, name: &str, why: &str) {
    let why = format!("{why}: {WAY_OUT}");
    draft.items.push(UnsupportedItem::new(name, why));
}

fn single(part: &PartLayout, draft: &mut Draft) {
    if let Some(why) = not_as_it_is(part) {
        return refuse(draft, &part.name, &why);
    }
    if let Some(ty) = text_type(&part.encoding) {
        return push(draft, &part.name, ty, ":key");
    }
    let (ty, unsigned) = match &part.encoding {
        Encoding::Bytes { .. } => ("BINARY", None),
        Encoding::Bool => ("BOOLEAN", None),
        Encoding::Millis { .. } => ("BIGINT", None),
        Encoding::TimeOfDay { minutes: true, .. } => ("SMALLINT", None),
        Encoding::TimeOfDay { .. } => ("INT", None),
        Encoding::Integer { width, signed } | Encoding::JavaInteger { width, signed } => {
            let Some(ty) = integer(*width) else {
                return refuse(draft, &part.name, "Hive has no integer of 16 bytes");
            };
            (ty, Some(*width).filter(|_| !signed))
        }
        _ => return refuse(draft, &part.name, "Hive knows no such bytes"),
    };
    draft
        .notes
        .extend(unsigned.map(|width| above_half(&part.name, width)));
    push(draft, &part.name, ty, ":key#b");
}

/// Why what stands in the key is not the value, in Hive's eyes.
fn not_as_it_is(part: &PartLayout) -> Option<String> {
    Some(match &part.encoding {
        Encoding::Ordered(_) => {
            "it is written by `OrderedBytes`, which Hive cannot read".to_owned()
        }
        Encoding::Integer { signed: true, .. } => {
            "its sign bit is flipped so that it sorts, and Hive would read other numbers".to_owned()
        }
        Encoding::Float { .. } => {
            "its bits are turned so that they sort, and Hive would read other numbers".to_owned()
        }
        Encoding::Custom { name, .. } => format!("only the program knows its bytes (`{name}`)"),
        Encoding::Millis {
            newest_first: true, ..
        }
        | Encoding::TimeDigits {
            newest_first: true, ..
        } => "it is written newest first (`reverse_ts`), so that Hive would show other times"
            .to_owned(),
        _ if part.desc => {
            "it is written descending (`desc`), so that Hive would show other values".to_owned()
        }
        _ if part.reverse => {
            "it is written backwards (`reverse`), so that Hive would show it so".to_owned()
        }
        _ => return None,
    })
}

/// The type of a part that is text.
fn text_type(encoding: &Encoding) -> Option<&'static str> {
    match encoding {
        Encoding::DecimalText { min, max } => {
            let fits = *min >= i64::MIN.into() && i64::try_from(*max).is_ok();
            Some(if fits { "BIGINT" } else { "STRING" })
        }
        encoding if encoding.is_text() => Some("STRING"),
        _ => None,
    }
}

fn several(key: &KeyLayout, draft: &mut Draft) {
    let mut fields = Vec::new();
    let mut delimiter = Delimiter::default();
    let before = draft.items.len();
    names_are_unique(key, draft);
    if let Some(layout) = &key.salt {
        let text = layout.salt.is_text().then_some("STRING");
        match text
            .ok_or_else(binary)
            .and_then(|ty| delimiter.check(layout.separator.as_deref(), ty))
        {
            Ok(ty) => fields.push(format!("`{}`:{ty}", salt_name(key))),
            Err(why) => refuse(draft, "salt", &why),
        }
    }
    let last = key.parts.len() - 1;
    for (index, part) in key.parts.iter().enumerate() {
        let ty = field_type(part).and_then(|ty| {
            if index == last {
                return Ok(ty);
            }
            delimiter.check(part.separator.as_deref(), ty)
        });
        match ty {
            Ok(ty) => fields.push(format!("`{}`:{ty}", part.name)),
            Err(why) => refuse(draft, &part.name, &why),
        }
    }
    let Some(delimiter) = delimiter.0.filter(|_| draft.items.len() == before) else {
        return;
    };
    may_hold(key, delimiter, draft);
    draft.delimiter = Some(delimiter);
    let (name, ty) = (
        draft.key_name.clone(),
        format!("STRUCT<{}>", fields.join(", ")),
    );
    push(draft, &name, &ty, ":key");
}

/// A part may be called `salt` too.
fn salt_name(key: &KeyLayout) -> String {
    let names: Vec<_> = key.parts.iter().map(|p| p.name.to_lowercase()).collect();
    free_name("salt", |name| names.iter().any(|known| known == name))
}

/// The fields of a struct have no upper and lower case either.
fn names_are_unique(key: &KeyLayout, draft: &mut Draft) {
    let mut seen = BTreeSet::new();
    for part in key.parts.iter() {
        if part.name.contains('`') {
            refuse(draft, &part.name, "it cannot be named in backticks");
        }
        if !seen.insert(part.name.to_lowercase()) {
            let why =
                "another part has its name in lower case, and Hive knows no other: rename it, or";
            draft
                .items
                .push(UnsupportedItem::new(&part.name, format!("{why} {WAY_OUT}")));
        }
    }
}

fn binary() -> String {
    "it is binary, and Hive finds the parts of a key by a delimiter".to_owned()
}

fn field_type(part: &PartLayout) -> Result<&'static str, String> {
    match not_as_it_is(part) {
        Some(why) => Err(why),
        None => text_type(&part.encoding).ok_or_else(binary),
    }
}

/// What is closed by a separator cannot hold it, but for text that is known by its width, and for the
/// last part.
fn may_hold(key: &KeyLayout, delimiter: char, draft: &mut Draft) {
    let Some((last, closed)) = key.parts.split_last() else {
        return;
    };
    let is_text = |part: &PartLayout| matches!(part.encoding, Encoding::Text { .. });
    draft.last_takes_rest = is_text(last);
    for part in closed.iter().filter(|part| is_text(part)) {
        if part.encoding.width().is_some() {
            let note = format!(
                "{}: must not contain {delimiter:?}, where Hive cuts.",
                part.name
            );
            draft.notes.push(note);
        }
    }
}

/// The one character that stands between all parts, as far as it is known.
#[derive(Default)]
struct Delimiter(Option<char>);

impl Delimiter {
    fn check(&mut self, separator: Option<&str>, ty: &'static str) -> Result<&'static str, String> {
        let mut characters = separator.unwrap_or_default().chars();
        let only = characters
            .next()
            .filter(|c| c.is_ascii() && characters.next().is_none());
        match (only, self.0) {
            (None, _) => Err(
                "no single character separates it from what follows, and Hive finds \
                              the parts of a key by one"
                    .to_owned(),
            ),
            (Some(found), Some(expected)) if found != expected => Err(format!(
                "{found:?} separates it from what follows, {expected:?} the parts before, and Hive \
                 knows one delimiter"
            )),
            (Some(found), _) => {
                self.0 = Some(found);
                Ok(ty)
            }
        }
    }
}
