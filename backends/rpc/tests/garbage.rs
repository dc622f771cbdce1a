//! Runs decoders on random bytes: the result is an error, or a message no larger than its bytes.
//!
//! Each test prints its seed; `PROPTEST_RNG_SEED` repeats a run.

use std::fmt::Debug;
use std::hash::{BuildHasher as _, RandomState};

use bytes::Bytes;
#[allow(
    clippy::wildcard_imports,
    reason = "every request, and what holds them"
)]
use hbase_rpc::message::*;
use hbase_rpc::region::{parse_node, parse_region_info};
use hbase_rpc::{
    Body, CellReader, FrameDecoder, MAX_FRAME, PREAMBLE, Request, Response, encode_response,
    parse_preamble,
};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestCaseError, TestRunner};

/// Runs a property on many values; prints the seed.
fn check<S: Strategy<Value: Debug>>(
    values: S,
    property: impl Fn(S::Value) -> Result<(), TestCaseError>,
) {
    let mut config = Config {
        failure_persistence: None,
        ..Config::default()
    };
    if config.rng_seed == RngSeed::Random {
        config.rng_seed = RngSeed::Fixed(RandomState::new().hash_one(0));
    }
    println!("PROPTEST_RNG_SEED={}", config.rng_seed);
    if let Err(error) = TestRunner::new(config).run(&values, property) {
        panic!("{error}");
    }
}

/// Short bytes, of which many look like the start of a message.
fn garbage() -> impl Strategy<Value = Bytes> {
    let tags = prop::sample::select(vec![
        0x08_u8, 0x0a, 0x10, 0x12, 0x18, 0x1a, 0x0b, 0x0c, 0x7f, 0x80, 0xff,
    ]);
    let byte = prop_oneof![any::<u8>(), tags, 0_u8..4];
    prop::collection::vec(byte, 0..200).prop_map(Bytes::from)
}

macro_rules! calls {
    ($bytes:expr, $($request:ty),* $(,)?) => {
        $(
            let _ = hbase_rpc::decode::<$request>($bytes.clone());
            let body = Body { message: $bytes.clone(), cells: Bytes::new() };
            let _ = body.message::<$request>();
        )*
    };
}

/// Reads bytes as every message of every service.
fn read_as_messages(bytes: &Bytes) {
    calls!(
        bytes,
        GetRequest,
        MutateRequest,
        ScanRequest,
        MultiRequest,
        GetClusterIdRequest,
        GetActiveMasterRequest,
        GetMastersRequest,
        GetMetaRegionLocationsRequest,
        GetBootstrapNodesRequest,
        GetTableDescriptorsRequest,
        GetTableNamesRequest,
        GetClusterStatusRequest,
        IsMasterRunningRequest,
        AddColumnRequest,
        DeleteColumnRequest,
        ModifyColumnRequest,
        MoveRegionRequest,
        SplitTableRegionRequest,
        MergeTableRegionsRequest,
        DeleteTableRequest,
        TruncateTableRequest,
        EnableTableRequest,
        DisableTableRequest,
        ModifyTableRequest,
        FlushTableRequest,
        CreateTableRequest,
        CreateNamespaceRequest,
        DeleteNamespaceRequest,
        ModifyNamespaceRequest,
        GetNamespaceDescriptorRequest,
        ListNamespaceDescriptorsRequest,
        GetTableStateRequest,
        GetProcedureResultRequest,
        GetRegionInfoRequest,
        FlushRegionRequest,
        CompactRegionRequest,
        GetServerInfoRequest,
    );
    let _ = hbase_rpc::decode::<ConnectionHeader>(bytes.clone());
    let _ = parse_region_info(bytes);
    let _ = parse_node::<Master>(bytes);
    let _ = parse_node::<MetaRegionServer>(bytes);
    let prefixed = Bytes::from([b"PBUF", &bytes[..]].concat());
    let _ = parse_region_info(&prefixed);
}

