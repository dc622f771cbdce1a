//! Replies: the result of a call, or the exception that the gateway throws.

use super::cursor::{Field, Parse};
use super::message::header;
use super::{Cursor, ParseError, Wire, WireType};
use crate::exception::{Exception, ExceptionType};

/// `TMessageType`s of a reply.
const REPLY: u8 = 2;
const EXCEPTION: u8 = 3;

/// The content of a reply.
#[derive(Debug)]
pub(crate) enum Reply<T> {
    Value(T),
    Exception(Exception),
}

/// Parses a reply that is all of `bytes`; [`ParseError::Incomplete`] if more bytes must follow.
/// `result` parses the call's result, given the header of its field: [`WireType::Stop`] without one.
pub(crate) fn parse_reply<'a, T>(
    bytes: &'a [u8],
    wire: Wire,
    call: &str,
    sequence: i32,
    result: impl FnOnce(&mut Cursor<'a>, Field) -> Parse<T>,
) -> Parse<Reply<T>> {
    let mut cursor = Cursor::new(bytes, wire.protocol);
    let message_type = expect_header(&mut cursor, call, sequence)?;
    let reply = if message_type == EXCEPTION {
        Reply::Exception(application_exception(&mut cursor)?)
    } else {
        result_or_exception(&mut cursor, result)?
    };
    match cursor.left() {
        0 => Ok(reply),
        more => Err(ParseError::Invalid(format!(
            "{more} bytes more than the answer"
        ))),
    }
}

/// Checks the header of the reply to a call; returns the message's type.
fn expect_header(cursor: &mut Cursor<'_>, call: &str, expected: i32) -> Parse<u8> {
    let (message_type, name, sequence) = header(cursor, usize::MAX)?;
    let is_reply = matches!(message_type, REPLY | EXCEPTION);
    if is_reply && name == call.as_bytes() && sequence == expected {
        return Ok(message_type);
    }
    Err(ParseError::Invalid(format!(
        "an answer to {} number {sequence}, expected {call} number {expected}",
        String::from_utf8_lossy(name)
    )))
}

/// The result struct has at most one field: 0 for a result, another one for an exception.
fn result_or_exception<'a, T>(
    cursor: &mut Cursor<'a>,
    result: impl FnOnce(&mut Cursor<'a>, Field) -> Parse<T>,
) -> Parse<Reply<T>> {
    let field = cursor.field()?;
    let reply = match (field.wire_type, field.id) {
        (WireType::Stop, _) => return result(cursor, field).map(Reply::Value),
        (_, 0) => Reply::Value(result(cursor, field)?),
        (WireType::Struct, id) => Reply::Exception(declared_exception(cursor, id)?),
        (other, id) => {
            return Err(ParseError::Invalid(format!(
                "a {other:?} as field {id} of an answer"
            )));
        }
    };
    match cursor.field()? {
        Field {
            wire_type: WireType::Stop,
            ..
        } => Ok(reply),
        other => Err(ParseError::Invalid(format!(
            "an answer with a second field, number {}",
            other.id
        ))),
    }
}

/// `IOError`, `IllegalArgument` and `AlreadyExists` start with the same field.
fn declared_exception(cursor: &mut Cursor<'_>, id: i16) -> Parse<Exception> {
    let mut message = String::new();
    cursor.each_field(|cursor, field| {
        match (field.wire_type, field.id) {
            (WireType::Bytes, 1) => message = cursor.text()?,
            _ => cursor.skip(field)?,
        }
        Ok(())
    })?;
    let exception_type = match id {
        1 => ExceptionType::IoError,
        2 => ExceptionType::IllegalArgument,
        _ => ExceptionType::AlreadyExists,
    };
    Ok(Exception::new(exception_type, &message))
}

/// `TApplicationException`: the gateway does not know the method, or could not parse the call.
fn application_exception(cursor: &mut Cursor<'_>) -> Parse<Exception> {
    let (mut message, mut code) = (String::new(), 0);
    cursor.each_field(|cursor, field| {
        match (field.wire_type, field.id) {
            (WireType::Bytes, 1) => message = cursor.text()?,
            (WireType::I32, 2) => code = cursor.i32()?,
            _ => cursor.skip(field)?,
        }
        Ok(())
    })?;
    Ok(Exception::new(
        ExceptionType::Application { code },
        &message,
    ))
}
