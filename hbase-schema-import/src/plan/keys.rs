//! Makes row keys by a struct's key layout, or by a policy.

use std::borrow::Cow;

use hbase_model::layout::OrderedKind;
use hbase_model::{Encoding, KeyLayout, LayoutError, PartLayout, PartValue};
use hbase_row_key_policy::{KeyError, KeyMaker, NumberError, RunningNumber};

use crate::convert::{Mismatch, Rules, bytes, fixed_bytes, integer, unsigned};
use crate::source::ChunkRow;
use crate::value::Value;

/// Makes the row keys.
#[derive(Clone, Debug)]
pub(crate) enum Keys {
    /// By the key layout of a struct.
    Layout {
        layout: KeyLayout,
        /// The source column of each part.
        sources: Vec<usize>,
    },
    /// By a policy.
    Policy {
        maker: Box<KeyMaker>,
        number: Option<RunningNumber>,
        /// The source columns of the policy's columns, in its order.
        sources: Vec<usize>,
        /// Their names.
        names: Vec<String>,
    },
}

/// The reason why a row has no key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeyFault {
    /// The index of the source column; `None` if several are the cause.
    pub(crate) column: Option<usize>,
    /// The reason.
    pub(crate) why: String,
}

impl KeyFault {
    const fn at(column: usize, why: String) -> Self {
        Self {
            column: Some(column),
            why,
        }
    }
}

impl Keys {
    /// Appends the key of a row. `made` is the number of keys made before. `given` is the running number, if it
    /// comes from the store, not the policy.
    pub(crate) fn put(
        &mut self,
        row: &ChunkRow<'_>,
        made: u64,
        given: Option<u64>,
        rules: &Rules,
        out: &mut Vec<u8>,
    ) -> Result<(), KeyFault> {
        match self {
            Self::Layout { layout, sources } => put_by_layout(layout, sources, row, rules, out),
            Self::Policy {
                maker,
                number,
                sources,
                names,
            } => {
                let texts = policy_texts(sources, row, rules)?;
                let next = given.or_else(|| number_after(*number, made));
                let put = put_by_policy(maker, next, &texts, out);
                put.map_err(|error| {
                    let at = names
                        .iter()
                        .position(|name| Some(name) == error.column.as_ref());
                    KeyFault {
                        column: at.map(|at| sources[at]),
                        why: error.to_string(),
                    }
                })
            }
        }
    }

    /// The running number of the policy, if it has one.
    pub(crate) fn running_number(&self) -> Option<RunningNumber> {
        match self {
            Self::Layout { .. } => None,
            Self::Policy { number, .. } => *number,
        }
    }

    /// The source columns that make the key.
    pub(crate) fn sources(&self) -> &[usize] {
        match self {
            Self::Layout { sources, .. } | Self::Policy { sources, .. } => sources,
        }
    }
}

fn put_by_layout(
    layout: &KeyLayout,
    sources: &[usize],
    row: &ChunkRow<'_>,
    rules: &Rules,
    out: &mut Vec<u8>,
) -> Result<(), KeyFault> {
    let parts = layout.parts.iter().zip(sources);
    let values = parts.map(|(part, &source)| {
        part_value(part, &row.value(source), rules)
            .map_err(|mismatch| KeyFault::at(source, mismatch.0))
    });
    let values = values.collect::<Result<Vec<PartValue>, KeyFault>>()?;
    let key = layout.check_codes(&values);
    let key = key.and_then(|()| layout.encode(&values));
    let key = key.map_err(|error| of_layout(&error, layout, sources))?;
    out.extend_from_slice(&key);
    Ok(())
}

/// The error of a layout, at the source column of its part.
fn of_layout(error: &LayoutError, layout: &KeyLayout, sources: &[usize]) -> KeyFault {
    let part = match error {
        LayoutError::Value { part, .. }
        | LayoutError::WrongKind { part, .. }
        | LayoutError::SeparatorInside { part, .. }
        | LayoutError::AbsentBefore { part, .. }
        | LayoutError::UndeclaredCode { part, .. } => layout.part(part),
        _ => None,
    };
    KeyFault {
        column: part.and_then(|(index, _)| sources.get(index).copied()),
        why: error.to_string(),
    }
}

type Texts<'v> = Vec<Option<Cow<'v, str>>>;

