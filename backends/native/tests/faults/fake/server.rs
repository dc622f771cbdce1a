//! The server's side of one connection.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use hbase_rpc::message::{ConnectionHeader, GetRequest, ResponseHeader, ScanRequest};
use hbase_rpc::region::META_REGION;
use hbase_rpc::{FrameDecoder, MAX_FRAME, PREAMBLE, Request, Service, parse_preamble};
use prost::Message as _;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream, ReadHalf, WriteHalf};
use tokio::time::{Instant, sleep};

use super::cluster::Shared;
use super::rows;
use super::script::{Call, Fault};

/// The outcome of a request.
enum Answer {
    Send(Bytes),
    Trickle(Bytes, Duration),
    Nothing,
    Close,
}

/// Serves a connection until its end; responses are sent in any order.
pub(super) async fn serve(
    stream: DuplexStream,
    cluster: Arc<Shared>,
    server: String,
    number: usize,
) {
    // The client cut the connection.
    let _ = talk(stream, &cluster, &server, number).await;
}

async fn talk(
    stream: DuplexStream,
    cluster: &Shared,
    server: &str,
    number: usize,
) -> io::Result<()> {
    let (mut reading, mut writing) = tokio::io::split(stream);
    let mut first = [0; PREAMBLE];
    reading.read_exact(&mut first).await?;
    parse_preamble(first).map_err(io::Error::other)?;
    if let Some(greeting) = cluster.greeting() {
        writing.write_all(&greeting).await?;
        return Ok(());
    }
    let mut frames = FrameDecoder::new(MAX_FRAME);
    let Some(header) = next(&mut reading, &mut frames, Duration::ZERO).await? else {
        return Ok(());
    };
    let header: ConnectionHeader = hbase_rpc::decode(header).map_err(io::Error::other)?;
    Service::from_name(header.service_name()).ok_or(io::ErrorKind::InvalidData)?;
    let mut answers = FuturesUnordered::new();
    loop {
        tokio::select! {
            frame = next(&mut reading, &mut frames, cluster.wires.reading_pause(server)) => {
                cluster.wires.thawed(server, number).await;
                let Some(frame) = frame? else { return Ok(()) };
                let request = Request::decode(frame).map_err(io::Error::other)?;
                answers.push(answer(cluster, server, request));
            }
            Some(answer) = answers.next() => match answer {
                Answer::Send(bytes) => writing.write_all(&bytes).await?,
                Answer::Trickle(bytes, time) => trickle(&mut writing, &bytes, time).await?,
                Answer::Nothing => {}
                Answer::Close => return Ok(()),
            },
        }
    }
}

/// Sends bytes in ten parts.
async fn trickle(
    stream: &mut WriteHalf<DuplexStream>,
    bytes: &[u8],
    time: Duration,
) -> io::Result<()> {
    for part in bytes.chunks(bytes.len().div_ceil(10)) {
        sleep(time / 10).await;
        stream.write_all(part).await?;
    }
    Ok(())
}

async fn next(
    stream: &mut ReadHalf<DuplexStream>,
    frames: &mut FrameDecoder,
    pause: Duration,
) -> io::Result<Option<Bytes>> {
    loop {
        if let Some(frame) = frames.next_frame().map_err(io::Error::other)? {
            return Ok(Some(frame));
        }
        if !pause.is_zero() {
            sleep(pause).await;
        }
        if stream.read_buf(frames.buffer_mut()).await? == 0 {
            return Ok(None);
        }
    }
}

async fn answer(cluster: &Shared, server: &str, request: Request) -> Answer {
    let call = Call {
        server: server.to_owned(),
        method: method(&request),
        message: request.message.clone(),
        at: Instant::now(),
    };
    let id = request.header.call_id();
    match cluster.note(call) {
        None => Answer::Send(cluster.carry_out(server, &request)),
        Some(Fault::Throw(thrown)) => Answer::Send(exception(id, thrown.into())),
        Some(Fault::Cut) => Answer::Close,
        Some(Fault::CutAfter) => {
            let _ = cluster.carry_out(server, &request);
            Answer::Close
        }
        Some(Fault::CutLater(pause)) => {
            let _ = cluster.carry_out(server, &request);
            sleep(pause).await;
            Answer::Close
        }
        Some(Fault::Silence) => Answer::Nothing,
        Some(Fault::Late(pause)) => {
            sleep(pause).await;
            Answer::Send(cluster.carry_out(server, &request))
        }
        Some(Fault::Trickle(time)) => Answer::Trickle(cluster.carry_out(server, &request), time),
        Some(Fault::Garbled) => {
            let _ = cluster.carry_out(server, &request);
            Answer::Send(garbled(id))
        }
        Some(Fault::Long(bytes)) => {
            let _ = cluster.carry_out(server, &request);
            Answer::Send(long(id, bytes))
        }
        Some(Fault::OtherCell { row, qualifier }) => {
            let _ = cluster.carry_out(server, &request);
            Answer::Send(rows::other_cell(id, row, qualifier))
        }
        Some(Fault::Raw(bytes)) => Answer::Send(bytes),
    }
}

/// The method; calls on `hbase:meta` and on open scanners have their own names.
fn method(request: &Request) -> String {
    let name = request.header.method_name();
    let message = request.message.clone();
    match name {
        "Scan" => of_scan(&hbase_rpc::decode(message).unwrap_or_default()),
        "Get" => match hbase_rpc::decode::<GetRequest>(message) {
            Ok(get) if get.region.value == META_REGION => "State",
            _ => "Get",
        },
        other => other,
    }
    .to_owned()
}

fn of_scan(scan: &ScanRequest) -> &'static str {
    match &scan.region {
        _ if scan.close_scanner() && scan.scanner_id.is_some() => "Close",
        Some(region) if region.value == META_REGION => "Locate",
        _ if scan.renew() => "Renew",
        _ if scan.scanner_id.is_some() => "Next",
        _ => "Scan",
    }
}

pub(super) fn exception(id: u32, thrown: hbase_rpc::message::ExceptionResponse) -> Bytes {
    hbase_rpc::encode_exception(id, thrown).expect("a short exception")
}

/// A response whose message declares more than it has.
fn garbled(id: u32) -> Bytes {
    let header = ResponseHeader {
        call_id: Some(id),
        ..ResponseHeader::default()
    };
    let body = [
        header.encode_length_delimited_to_vec(),
        vec![3, 0x0a, 0x7f, 0],
    ]
    .concat();
    let length = u32::try_from(body.len()).expect("few bytes");
    [&length.to_be_bytes()[..], &body].concat().into()
}

/// A response of this many bytes, most of them in its cells.
fn long(id: u32, bytes: usize) -> Bytes {
    let header = ResponseHeader {
        call_id: Some(id),
        ..ResponseHeader::default()
    };
    let mut body = header.encode_length_delimited_to_vec();
    body.resize(bytes, 0);
    let length = u32::try_from(bytes).expect("less than 4 GiB");
    [&length.to_be_bytes()[..], &body].concat().into()
}

/// A response with its cells.
pub(super) fn response(id: u32, message: &impl prost::Message, cells: &[u8]) -> Bytes {
    let head = hbase_rpc::encode_response(id, message, cells.len()).expect("a short response");
    let mut frame = BytesMut::from(&head[..]);
    frame.extend_from_slice(cells);
    frame.freeze()
}
