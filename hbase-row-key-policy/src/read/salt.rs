//! Reads salts: `{"salt":{"kind":"md5_hex","digits":4,"of":[{"columnName":"UID"}]},"splitChar":"_"}`.

use std::borrow::Cow;

use hbase_model::{Salt, SaltText};

use super::object::Object;
use super::value::Value;
use crate::error::PolicyError;
use crate::policy::{SaltInput, SaltPart};
use crate::salt_kinds::{SaltKind, digits_of, names};

pub(super) fn read(object: &Object<'_, '_>) -> Result<SaltPart, PolicyError> {
    object.only(&["salt", "splitChar"])?;
    let value = object.required("salt")?;
    let salt = Object::read(value, "an object, the salt's algorithm")?;
    let split = object.get("splitChar");
    Ok(SaltPart {
        salt: read_algorithm(&salt)?,
        of: read_inputs(salt.required("of")?)?,
        split_char: split.map_or_else(|| Ok(String::new()), Value::text)?,
    })
}

fn read_algorithm(object: &Object<'_, '_>) -> Result<Salt, PolicyError> {
    let value = object.required("kind")?;
    let name = value.text()?;
    let Some(kind) = SaltKind::named(&name) else {
        let message = format!("found {name:?}, expected one of {}", names());
        return Err(value.error(message));
    };
    object.only(kind.members())?;
    match kind {
        SaltKind::Buckets => Ok(Salt::Buckets {
            count: object.required("count")?.number_as("65535")?,
            text: flag(object, "text", true)?,
        }),
        SaltKind::Md5Hex => Ok(Salt::Md5Hex {
            digits: object.required("digits")?.number_as("255")?,
            from: byte(object, "from")?.unwrap_or(0),
            upper: flag(object, "upper", false)?,
            joined: joined(object)?,
        }),
        SaltKind::Md5 => Ok(Salt::Md5 {
            bytes: object.required("bytes")?.number_as("255")?,
            joined: joined(object)?,
        }),
        SaltKind::JavaBytes => Ok(Salt::JavaBytes {
            count: object.required("count")?.number_as("65535")?,
            abs: flag(object, "abs", false)?,
            text: flag(object, "text", true)?,
            joined: joined(object)?,
        }),
        SaltKind::Crc32 => Ok(Salt::Crc32 {
            count: object.required("count")?.number_as("65535")?,
            text: flag(object, "text", true)?,
            joined: joined(object)?,
        }),
        SaltKind::RegionNumber => {
            let (regions, width) = numbered(object, "regions")?;
            Ok(Salt::RegionNumber { regions, width })
        }
        SaltKind::JavaHash => {
            let (buckets, width) = numbered(object, "buckets")?;
            Ok(Salt::JavaHash { buckets, width })
        }
    }
}

fn numbered(object: &Object<'_, '_>, count: &str) -> Result<(u32, u8), PolicyError> {
    let count = object.required(count)?.number_as("4294967295")?;
    let width = byte(object, "width")?;
    Ok((count, width.unwrap_or_else(|| digits_of(count))))
}

fn byte(object: &Object<'_, '_>, name: &str) -> Result<Option<u8>, PolicyError> {
    let value = object.get(name);
    value.map(|value| value.number_as("255")).transpose()
}

fn flag(object: &Object<'_, '_>, name: &str, default: bool) -> Result<bool, PolicyError> {
    object.get(name).map_or(Ok(default), Value::flag)
}

fn joined(object: &Object<'_, '_>) -> Result<Option<Cow<'static, str>>, PolicyError> {
    let joined = object.get("joined").map(Value::text).transpose()?;
    Ok(joined.map(Cow::Owned))
}

fn read_inputs(value: &Value<'_>) -> Result<Vec<SaltInput>, PolicyError> {
    let path = |index| format!("{}[{index}]", value.path());
    let inputs = value.elements("an array of the parts it is computed from", path)?;
    inputs.iter().map(read_input).collect()
}

fn read_input(value: &Value<'_>) -> Result<SaltInput, PolicyError> {
    let object = Object::read(value, "an object with `columnName`")?;
    object.only(&["columnName", "first", "last"])?;
    let count = |value: &Value<'_>| value.number_as("65535");
    let text = match (object.get("first"), object.get("last")) {
        (None, None) => SaltText::Whole,
        (Some(first), None) => SaltText::First(count(first)?),
        (None, Some(last)) => SaltText::Last(count(last)?),
        (Some(_), Some(last)) => {
            return Err(last.error("found `first` and `last`, expected at most one of them"));
        }
    };
    Ok(SaltInput {
        column_name: object.required("columnName")?.text()?,
        text,
    })
}
