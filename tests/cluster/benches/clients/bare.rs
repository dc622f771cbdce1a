//! A client without costs: it sends encoded requests on a blocking socket, and does not decode the responses.
//! Its rate is the server's limit.

use std::collections::HashMap;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use bytes::Bytes;
use hbase_rpc::message::{self, GetRequest, RegionSpecifier, ScanRequest};
use hbase_rpc::region::{META_TABLE, parse_region_info, region_specifier};
use hbase_rpc::{
    Auth, BlockMutation, EncodedMulti, RegionActionEncoder, RequestOptions, Response, Rpc, Service,
    connection_header, encode_request, preamble,
};
use hbase_schema::model::{Backend, Row, RowBound, Scan};
use hbase_schema_cluster_tests::soon;

use super::plain::{QUALIFIERS, key, row};
use super::shared::{Outcome, Turn, measured, numbers};
use super::{IN_FLIGHT, TABLE};

/// Rows of a batch of a scan.
const CACHING: u32 = 1000;

/// Rows of a request of a bulk put.
const ROWS_OF_REQUEST: usize = 500;

/// Requests of a bulk put in flight: one for each core.
const PUTS_IN_FLIGHT: usize = 2;

pub(super) struct Bare {
    socket: TcpStream,
    /// The first row of each region, and its name; in reverse order.
    regions: Vec<(Bytes, RegionSpecifier)>,
    rows: u32,
    next_id: u32,
    requests: HashMap<String, Vec<Bytes>>,
}

impl Bare {
    /// Connects to the only server; the regions are looked up by this backend.
    pub(super) async fn connect(backend: &impl Backend, rows: u32) -> Outcome<Self> {
        let mut of_table = Scan::new();
        of_table.start = RowBound::Included(format!("{TABLE},,").into());
        of_table.stop = RowBound::Excluded(format!("{TABLE}-").into());
        let mut scanner = backend.scan(&META_TABLE, of_table, soon()).await?;
        let (mut regions, mut server) = (Vec::new(), String::new());
        loop {
            let batch = scanner.next_batch(soon()).await?;
            if batch.is_empty() {
                break;
            }
            for row in batch {
                server =
                    String::from_utf8_lossy(row.value(b"info", b"server").unwrap_or(b"")).into();
                regions.push(region(&row)?);
            }
        }
        regions.reverse();
        let mut socket = TcpStream::connect(&server)?;
        socket.set_nodelay(true)?;
        socket.write_all(&preamble(Auth::Simple))?;
        socket.write_all(&connection_header(Some("bench"), Service::Client))?;
        Ok(Self {
            socket,
            regions,
            rows,
            next_id: 0,
            requests: HashMap::new(),
        })
    }

    /// Encoding is not measured.
    pub(super) async fn turn(&mut self, work: &str) -> Outcome<Turn> {
        if work == "scan" {
            return measured(async { self.scan() }).await;
        }
        if !self.requests.contains_key(work) {
            let requests = if work == "put" {
                self.puts()?
            } else {
                self.gets()?
            };
            self.requests.insert(work.to_owned(), requests);
        }
        let requests = self.requests[work].clone();
        let (rows, in_flight) = match work {
            "put" => (self.rows, PUTS_IN_FLIGHT),
            "get" => (u32::try_from(requests.len())?, 1),
            _ => (u32::try_from(requests.len())?, IN_FLIGHT as usize),
        };
        measured(async { self.send(&requests, in_flight).map(|()| rows.into()) }).await
    }

    fn send(&mut self, requests: &[Bytes], in_flight: usize) -> Outcome {
        let (first, rest) = requests.split_at(in_flight.min(requests.len()));
        self.socket.write_all(&first.concat())?;
        for request in rest {
            self.response()?;
            self.socket.write_all(request)?;
        }
        for _ in first {
            self.response()?;
        }
        Ok(())
    }

    fn response(&mut self) -> Outcome<Bytes> {
        let mut length = [0; 4];
        self.socket.read_exact(&mut length)?;
        let mut frame = vec![0; usize::try_from(u32::from_be_bytes(length))?];
        self.socket.read_exact(&mut frame)?;
        Ok(frame.into())
    }

