//! Compares this parser with the crate `thrift`, which is the oracle of the format.

use std::collections::BTreeMap;

use hbase_backend::{CellKind, Row};
use hbase_thrift::hbase::{ColumnDescriptor, TCell, TColumn, TRowResult};
use thrift::protocol::{
    TBinaryInputProtocol, TBinaryOutputProtocol, TCompactInputProtocol, TCompactOutputProtocol,
    TFieldIdentifier, TInputProtocol, TListIdentifier, TMessageIdentifier, TMessageType,
    TOutputProtocol, TStructIdentifier, TType,
};

use super::{
    ColumnDescriptor as Family, MessageFinder, ParseError, Protocol, Reply, Wire, flag, nothing,
    parse_reply, rows,
};
use crate::exception::ExceptionType;

const WIRES: [Wire; 4] = [
    wire(Protocol::Binary, false),
    wire(Protocol::Compact, false),
    wire(Protocol::Binary, true),
    wire(Protocol::Compact, true),
];

const fn wire(protocol: Protocol, framed: bool) -> Wire {
    Wire { protocol, framed }
}

/// A reply as a gateway writes it.
fn answer(
    wire: Wire,
    kind: TMessageType,
    fields: &dyn Fn(&mut dyn TOutputProtocol) -> thrift::Result<()>,
) -> Vec<u8> {
    let mut bytes = Vec::new();
    let write = |out: &mut dyn TOutputProtocol| {
        out.write_message_begin(&TMessageIdentifier::new("call", kind, 7))?;
        out.write_struct_begin(&TStructIdentifier::new(""))?;
        fields(out)?;
        out.write_field_stop()?;
        out.write_struct_end()?;
        out.write_message_end()
    };
    match wire.protocol {
        Protocol::Binary => write(&mut TBinaryOutputProtocol::new(&mut bytes, true)).unwrap(),
        Protocol::Compact => write(&mut TCompactOutputProtocol::new(&mut bytes)).unwrap(),
    }
    if wire.framed {
        let length = u32::try_from(bytes.len()).unwrap().to_be_bytes();
        bytes.splice(0..0, length);
    }
    bytes
}

fn rows_answer(wire: Wire, rows: &[TRowResult]) -> Vec<u8> {
    answer(wire, TMessageType::Reply, &|out| {
        out.write_field_begin(&TFieldIdentifier::new("success", TType::List, 0))?;
        let count = i32::try_from(rows.len()).unwrap();
        out.write_list_begin(&TListIdentifier::new(TType::Struct, count))?;
        for row in rows {
            row.write_to_out_protocol(out)?;
        }
        out.write_list_end()?;
        out.write_field_end()
    })
}

fn random_bytes(random: &mut fastrand::Rng, most: usize) -> Vec<u8> {
    (0..random.usize(..=most)).map(|_| random.u8(..)).collect()
}

/// Rows as maps, and the same as lists.
fn random_rows(random: &mut fastrand::Rng) -> Vec<TRowResult> {
    let mut rows = Vec::new();
    for number in 0..random.u8(..20) {
        let mut cells = BTreeMap::new();
        for _ in 0..random.usize(1..20) {
            let family = ["f", "f1", "g"][random.usize(..3)].as_bytes();
            let column = [family, b":", &random_bytes(random, 4)].concat();
            let value = Some(random_bytes(random, 300));
            let timestamp = Some(random.i64(0..));
            cells.insert(column, TCell { value, timestamp });
        }
        let (columns, sorted_columns) = if random.bool() {
            (Some(cells), None)
        } else {
            let list = cells.into_iter().map(|(column_name, cell)| TColumn {
                column_name: Some(column_name),
                cell: Some(cell),
            });
            (None, Some(list.collect()))
        };
        rows.push(TRowResult {
            row: Some(vec![b'r', number]),
            columns,
            sorted_columns,
        });
    }
    rows
}

type Plain = (Vec<u8>, Vec<u8>, Vec<u8>, i64, Vec<u8>);

