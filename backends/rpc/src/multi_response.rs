//! Responses of `Multi` that are decoded result by result. A request with many writes has as many results, and
//! nearly all of them contain only their index.

use bytes::Bytes;
use prost::DecodeError;
use prost::Message;
use prost::bytes::Buf as _;
use prost::encoding::{DecodeContext, WireType, decode_key, decode_varint, skip_field};

use crate::error::{Result, WireError};
use crate::message::{NameBytesPair, ResultOrException};

/// A [`MultiResponse`](crate::message::MultiResponse) of encoded results; on the wire they are the same.
#[derive(Clone, PartialEq, Message)]
pub struct EncodedMultiResponse {
    /// Encoded messages [`RegionActionResult`](crate::message::RegionActionResult).
    #[prost(bytes = "bytes", repeated, tag = "1")]
    pub region_action_result: Vec<Bytes>,
}

/// An encoded [`RegionActionResult`](crate::message::RegionActionResult).
#[derive(Clone, Debug)]
pub struct EncodedResults {
    encoded: Bytes,
}

/// The result of one action.
#[derive(Clone, Debug, PartialEq)]
pub enum ActionResult {
    /// A write without a result: the action's index, 0 if it is missing.
    Done(u32),
    /// Any other result.
    Full(Box<ResultOrException>),
}

/// The numbers of fields.
mod tag {
    pub(super) const RESULTS: u32 = 1;
    pub(super) const EXCEPTION: u32 = 2;
    pub(super) const PROCESSED: u32 = 3;
    /// The index of an action, as a number.
    pub(super) const INDEX: u8 = 1 << 3;
    /// The result of an action, as a message.
    pub(super) const RESULT: u8 = 2 << 3 | 2;
}

impl EncodedResults {
    /// The results of an encoded message.
    pub fn new(encoded: Bytes) -> Self {
        Self { encoded }
    }

    /// The exception of the whole region action.
    ///
    /// # Errors
    /// [`WireError::Message`].
    pub fn exception(&self) -> Result<Option<NameBytesPair>> {
        let mut exception = None;
        self.fields(tag::EXCEPTION, |field| {
            exception = Some(crate::frame::decode(field)?);
            Ok(())
        })?;
        Ok(exception)
    }

    /// Whether the condition of the region action held; `None` from a server that ignores conditions of region
    /// actions (before 2.4).
    ///
    /// # Errors
    /// [`WireError::Message`].
    pub fn processed(&self) -> Result<Option<bool>> {
        let mut rest = &self.encoded[..];
        let mut processed = None;
        while !rest.is_empty() {
            let number = next_number(&mut rest, tag::PROCESSED);
            processed = number.map_err(|cause| invalid(&cause))?.or(processed);
        }
        Ok(processed.map(|number| number != 0))
    }

    /// Passes each action's result to `take`, in their order.
    ///
    /// # Errors
    /// [`WireError::Message`], and those of `take`.
    pub fn each(&self, mut take: impl FnMut(ActionResult) -> Result<()>) -> Result<()> {
        let encoded = &self.encoded;
        let mut rest = &encoded[..];
        while !rest.is_empty() {
            let Some(field) =
                next_field(&mut rest, tag::RESULTS).map_err(|cause| invalid(&cause))?
            else {
                continue;
            };
            take(match done(field) {
                Some(index) => ActionResult::Done(index),
                None => ActionResult::Full(crate::frame::decode(encoded.slice_ref(field))?),
            })?;
        }
        Ok(())
    }

    fn fields(&self, tag: u32, mut take: impl FnMut(Bytes) -> Result<()>) -> Result<()> {
        let mut rest = &self.encoded[..];
        while !rest.is_empty() {
            if let Some(field) = next_field(&mut rest, tag).map_err(|cause| invalid(&cause))? {
                take(self.encoded.slice_ref(field))?;
            }
        }
        Ok(())
    }
}

/// The next field, if it is a message with this number; others are skipped.
fn next_field<'m>(
    rest: &mut &'m [u8],
    wanted: u32,
) -> std::result::Result<Option<&'m [u8]>, DecodeError> {
    let (tag, kind) = decode_key(rest)?;
    if tag != wanted || kind != WireType::LengthDelimited {
        skip_field(kind, tag, rest, DecodeContext::default())?;
        return Ok(None);
    }
    let length = usize::try_from(decode_varint(rest)?).unwrap_or(usize::MAX);
    let Some((field, behind)) = rest.split_at_checked(length) else {
        // The error of a field that is longer than its message.
        rest.advance(rest.len());
        return Err(decode_varint(rest).expect_err("nothing is left"));
    };
    *rest = behind;
    Ok(Some(field))
}