/// The values of a policy's columns as text.
fn policy_texts<'v>(
    sources: &[usize],
    row: &ChunkRow<'v>,
    rules: &Rules,
) -> Result<Texts<'v>, KeyFault> {
    let texts = sources.iter().map(|&source| {
        let text = policy_text(row.value(source), rules);
        text.map_err(|mismatch| KeyFault::at(source, mismatch.0))
    });
    texts.collect()
}

/// The running number of the policy's own sequence.
fn number_after(number: Option<RunningNumber>, made: u64) -> Option<u64> {
    let number = number?;
    let distance = number.step.checked_mul(made)?;
    number.start.checked_add(distance)
}

fn put_by_policy(
    maker: &mut KeyMaker,
    number: Option<u64>,
    texts: &Texts<'_>,
    out: &mut Vec<u8>,
) -> Result<(), KeyError> {
    let texts: Vec<Option<&str>> = texts.iter().map(Option::as_deref).collect();
    let mut numbers = |_: RunningNumber| {
        let used_up = || NumberError("the running numbers of 64 bits are used up".to_owned());
        number.ok_or_else(used_up)
    };
    maker.key(&texts, &mut numbers, out)
}

/// A value as text for a policy; `None` for NULL.
pub(super) fn policy_text<'v>(
    value: Value<'v>,
    rules: &Rules,
) -> Result<Option<Cow<'v, str>>, Mismatch> {
    match value {
        Value::Null => Ok(None),
        Value::Text(text) => Ok(Some(text.into())),
        other => match crate::value::text::of(&rules.shown(other)?) {
            Some(text) => Ok(Some(text.into())),
            None => Err(Mismatch::expected("a value that has a text", &other)),
        },
    }
}

/// The value of a key part, or of a cell that is encoded like one.
pub(crate) fn part_value(
    part: &PartLayout,
    value: &Value<'_>,
    rules: &Rules,
) -> Result<PartValue, Mismatch> {
    match (value, &part.encoding) {
        (Value::Null, _) if part.omit_none => Ok(PartValue::Absent),
        (Value::Null, _) => Err(Mismatch(
            "found NULL, expected a value: it is part of the key".to_owned(),
        )),
        (Value::Undecodable(_), _) => Err(Mismatch::expected("text of the file's encoding", value)),
        (Value::Text(text), Encoding::Text { .. }) => Ok((*text).into()),
        (Value::Text(_), Encoding::Bytes { width: Some(width) }) => {
            fixed_bytes(value, usize::from(*width), rules).map(Into::into)
        }
        (
            Value::Text(_) | Value::Bytes(_),
            Encoding::Bytes { .. } | Encoding::Ordered(OrderedKind::BlobVar),
        ) => bytes(value, rules).map(Into::into),
        (_, Encoding::Time(_)) => time(part, value, rules),
        (_, Encoding::TimeOfDay { .. }) => rules.of_day(value).map(PartValue::TimeOfDay),
        (
            _,
            Encoding::Integer { .. }
            | Encoding::JavaInteger { .. }
            | Encoding::Digits { .. }
            | Encoding::DecimalText { .. },
        ) => whole(value),
        (
            _,
            Encoding::Text { .. }
            | Encoding::Escaped(_)
            | Encoding::Labels { .. }
            | Encoding::LengthPrefixed { .. }
            | Encoding::List(_)
            | Encoding::Bytes { .. }
            | Encoding::Bool
            | Encoding::Float { .. }
            | Encoding::JavaFloat { .. }
            | Encoding::JavaBool
            | Encoding::Ordered(_)
            | Encoding::Custom(_),
        ) => by_text(part, value, rules),
    }
}

/// An integer.
fn whole(value: &Value<'_>) -> Result<PartValue, Mismatch> {
    Ok(match unsigned(value) {
        Ok(number) => PartValue::Uint(number),
        Err(_) => PartValue::Int(integer(value)?),
    })
}

/// The part's value from the value's text.
fn by_text(part: &PartLayout, value: &Value<'_>, rules: &Rules) -> Result<PartValue, Mismatch> {
    let text = crate::value::text::of(&rules.shown(*value)?)
        .ok_or_else(|| Mismatch::expected("a value that has a text", value))?;
    Ok(part.parse(&text)?)
}

/// A time; text of only digits is in the part's format, if that has digits.
fn time(part: &PartLayout, value: &Value<'_>, rules: &Rules) -> Result<PartValue, Mismatch> {
    let is_bare = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    match value {
        Value::Text(text) if is_bare(text) => Ok(part.parse(text)?),
        _ => rules.millis(value).map(PartValue::Time),
    }
}