fn expected(rows: &[TRowResult]) -> Vec<Plain> {
    let mut all = Vec::new();
    for row in rows {
        let key = row.row.clone().unwrap();
        let maps = row.columns.clone().into_iter().flatten();
        let lists = row.sorted_columns.clone().into_iter().flatten();
        let lists = lists.map(|c| (c.column_name.unwrap(), c.cell.unwrap()));
        let mut cells = Vec::new();
        for (column, cell) in maps.chain(lists) {
            let colon = column.iter().position(|&byte| byte == b':').unwrap();
            let (family, qualifier) = (column[..colon].to_vec(), column[colon + 1..].to_vec());
            let (timestamp, value) = (cell.timestamp.unwrap(), cell.value.unwrap());
            cells.push((key.clone(), family, qualifier, timestamp, value));
        }
        cells.sort();
        all.extend(cells);
    }
    all
}

fn found(rows: &[Row]) -> Vec<Plain> {
    let cells = rows.iter().flat_map(|row| {
        Row::new(row.as_block().clone()).expect("whole cells of one row");
        row.cells()
    });
    let plain = |cell: hbase_backend::CellRef<'_>| {
        assert_eq!(cell.kind, CellKind::Put);
        let (family, qualifier) = (cell.family.to_vec(), cell.qualifier.to_vec());
        let value = cell.value.to_vec();
        (cell.row.to_vec(), family, qualifier, cell.timestamp, value)
    };
    cells.map(plain).collect()
}

/// The message's range in `bytes`, which arrive in chunks.
fn message_range(
    wire: Wire,
    bytes: &[u8],
    mut chunk: impl FnMut() -> usize,
) -> std::ops::Range<usize> {
    let mut finder = MessageFinder::new(wire, 1 << 20);
    let mut at = 0;
    loop {
        at = (at + chunk()).min(bytes.len());
        match finder.find(&bytes[..at]).unwrap() {
            Some(range) => return range,
            None => assert!(at < bytes.len(), "all is there"),
        }
    }
}

#[test]
fn rows_are_what_the_gateway_wrote() {
    let seed = fastrand::u64(..);
    println!("seed {seed}");
    let mut random = fastrand::Rng::with_seed(seed);
    for round in 0..200 {
        let wire = WIRES[round % 4];
        let rows_written = random_rows(&mut random);
        let bytes = rows_answer(wire, &rows_written);
        let range = message_range(wire, &bytes, || random.usize(1..2000));
        assert_eq!(range.end, bytes.len());
        match parse_reply(&bytes[range], wire, "call", 7, rows).unwrap() {
            Reply::Value(read) => assert_eq!(found(&read), expected(&rows_written)),
            Reply::Exception(exception) => panic!("{exception:?}"),
        }
    }
}

#[test]
fn the_end_is_found_byte_by_byte() {
    let mut random = fastrand::Rng::with_seed(1);
    for wire in WIRES {
        let bytes = rows_answer(wire, &random_rows(&mut random));
        assert_eq!(message_range(wire, &bytes, || 1).end, bytes.len());
    }
}

#[test]
fn an_answer_is_one_when_its_last_byte_is_there() {
    let mut random = fastrand::Rng::with_seed(2);
    for protocol in [Protocol::Binary, Protocol::Compact] {
        let wire = Wire {
            framed: false,
            protocol,
        };
        let mut bytes = rows_answer(wire, &random_rows(&mut random));
        for end in 0..bytes.len() {
            let cut = parse_reply(&bytes[..end], wire, "call", 7, rows);
            assert_eq!(
                cut.unwrap_err(),
                ParseError::Incomplete,
                "{end} of {}",
                bytes.len()
            );
        }
        assert!(parse_reply(&bytes, wire, "call", 7, rows).is_ok());
        bytes.push(0);
        let error = parse_reply(&bytes, wire, "call", 7, rows).unwrap_err();
        assert_eq!(
            error,
            ParseError::Invalid("1 bytes more than the answer".into())
        );
    }
}