    fn request<Q: Rpc>(&mut self, request: &Q, cells: &[u8]) -> Outcome<Bytes> {
        self.next_id += 1;
        let options = RequestOptions {
            call_id: self.next_id,
            ..RequestOptions::default()
        };
        let head = encode_request(options, request, cells.len())?;
        Ok([&head, cells].concat().into())
    }

    fn region_of(&self, row: &[u8]) -> RegionSpecifier {
        let found = self.regions.iter().find(|(start, _)| **start <= *row);
        found.map(|(_, region)| region.clone()).unwrap_or_default()
    }

    fn gets(&mut self) -> Outcome<Vec<Bytes>> {
        let keys: Vec<_> = numbers(self.rows).into_iter().map(key).collect();
        let mut requests = Vec::with_capacity(keys.len());
        for key in keys {
            let region = self.region_of(key.as_bytes());
            let row = Bytes::from(key);
            let get = message::Get {
                row,
                column: columns(),
                ..message::Get::default()
            };
            requests.push(self.request(&GetRequest { region, get }, &[])?);
        }
        Ok(requests)
    }

    fn puts(&mut self) -> Outcome<Vec<Bytes>> {
        let all: Vec<u32> = (0..self.rows).collect();
        let mut requests = Vec::new();
        for numbers in all.chunks(ROWS_OF_REQUEST) {
            let mut by_region: HashMap<Bytes, (RegionActionEncoder, Vec<u8>, u32)> = HashMap::new();
            for number in numbers {
                let mutation = row(*number)?;
                let region = self.region_of(mutation.row());
                let (actions, cells, index) = by_region
                    .entry(region.value.clone())
                    .or_insert_with(|| (RegionActionEncoder::new(&region, 0), Vec::new(), 0));
                let put = BlockMutation {
                    row: mutation.row(),
                    kind: message::MutationType::Put,
                    attributes: Vec::new(),
                    durability: None,
                    cells: 4,
                };
                actions.block_mutation(*index, &put);
                cells.extend_from_slice(mutation.cells().as_bytes());
                *index += 1;
            }
            let (mut region_action, mut cells) = (Vec::new(), Vec::new());
            for (actions, of_region, _) in by_region.into_values() {
                region_action.push(actions.finish());
                cells.extend(of_region);
            }
            requests.push(self.request(&EncodedMulti { region_action }, &cells)?);
        }
        Ok(requests)
    }

    fn scan(&mut self) -> Outcome<u64> {
        let mut count = 0;
        for (_, region) in self.regions.clone() {
            let mut request = ScanRequest {
                region: Some(region),
                scan: Some(message::Scan {
                    column: columns(),
                    max_result_size: Some(2 << 20),
                    ..message::Scan::default()
                }),
                number_of_rows: Some(CACHING),
                ..ScanRequest::default()
            };
            loop {
                let bytes = self.request(&request, &[])?;
                self.socket.write_all(&bytes)?;
                let response = Response::decode(self.response()?)?;
                let body = response.outcome.map_err(|error| format!("{error:?}"))?;
                let response = body.message::<ScanRequest>()?;
                count += response.cells_per_result.len() as u64;
                if response.more_results_in_region == Some(false) {
                    break;
                }
                request = ScanRequest {
                    scanner_id: response.scanner_id.or(request.scanner_id),
                    number_of_rows: Some(CACHING),
                    ..ScanRequest::default()
                };
            }
        }
        assert_eq!(count, u64::from(self.rows));
        Ok(count)
    }
}

fn columns() -> Vec<message::Column> {
    let qualifier = QUALIFIERS.map(|qualifier| Bytes::from_static(qualifier.as_bytes()));
    vec![message::Column {
        family: Bytes::from_static(b"D1"),
        qualifier: qualifier.into(),
    }]
}

/// A region's first row and name.
fn region(row: &Row) -> Outcome<(Bytes, RegionSpecifier)> {
    let info = row
        .value(b"info", b"regioninfo")
        .ok_or("a region without its row range")?;
    let info = parse_region_info(&Bytes::copy_from_slice(info))?;
    let name = Bytes::copy_from_slice(row.key());
    Ok((info.start_key.unwrap_or_default(), region_specifier(name)))
}