/// The next field, if it is a number with this number; others are skipped.
fn next_number(rest: &mut &[u8], wanted: u32) -> std::result::Result<Option<u64>, DecodeError> {
    let (tag, kind) = decode_key(rest)?;
    if tag != wanted || kind != WireType::Varint {
        skip_field(kind, tag, rest, DecodeContext::default())?;
        return Ok(None);
    }
    decode_varint(rest).map(Some)
}

/// The index, if a result has only an index, or also an empty result.
fn done(encoded: &[u8]) -> Option<u32> {
    let mut rest = encoded;
    let mut index = 0;
    if let [tag::INDEX, behind @ ..] = rest {
        rest = behind;
        index = u32::try_from(decode_varint(&mut rest).ok()?).ok()?;
    }
    matches!(rest, [] | [tag::RESULT, 0]).then_some(index)
}

fn invalid(cause: &DecodeError) -> WireError {
    WireError::message::<crate::message::RegionActionResult>(cause)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::{RegionActionResult, RowResult};

    fn results() -> Vec<ResultOrException> {
        let full = |index, result, exception| ResultOrException {
            index,
            result,
            exception,
        };
        let row = RowResult {
            associated_cell_count: Some(3),
            ..RowResult::default()
        };
        let exception = NameBytesPair {
            name: "a.B".to_owned(),
            value: Some(Bytes::from_static(b"text")),
        };
        vec![
            full(None, None, None),
            full(Some(0), Some(RowResult::default()), None),
            full(Some(70_000), Some(RowResult::default()), None),
            full(Some(u32::MAX), None, None),
            full(Some(5), Some(row), None),
            full(Some(6), None, Some(exception)),
        ]
    }

    #[test]
    fn each_result_is_that_of_the_nested_message() {
        let message = RegionActionResult {
            result_or_exception: results(),
            ..RegionActionResult::default()
        };
        let encoded = EncodedResults::new(message.encode_to_vec().into());
        let mut found = Vec::new();
        let each = encoded.each(|one| {
            found.push(match one {
                ActionResult::Done(index) => (true, index),
                ActionResult::Full(one) => {
                    assert!(results().contains(&one));
                    (false, one.index())
                }
            });
            Ok(())
        });
        each.expect("valid results");
        let indexes = results().into_iter().map(|one| one.index());
        let done = [true, true, true, true, false, false];
        assert!(found.into_iter().eq(done.into_iter().zip(indexes)));
        assert_eq!(encoded.exception().expect("none"), None);
    }

    #[test]
    fn whether_a_condition_held_is_found_behind_the_results() {
        for processed in [None, Some(false), Some(true)] {
            let message = RegionActionResult {
                result_or_exception: results(),
                exception: None,
                processed,
            };
            let encoded = EncodedResults::new(message.encode_to_vec().into());
            assert_eq!(encoded.processed().expect("a message"), processed);
        }
        let cut = EncodedResults::new(Bytes::from_static(&[0x18]));
        assert!(cut.processed().is_err());
    }

    #[test]
    fn the_exception_of_a_region_is_found_wherever_it_is() {
        let exception = NameBytesPair {
            name: "a.B".to_owned(),
            value: None,
        };
        let mut bytes = RegionActionResult {
            exception: Some(exception.clone()),
            ..RegionActionResult::default()
        }
        .encode_to_vec();
        let results = RegionActionResult {
            result_or_exception: results(),
            ..RegionActionResult::default()
        };
        bytes.extend(results.encode_to_vec());
        let found = EncodedResults::new(bytes.into()).exception();
        assert_eq!(found.expect("valid"), Some(exception));
    }

    #[test]
    fn damaged_results_are_errors() {
        let message = RegionActionResult {
            result_or_exception: results(),
            ..RegionActionResult::default()
        };
        let whole = message.encode_to_vec();
        for length in 0..whole.len() {
            let cut = Bytes::copy_from_slice(&whole[..length]);
            let found = EncodedResults::new(cut.clone()).each(|_| Ok(()));
            let expected = RegionActionResult::decode(cut);
            assert_eq!(found.is_ok(), expected.is_ok(), "{length} bytes");
        }
        let long = Bytes::from_static(&[0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f, 1]);
        assert!(EncodedResults::new(long.clone()).each(|_| Ok(())).is_err());
        assert!(EncodedResults::new(long).exception().is_err());
    }
}