#[test]
fn damaged_answers_are_errors_and_nothing_worse() {
    let seed = fastrand::u64(..);
    println!("seed {seed}");
    let mut random = fastrand::Rng::with_seed(seed);
    for round in 0..3000 {
        let wire = WIRES[round % 4];
        let mut bytes = rows_answer(wire, &random_rows(&mut random));
        for _ in 0..random.usize(1..4) {
            let at = random.usize(..bytes.len());
            bytes[at] = random.u8(..);
        }
        bytes.truncate(random.usize(..=bytes.len()));
        let mut finder = MessageFinder::new(wire, 1 << 20);
        if let Ok(Some(range)) = finder.find(&bytes) {
            // Any outcome is allowed, if it ends.
            drop(parse_reply(&bytes[range], wire, "call", 7, rows));
        }
        drop(parse_reply(&bytes, wire, "call", 7, rows));
    }
}

#[test]
fn an_exception_is_known_by_its_field() {
    for wire in WIRES {
        for (id, expected) in [
            (1, ExceptionType::IoError),
            (2, ExceptionType::IllegalArgument),
            (3, ExceptionType::AlreadyExists),
        ] {
            let bytes = answer(wire, TMessageType::Reply, &|out| {
                out.write_field_begin(&TFieldIdentifier::new("io", TType::Struct, id))?;
                let error = hbase_thrift::hbase::IOError {
                    message: Some("java.io.IOException: no\n\tat x".into()),
                    can_retry: Some(true),
                };
                error.write_to_out_protocol(out)?;
                out.write_field_end()
            });
            let range = message_range(wire, &bytes, || 5);
            match parse_reply(&bytes[range], wire, "call", 7, nothing).unwrap() {
                Reply::Exception(exception) => {
                    assert_eq!(exception.thrown_as, expected);
                    assert_eq!(exception.message, "no");
                }
                Reply::Value(()) => panic!("no exception"),
            }
        }
    }
}

/// The crate reads a family as it was written.
#[test]
fn a_family_is_written_as_its_descriptor() {
    let family = Family {
        name: "f".into(),
        versions: 3,
        compression: "GZ".into(),
        in_memory: true,
        bloom: "ROW".into(),
        block_cache: false,
        ttl: 60,
    };
    let mut binary = Vec::new();
    family
        .write(&mut TBinaryOutputProtocol::new(&mut binary, true))
        .unwrap();
    let mut compact = Vec::new();
    family
        .write(&mut TCompactOutputProtocol::new(&mut compact))
        .unwrap();
    let mut binary = TBinaryInputProtocol::new(binary.as_slice(), true);
    let mut compact = TCompactInputProtocol::new(compact.as_slice());
    let inputs: [&mut dyn TInputProtocol; 2] = [&mut binary, &mut compact];
    for input in inputs {
        let read = ColumnDescriptor::read_from_in_protocol(input).unwrap();
        let expected = ColumnDescriptor {
            name: Some(b"f".to_vec()),
            max_versions: Some(3),
            compression: Some("GZ".into()),
            in_memory: Some(true),
            bloom_filter_type: Some("ROW".into()),
            // The crate reads absent fields as 0.
            bloom_filter_vector_size: Some(0),
            bloom_filter_nb_hashes: Some(0),
            block_cache_enabled: Some(false),
            time_to_live: Some(60),
        };
        assert_eq!(read, expected);
    }
}

#[test]
fn truth_is_read_in_both_protocols() {
    for (wire, truth) in WIRES
        .iter()
        .flat_map(|wire| [(*wire, true), (*wire, false)])
    {
        let bytes = answer(wire, TMessageType::Reply, &|out| {
            out.write_field_begin(&TFieldIdentifier::new("success", TType::Bool, 0))?;
            out.write_bool(truth)?;
            out.write_field_end()
        });
        let range = message_range(wire, &bytes, || 3);
        match parse_reply(&bytes[range], wire, "call", 7, flag).unwrap() {
            Reply::Value(found) => assert_eq!(found, truth),
            Reply::Exception(exception) => panic!("{exception:?}"),
        }
    }
}

