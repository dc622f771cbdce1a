//! Answers: what was asked for, or what the gateway throws instead.

use super::cursor::{Field, Read};
use super::whole::head;
use super::{Cursor, Kind, Stop, Wire};
use crate::fault::{Fault, Thrown};

/// A reply, or an exception in the sense of Thrift.
const REPLY: u8 = 2;
const EXCEPTION: u8 = 3;

/// What an answer says.
#[derive(Debug)]
pub(crate) enum Reply<T> {
    Value(T),
    Fault(Fault),
}

/// Reads a whole answer. `read` reads the value; `None` stands for a call without a value, or an
/// answer that has none.
pub(crate) fn open<'a, T>(
    bytes: &'a [u8],
    wire: Wire,
    call: &str,
    sequence: i32,
    read: impl FnOnce(Option<&mut Cursor<'a>>, Kind, Option<bool>) -> Read<T>,
) -> Result<Reply<T>, Stop> {
    let mut cursor = Cursor::new(bytes, wire.protocol);
    let outcome = whole_answer(&mut cursor, call, sequence, read);
    outcome.map_err(|stop| match stop {
        Stop::More => Stop::Bad(format!("an answer to {call} that ends in the middle")),
        other => other,
    })
}

fn whole_answer<'a, T>(
    cursor: &mut Cursor<'a>,
    call: &str,
    expected: i32,
    read: impl FnOnce(Option<&mut Cursor<'a>>, Kind, Option<bool>) -> Read<T>,
) -> Read<Reply<T>> {
    let (kind, name, sequence) = head(cursor, usize::MAX)?;
    let is_answer = matches!(kind, REPLY | EXCEPTION);
    if !is_answer || name != call.as_bytes() || sequence != expected {
        return Err(Stop::Bad(format!(
            "an answer to {} number {sequence}, expected {call} number {expected}",
            String::from_utf8_lossy(name)
        )));
    }
    if kind == EXCEPTION {
        return thrift_exception(cursor).map(Reply::Fault);
    }
    let field = cursor.field()?;
    match (field.kind, field.id) {
        (Kind::Stop, _) => read(None, Kind::Stop, None).map(Reply::Value),
        (kind, 0) => read(Some(cursor), kind, field.truth).map(Reply::Value),
        (Kind::Struct, id) => {
            cursor.enter();
            let (message, can_retry) = exception(cursor)?;
            let thrown = match id {
                1 => Thrown::IoError { can_retry },
                2 => Thrown::IllegalArgument,
                _ => Thrown::AlreadyExists,
            };
            Ok(Reply::Fault(Fault::new(thrown, &message)))
        }
        (kind, id) => Err(Stop::Bad(format!("a {kind:?} as field {id} of an answer"))),
    }
}

/// `IOError`, `IllegalArgument` and `AlreadyExists` begin alike.
fn exception(cursor: &mut Cursor<'_>) -> Read<(String, bool)> {
    let (mut message, mut can_retry) = (String::new(), false);
    loop {
        let field = cursor.field()?;
        match (field.kind, field.id) {
            (Kind::Stop, _) => return Ok((message, can_retry)),
            (Kind::Bytes, 1) => message = lossy(cursor.bytes()?),
            (Kind::Bool, 2) => can_retry = cursor.truth(field)?,
            _ => skip(cursor, field)?,
        }
    }
}

/// `TApplicationException`: the gateway does not know the call, or could not read it.
fn thrift_exception(cursor: &mut Cursor<'_>) -> Read<Fault> {
    let (mut message, mut code) = (String::new(), 0);
    loop {
        let field = cursor.field()?;
        match (field.kind, field.id) {
            (Kind::Stop, _) => return Ok(Fault::new(Thrown::Thrift { code }, &message)),
            (Kind::Bytes, 1) => message = lossy(cursor.bytes()?),
            (Kind::I32, 2) => code = cursor.i32()?,
            _ => skip(cursor, field)?,
        }
    }
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A field that is of no use here.
pub(super) fn skip(cursor: &mut Cursor<'_>, field: Field) -> Read<()> {
    if field.truth.is_some() {
        return Ok(());
    }
    skip_value(cursor, field.kind, 0)
}

fn skip_value(cursor: &mut Cursor<'_>, kind: Kind, depth: usize) -> Read<()> {
    if depth > 16 {
        return Err(Stop::Bad("values nested more than 16 deep".into()));
    }
    match kind {
        Kind::Stop => Ok(()),
        Kind::Bool | Kind::I8 => cursor.byte().map(drop),
        Kind::I16 => cursor.i16().map(drop),
        Kind::I32 => cursor.i32().map(drop),
        Kind::I64 => cursor.i64().map(drop),
        Kind::Double => cursor.double().map(drop),
        Kind::Bytes => cursor.bytes().map(drop),
        Kind::List => {
            let (kind, count) = cursor.list()?;
            (0..count).try_for_each(|_| skip_value(cursor, kind, depth + 1))
        }
        Kind::Map => {
            let (key, value, count) = cursor.map()?;
            (0..count).try_for_each(|_| {
                skip_value(cursor, key, depth + 1)?;
                skip_value(cursor, value, depth + 1)
            })
        }
        Kind::Struct => {
            let outer = cursor.enter();
            loop {
                let field = cursor.field()?;
                match (field.kind, field.truth) {
                    (Kind::Stop, _) => break,
                    (_, Some(_)) => {}
                    (kind, None) => skip_value(cursor, kind, depth + 1)?,
                }
            }
            cursor.leave(outer);
            Ok(())
        }
    }
}