#[test]
fn garbage_is_an_error_or_a_message_of_its_size() {
    check(garbage(), |bytes| {
        read_as_messages(&bytes);
        let _ = Request::decode(bytes.clone());
        let _ = Response::decode(bytes.clone());
        if let Ok(scanned) = hbase_rpc::decode::<ScanResponse>(bytes.clone()) {
            let lists = [
                scanned.cells_per_result.len(),
                scanned.partial_flag_per_result.len(),
                scanned.results.len(),
            ];
            prop_assert!(lists.iter().all(|length| *length <= bytes.len()));
        }
        Ok(())
    });
}

#[test]
fn first_bytes_are_an_error_or_a_preamble() {
    check(any::<[u8; PREAMBLE]>(), |bytes| {
        let parsed = parse_preamble(bytes);
        prop_assert!(parsed.is_err() || bytes.starts_with(b"HBas\0"));
        Ok(())
    });
}

#[test]
fn cells_are_an_error_or_lie_in_their_block() {
    check((garbage(), any::<usize>()), |(block, count)| {
        for count in [1, 2, count] {
            let mut reader = CellReader::new(block.clone());
            while let Ok(Some(row)) = reader.next_row(count) {
                prop_assert!(row.as_block().len() <= block.len());
                row.cells().for_each(drop);
            }
        }
        Ok(())
    });
}

#[test]
fn a_frame_takes_no_more_memory_than_the_limit() {
    const MOST: usize = 1 << 16;
    check(
        prop::collection::vec((any::<u32>(), garbage()), 1..5),
        |frames| {
            let mut decoder = FrameDecoder::new(MOST);
            for (length, bytes) in frames {
                decoder
                    .buffer_mut()
                    .extend_from_slice(&length.to_be_bytes());
                decoder.buffer_mut().extend_from_slice(&bytes);
                while let Ok(Some(frame)) = decoder.next_frame() {
                    prop_assert!(frame.len() <= MOST);
                }
                prop_assert!(decoder.buffer_mut().capacity() <= 2 * MOST);
            }
            Ok(())
        },
    );
}

#[test]
fn a_frame_that_is_too_large_is_passed_over_wherever_it_is_cut() {
    const MOST: usize = 100;
    let header = [2, 0x08, 7];
    let long = [&1000_u32.to_be_bytes()[..], &header, &[0xff; 997]].concat();
    let stream = [&[0, 0, 0, 1, 1], &long[..], &[0, 0, 0, 1, 2]].concat();
    for step in [1, 2, 3, 5, 7, 100, 500, stream.len()] {
        let mut decoder = FrameDecoder::new(MOST);
        let (mut read, mut passed_over) = (Vec::new(), 0);
        for part in stream.chunks(step) {
            decoder.buffer_mut().extend_from_slice(part);
            loop {
                match decoder.next_frame() {
                    Ok(Some(frame)) => read.extend_from_slice(&frame),
                    Ok(None) => break,
                    Err(_) => match decoder.call_id().expect("a response") {
                        None => break,
                        Some(id) => {
                            assert_eq!(id, 7);
                            passed_over += 1;
                            decoder.skip_frame();
                        }
                    },
                }
            }
            assert!(decoder.buffer_mut().len() <= MOST + step);
        }
        assert_eq!((read, passed_over), (vec![1, 2], 1), "steps of {step}");
        assert!(!decoder.is_within_frame());
    }
}

#[test]
fn a_frame_that_is_no_response_is_found_out() {
    for bytes in [
        &b"/1.1 400 Bad Request\r\nServer: x\r\nContent-Length: 0\r\n\r\n"[..],
        &[0xff; 20],
    ] {
        let mut decoder = FrameDecoder::new(100);
        let buffer = decoder.buffer_mut();
        buffer.extend_from_slice(&[0x48, 0x54, 0x54, 0x50]);
        buffer.extend_from_slice(bytes);
        assert!(decoder.call_id().is_err(), "{bytes:?}");
    }
}

