//! Frames, requests, responses and cell blocks, whole and damaged.

use bytes::Bytes;
use hbase_backend::{CellBlock, CellKind, CellRef};
use hbase_rpc::message::{ExceptionResponse, GetResponse, RowResult, ScanRequest, ScanResponse};
use hbase_rpc::{
    CellReader, FrameDecoder, RemoteException, Request, RequestOptions, Response, WireError,
    encode_exception, encode_request, encode_response,
};
use proptest::prelude::*;

fn frames(most: usize, pieces: &[&[u8]]) -> Result<Vec<Bytes>, WireError> {
    let mut decoder = FrameDecoder::new(most);
    let mut found = Vec::new();
    for piece in pieces {
        decoder.buffer_mut().extend_from_slice(piece);
        while let Some(frame) = decoder.next_frame()? {
            found.push(frame);
        }
    }
    Ok(found)
}

fn cells(row: &[u8], count: usize) -> Bytes {
    let mut block = CellBlock::new();
    for index in 0..count {
        let pushed = block.push(CellRef {
            row,
            family: b"f",
            qualifier: &index.to_be_bytes(),
            timestamp: 5,
            kind: CellKind::Put,
            value: b"value",
        });
        pushed.expect("a small cell");
    }
    block.take()
}

#[test]
fn a_frame_that_claims_4_gib_takes_no_memory() {
    let mut decoder = FrameDecoder::new(1 << 20);
    decoder.buffer_mut().extend_from_slice(&[0xff; 8]);
    let error = decoder.next_frame().expect_err("too large");
    assert_eq!(
        error,
        WireError::FrameTooLarge {
            found: u64::from(u32::MAX),
            most: 1 << 20
        }
    );
    assert!(decoder.buffer_mut().capacity() < 1 << 10);
}

#[test]
fn a_request_is_read_as_it_was_written() {
    let block = cells(b"r", 3);
    let options = RequestOptions {
        call_id: 9,
        priority: None,
        timeout_ms: Some(1500),
    };
    let scan = ScanRequest {
        scanner_id: Some(4),
        next_call_seq: Some(2),
        ..ScanRequest::default()
    };
    let head = encode_request(options, &scan, block.len()).expect("a small request");
    let found = frames(1 << 20, &[&head, &block]).expect("a frame");
    let request = Request::decode(found[0].clone()).expect("a request");
    assert_eq!(request.header.method_name.as_deref(), Some("Scan"));
    assert_eq!(request.header.timeout, Some(1500));
    assert_eq!(hbase_rpc::decode::<ScanRequest>(request.message), Ok(scan));
    assert_eq!(request.cells, block);
}

#[test]
fn a_response_is_read_as_it_was_written() {
    let block = cells(b"r", 2);
    let result = RowResult {
        associated_cell_count: Some(2),
        ..RowResult::default()
    };
    let get = GetResponse {
        result: Some(result.clone()),
    };
    let head = encode_response(3, &get, block.len()).expect("a small response");
    let frame = Bytes::from([&head[4..], &block].concat());
    let response = Response::decode(frame).expect("a response");
    let body = response.outcome.expect("no exception");
    assert_eq!(response.call_id, 3);
    let mut reader = CellReader::new(body.cells);
    let row = reader.row(&result).expect("two cells").expect("a row");
    assert_eq!((row.key(), row.cells().count()), (&b"r"[..], 2));
    assert_eq!(reader.finish(), Ok(()));
}

#[test]
fn an_exception_is_read_as_it_was_written() {
    let sent = ExceptionResponse {
        exception_class_name: Some("a.B".to_owned()),
        stack_trace: Some("a.B: why\n\tat x".to_owned()),
        do_not_retry: Some(true),
        ..ExceptionResponse::default()
    };
    let frame = encode_exception(7, sent).expect("a small response");
    let response = Response::decode(frame.slice(4..)).expect("a response");
    let exception = RemoteException::from(response.outcome.expect_err("an exception"));
    assert_eq!(
        (exception.message.as_str(), exception.do_not_retry),
        ("why", true)
    );
}

#[test]
fn cells_that_do_not_fit_their_message_are_an_error() {
    let block = Bytes::from([cells(b"a", 1), cells(b"b", 1)].concat());
    let of = |count| CellReader::new(block.clone()).next_row(count);
    assert_eq!(of(0), Ok(None));
    assert!(of(1).is_ok_and(|row| row.is_some()));
    let two = of(2).expect_err("of two rows").to_string();
    assert_eq!(two, "a cell block: cells of two rows in one result");
    assert!(CellReader::new(block.slice(..20)).next_row(1).is_err());
    let left = CellReader::new(block.clone())
        .finish()
        .expect_err("bytes left");
    assert!(left.to_string().contains("bytes more"), "{left}");
}

proptest! {
    #[test]
    fn frames_do_not_depend_on_where_the_stream_is_cut(
        bodies in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..40), 0..6),
        cuts in prop::collection::vec(0_usize..200, 0..6),
    ) {
        let mut stream = Vec::new();
        for body in &bodies {
            stream.extend_from_slice(&u32::try_from(body.len()).expect("short").to_be_bytes());
            stream.extend_from_slice(body);
        }
        let mut cuts: Vec<_> = cuts.into_iter().map(|cut| cut.min(stream.len())).collect();
        cuts.extend([0, stream.len()]);
        cuts.sort_unstable();
        let pieces: Vec<_> = cuts.windows(2).map(|pair| &stream[pair[0]..pair[1]]).collect();
        prop_assert_eq!(frames(64, &pieces).expect("short frames"), bodies);
    }

    #[test]
    fn garbage_is_an_error_or_a_message_and_nothing_else(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let bytes = Bytes::from(bytes);
        let _ = Request::decode(bytes.clone());
        let _ = hbase_rpc::decode::<ScanResponse>(bytes.clone());
        if let Ok(Response { outcome: Ok(body), .. }) = Response::decode(bytes.clone()) {
            let _ = body.message::<ScanRequest>();
        }
        let mut reader = CellReader::new(bytes.clone());
        while let Ok(Some(_)) = reader.next_row(1) {}
        let _ = frames(1 << 16, &[&bytes]);
    }

    #[test]
    fn a_response_with_a_byte_changed_never_panics(at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let block = cells(b"row", 3);
        let scan = ScanResponse { cells_per_result: vec![2, 1], more_results: Some(true), ..ScanResponse::default() };
        let head = encode_response(3, &scan, block.len()).expect("a small response");
        let mut frame = [&head[4..], &block].concat();
        let at = at.index(frame.len());
        frame[at] = byte;
        if let Ok(Response { outcome: Ok(body), .. }) = Response::decode(Bytes::from(frame)) {
            let mut reader = CellReader::new(body.cells.clone());
            for count in body.message::<ScanRequest>().map(|m| m.cells_per_result).unwrap_or_default() {
                if reader.next_row(count as usize).is_err() { break; }
            }
        }
    }
}