#[test]
fn an_answer_to_another_call_is_rejected() {
    let wire = WIRES[0];
    let bytes = answer(wire, TMessageType::Reply, &|_| Ok(()));
    for (call, sequence) in [("other", 7), ("call", 8)] {
        let opened = parse_reply(&bytes, wire, call, sequence, nothing);
        assert!(matches!(opened, Err(ParseError::Invalid(_))), "{opened:?}");
    }
    assert!(matches!(
        parse_reply(&bytes, wire, "call", 7, nothing),
        Ok(Reply::Value(()))
    ));
}

#[test]
fn so_is_an_exception_of_another_call() {
    let wire = WIRES[0];
    let bytes = answer(wire, TMessageType::Exception, &|_| Ok(()));
    for (call, sequence) in [("other", 7), ("call", 8)] {
        let opened = parse_reply(&bytes, wire, call, sequence, nothing);
        assert!(matches!(opened, Err(ParseError::Invalid(_))), "{opened:?}");
    }
    let opened = parse_reply(&bytes, wire, "call", 7, nothing);
    assert!(matches!(opened, Ok(Reply::Exception(_))), "{opened:?}");
}

#[test]
fn a_row_without_a_key_is_rejected() {
    for wire in WIRES {
        let cell = TCell {
            value: Some(b"v".to_vec()),
            timestamp: Some(1),
        };
        let row = TRowResult {
            row: None,
            columns: Some(BTreeMap::from([(b"f:q".to_vec(), cell)])),
            sorted_columns: None,
        };
        let bytes = rows_answer(wire, &[row]);
        let range = message_range(wire, &bytes, || 9);
        let opened = parse_reply(&bytes[range], wire, "call", 7, rows);
        assert!(matches!(opened, Err(ParseError::Invalid(_))), "{opened:?}");
    }
}

#[test]
fn a_length_beyond_the_maximum_is_rejected_at_once() {
    let mut frame = MessageFinder::new(wire(Protocol::Binary, true), 1000);
    let found = frame.find(&[0x7f, 0xff, 0xff, 0xff]);
    assert_eq!(found, Err(ParseError::TooLong { found: 0x7fff_ffff }));
    let mut negative = MessageFinder::new(wire(Protocol::Binary, true), 1000);
    assert!(matches!(
        negative.find(&[0xff; 4]),
        Err(ParseError::Invalid(_))
    ));
    // A message whose one field is a string of 2 GiB.
    let mut bytes = b"\x80\x01\x00\x02\x00\x00\x00\x04call\x00\x00\x00\x07".to_vec();
    bytes.extend(b"\x0b\x00\x00\x7f\xff\xff\xff");
    let mut string = MessageFinder::new(wire(Protocol::Binary, false), 1000);
    let found = string.find(&bytes);
    assert_eq!(found, Err(ParseError::TooLong { found: 0x7fff_ffff }));
}

#[test]
fn what_is_no_message_is_seen_by_its_first_bytes() {
    for wire in WIRES.iter().filter(|wire| !wire.framed) {
        let found = MessageFinder::new(*wire, 1000).find(b"HTTP/1.1 400 Bad Request\r\n");
        assert!(matches!(found, Err(ParseError::Invalid(_))), "{found:?}");
    }
}

#[test]
fn deep_nesting_is_rejected() {
    let mut bytes = b"\x80\x01\x00\x02\x00\x00\x00\x04call\x00\x00\x00\x07".to_vec();
    bytes.extend(b"\x0c\x00\x01".repeat(100_000));
    let mut nested = MessageFinder::new(wire(Protocol::Binary, false), 1 << 20);
    assert!(matches!(nested.find(&bytes), Err(ParseError::Invalid(_))));
}