#[test]
fn a_frame_that_only_claims_its_length_takes_little_memory() {
    let mut decoder = FrameDecoder::new(MAX_FRAME);
    let length = u32::try_from(MAX_FRAME).expect("256 MiB");
    let buffer = decoder.buffer_mut();
    buffer.extend_from_slice(&length.to_be_bytes());
    buffer.extend_from_slice(&[7; 10]);
    assert_eq!(decoder.next_frame(), Ok(None));
    let reserved = decoder.buffer_mut().capacity();
    assert!(reserved <= 5 << 20, "{reserved} bytes");
}

#[test]
fn the_memory_of_a_frame_grows_with_its_bytes() {
    const LENGTH: u32 = 50 << 20;
    let mut decoder = FrameDecoder::new(MAX_FRAME);
    decoder
        .buffer_mut()
        .extend_from_slice(&LENGTH.to_be_bytes());
    let (part, mut moved, mut at) = (vec![7; 64 << 10], 0, std::ptr::null());
    loop {
        if let Some(frame) = decoder.next_frame().expect("a frame") {
            assert!(frame.len() == LENGTH as usize && frame.iter().all(|byte| *byte == 7));
            break;
        }
        let buffer = decoder.buffer_mut();
        let (come, reserved) = (buffer.len(), buffer.capacity());
        assert!(reserved <= 2 * come + (5 << 20), "{reserved} for {come}");
        moved += usize::from(buffer.as_ptr() != at);
        at = buffer.as_ptr();
        buffer.extend_from_slice(&part);
    }
    assert!(moved <= 8, "the bytes were moved {moved} times");
}

/// A whole response: a scan's, with its cells.
fn response() -> Vec<u8> {
    let scanned = ScanResponse {
        cells_per_result: vec![2, 1],
        partial_flag_per_result: vec![false, true],
        scanner_id: Some(7),
        results: vec![RowResult {
            associated_cell_count: Some(1),
            ..RowResult::default()
        }],
        ..ScanResponse::default()
    };
    let cell = [
        &[
            0, 0, 0, 24, 0, 0, 0, 15, 0, 0, 0, 1, 0, 1, b'r', 1, b'f', b'q',
        ][..],
        &[0; 8],
        &[4, b'v'],
    ]
    .concat();
    let cells = cell.repeat(3);
    let head = encode_response(3, &scanned, cells.len()).expect("a small response");
    [&head[4..], &cells].concat()
}

#[test]
fn a_response_that_is_cut_is_an_error() {
    let whole = response();
    assert!(Response::decode(whole.clone().into()).is_ok());
    for length in 0..whole.len() {
        let cut = Bytes::copy_from_slice(&whole[..length]);
        assert!(
            Response::decode(cut).is_err(),
            "{length} of {} bytes",
            whole.len()
        );
    }
}

#[test]
fn a_damaged_response_never_panics() {
    let damage = prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8);
    check(damage, |damage| {
        let mut frame = response();
        for (at, byte) in damage {
            let at = at.index(frame.len());
            frame[at] = byte;
        }
        let Ok(Response {
            outcome: Ok(body), ..
        }) = Response::decode(frame.into())
        else {
            return Ok(());
        };
        let Ok(scanned) = body.message::<ScanRequest>() else {
            return Ok(());
        };
        let mut reader = CellReader::new(body.cells);
        for count in scanned.cells_per_result {
            if reader.next_row(count as usize).is_err() {
                break;
            }
        }
        for result in &scanned.results {
            let _ = reader.row(result);
        }
        Ok(())
    });
}

#[test]
fn nesting_is_an_error_rather_than_a_deep_stack() {
    // Field 15, which no message has: starts and ends of groups.
    let deep = Bytes::from([vec![0x7b; 1_000_000], vec![0x7c; 1_000_000]].concat());
    assert!(hbase_rpc::decode::<ScanResponse>(deep.clone()).is_err());
    assert!(hbase_rpc::decode::<ResponseHeader>(deep).is_err());
}
