//! The replies of a scripted gateway.

use hbase_thrift::hbase::{IOError, IllegalArgument, TRowResult, TScan};
use thrift::protocol::{
    TBinaryOutputProtocol, TFieldIdentifier, TInputProtocol, TListIdentifier, TMessageIdentifier,
    TMessageType, TOutputProtocol, TStructIdentifier, TType,
};

use super::Act;
use super::rows::Shared;

/// The arguments that matter here.
#[derive(Default)]
pub(super) struct Args {
    numbers: Vec<i32>,
    scan: Option<TScan>,
}

impl Args {
    pub(super) fn read(input: &mut dyn TInputProtocol) -> thrift::Result<Self> {
        let mut args = Self::default();
        input.read_struct_begin()?;
        loop {
            let field = input.read_field_begin()?;
            match (field.field_type, field.id) {
                (TType::Stop, _) => break,
                (TType::I32, _) => args.numbers.push(input.read_i32()?),
                (TType::Struct, Some(2)) => args.scan = Some(TScan::read_from_in_protocol(input)?),
                (kind, _) => input.skip(kind)?,
            }
            input.read_field_end()?;
        }
        input.read_struct_end()?;
        input.read_message_end()?;
        Ok(args)
    }
}

pub(super) fn reply(
    shared: &Shared,
    act: &Act,
    header: &TMessageIdentifier,
    args: Args,
) -> thrift::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut out = TBinaryOutputProtocol::new(&mut bytes, true);
    let reply = TMessageIdentifier::new(&*header.name, TMessageType::Reply, header.sequence_number);
    out.write_message_begin(&reply)?;
    out.write_struct_begin(&TStructIdentifier::new("result"))?;
    match (act, header.name.as_str()) {
        (Act::Throw(text), _) => {
            field(&mut out, TType::Struct, 1)?;
            let message = Some((*text).to_owned());
            let can_retry = Some(true);
            IOError { message, can_retry }.write_to_out_protocol(&mut out)?;
        }
        (_, "getRowWithColumnsTs" | "getRowsWithColumnsTs") => {
            row_list(&mut out, &shared.all_rows())?;
        }
        (_, "scannerGetList") => match shared.take_rows(args.numbers[0], args.numbers[1]) {
            Some(rows) => row_list(&mut out, &rows)?,
            None => unknown_scanner(&mut out)?,
        },
        (_, method) => {
            let yes = !matches!(act, Act::AnswerNo);
            value(&mut out, shared, method, args, yes)?;
        }
    }
    out.write_field_stop()?;
    out.write_struct_end()?;
    out.write_message_end()?;
    Ok(bytes)
}

/// The result of a method that returns no rows.
fn value(
    out: &mut dyn TOutputProtocol,
    shared: &Shared,
    method: &str,
    args: Args,
    yes: bool,
) -> thrift::Result<()> {
    match method {
        "getTableNames" => {
            field(out, TType::List, 0)?;
            out.write_list_begin(&TListIdentifier::new(TType::String, 1))?;
            out.write_bytes(b"t")?;
            out.write_list_end()
        }
        "isTableEnabled" | "checkAndPut" => {
            field(out, TType::Bool, 0)?;
            out.write_bool(yes)
        }
        "getThriftServerType" => {
            field(out, TType::I32, 0)?;
            out.write_i32(1)
        }
        "getClusterId" => {
            field(out, TType::String, 0)?;
            out.write_bytes(b"c-1")
        }
        "atomicIncrement" => {
            field(out, TType::I64, 0)?;
            out.write_i64(1)
        }
        "scannerOpenWithScan" => {
            let id = shared.open_scanner(&args.scan.unwrap_or_default());
            field(out, TType::I32, 0)?;
            out.write_i32(id)
        }
        _ => Ok(()),
    }
}

fn unknown_scanner(out: &mut dyn TOutputProtocol) -> thrift::Result<()> {
    field(out, TType::Struct, 2)?;
    let message = Some("scanner ID is invalid".to_owned());
    IllegalArgument { message }.write_to_out_protocol(out)
}

fn row_list(out: &mut dyn TOutputProtocol, rows: &[TRowResult]) -> thrift::Result<()> {
    field(out, TType::List, 0)?;
    let count = i32::try_from(rows.len()).expect("few rows");
    out.write_list_begin(&TListIdentifier::new(TType::Struct, count))?;
    for row in rows {
        row.write_to_out_protocol(out)?;
    }
    out.write_list_end()
}

fn field(out: &mut dyn TOutputProtocol, kind: TType, id: i16) -> thrift::Result<()> {
    out.write_field_begin(&TFieldIdentifier::new("", kind, id))
}
