//! Lists, splits, moves and merges a table's regions by calls to the master and to `hbase:meta`.

use std::io;
use std::time::{Duration, Instant};

use bytes::Bytes;
use hbase_backend::Row;
use hbase_model::TableName;
use hbase_rpc::message::{
    GetMetaRegionLocationsRequest, GetProcedureResultRequest, MergeTableRegionsRequest,
    MoveRegionRequest, ProcedureResponse, ProcedureState, RegionInfo, RegionSpecifier,
    RegionSpecifierType, Scan, ScanRequest, SplitTableRegionRequest,
};
use hbase_rpc::region::{META_REGION, meta_first_row, parse_region_info, region_specifier};
use hbase_rpc::{
    Auth, Body, CellReader, FrameDecoder, MAX_FRAME, RemoteException, RequestOptions, Response,
    Rpc, connection_header, encode_request, preamble,
};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use crate::cluster::Cluster;

/// How long a call may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// A region of a table.
#[derive(Clone, Debug)]
pub struct TableRegion {
    /// Its full name.
    pub name: Bytes,
    /// Its table, keys and id.
    pub info: RegionInfo,
    /// `host:port` of its server; empty in transition.
    pub server: String,
    /// Its state in the master, as in `hbase:meta`: `OPEN`, `CLOSED`…
    pub state: String,
}

/// Changes the regions of a running `HBase`. Each call has a connection of its own.
#[derive(Clone, Debug)]
pub struct Regions {
    master: String,
}

impl Regions {
    /// The regions of a cluster.
    pub fn of(cluster: &Cluster) -> Self {
        Self {
            master: cluster.master.clone(),
        }
    }

    /// The regions of a table in order, without parents of splits.
    ///
    /// # Errors
    /// If a server cannot be reached or throws.
    pub async fn list(&self, table: &TableName) -> io::Result<Vec<TableRegion>> {
        let located = call(&self.master, &GetMetaRegionLocationsRequest {}).await?;
        let located = message::<GetMetaRegionLocationsRequest>(&located)?;
        let server = located
            .meta_locations
            .into_iter()
            .find_map(|location| location.server_name);
        let server = server.ok_or_else(|| io::Error::other("hbase:meta has no server"))?;
        let scan = Scan {
            start_row: Some(meta_first_row(table).into()),
            stop_row: Some([table.to_string().as_bytes(), b" ,,"].concat().into()),
            ..Scan::default()
        };
        let request = ScanRequest {
            region: Some(region_specifier(META_REGION)),
            scan: Some(scan),
            number_of_rows: Some(1000),
            close_scanner: Some(true),
            ..ScanRequest::default()
        };
        let address = format!("{}:{}", server.host_name, server.port());
        let body = call(&address, &request).await?;
        let counts = message::<ScanRequest>(&body)?.cells_per_result;
        let mut cells = CellReader::new(body.cells);
        let mut regions = Vec::new();
        for count in counts {
            let row = cells.next_row(count as usize).map_err(io::Error::other)?;
            regions.extend(row.as_ref().map(region).transpose()?.flatten());
        }
        Ok(regions)
    }

    /// Makes the master split a region at a row, and waits until it is done.
    ///
    /// # Errors
    /// If the master declines, or the procedure fails.
    pub async fn split(&self, region: &TableRegion, at: &[u8]) -> io::Result<()> {
        let request = SplitTableRegionRequest {
            region_info: region.info.clone(),
            split_row: Some(Bytes::copy_from_slice(at)),
            nonce_group: Some(1),
            nonce: Some(fastrand::u64(1..)),
        };
        self.run(&request).await
    }

    /// Makes the master move a region to a server that it chooses at random.
    ///
    /// # Errors
    /// If the master declines.
    pub async fn relocate(&self, region: &TableRegion) -> io::Result<()> {
        let request = MoveRegionRequest {
            region: by_encoded_name(region),
            dest_server_name: None,
        };
        call(&self.master, &request).await.map(drop)
    }

    /// Makes the master merge adjacent regions, and waits until it is done.
    ///
    /// # Errors
    /// If the master declines, or the procedure fails.
    pub async fn merge(&self, regions: &[TableRegion]) -> io::Result<()> {
        let names = regions.iter().map(by_encoded_name);
        let request = MergeTableRegionsRequest {
            region: names.collect(),
            forcible: Some(true),
            nonce_group: Some(1),
            nonce: Some(fastrand::u64(1..)),
        };
        self.run(&request).await
    }

    async fn run<Q: Rpc<Response = ProcedureResponse>>(&self, request: &Q) -> io::Result<()> {
        let started = call(&self.master, request).await?;
        let Some(proc_id) = message::<Q>(&started)?.proc_id else {
            return Ok(());
        };
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            let request = GetProcedureResultRequest { proc_id };
            let state = call(&self.master, &request).await?;
            let state = message::<GetProcedureResultRequest>(&state)?;
            if state.state != i32::from(ProcedureState::Running) {
                let thrown = state.exception.and_then(|thrown| thrown.generic_exception);
                return thrown.map_or(Ok(()), |thrown| Err(exception(thrown)));
            }
            sleep(Duration::from_millis(100)).await;
        }
        Err(io::ErrorKind::TimedOut.into())
    }
}

fn exception(thrown: impl Into<RemoteException>) -> io::Error {
    let thrown = thrown.into();
    io::Error::other(format!("{}: {}", thrown.class, thrown.message))
}

/// The master identifies regions by the end of their names: `….<md5 in hex>.`
fn by_encoded_name(region: &TableRegion) -> RegionSpecifier {
    let name = region.name.strip_suffix(b".").unwrap_or(&region.name);
    let start = name.iter().rposition(|byte| *byte == b'.');
    let encoded = start.map_or(name, |dot| &name[dot + 1..]);
    RegionSpecifier {
        kind: RegionSpecifierType::EncodedRegionName.into(),
        value: Bytes::copy_from_slice(encoded),
    }
}

/// `None` for the parent of a split, and for a row without a region.
fn region(row: &Row) -> io::Result<Option<TableRegion>> {
    let Some(info) = row.value(b"info", b"regioninfo") else {
        return Ok(None);
    };
    let info = parse_region_info(&Bytes::copy_from_slice(info)).map_err(io::Error::other)?;
    if info.split() || info.offline() {
        return Ok(None);
    }
    let text = |qualifier: &[u8]| {
        let value = row.value(b"info", qualifier).unwrap_or_default();
        String::from_utf8_lossy(value).into_owned()
    };
    Ok(Some(TableRegion {
        name: Bytes::copy_from_slice(row.key()),
        info,
        server: text(b"server"),
        state: text(b"state"),
    }))
}

fn message<Q: Rpc>(body: &Body) -> io::Result<Q::Response> {
    body.message::<Q>().map_err(io::Error::other)
}

async fn call<Q: Rpc>(address: &str, request: &Q) -> io::Result<Body> {
    timeout(PATIENCE, answer(address, request)).await?
}

async fn answer<Q: Rpc>(address: &str, request: &Q) -> io::Result<Body> {
    let mut stream = TcpStream::connect(address).await?;
    stream.write_all(&preamble(Auth::Simple)).await?;
    stream
        .write_all(&connection_header(Some("tests"), Q::SERVICE))
        .await?;
    let options = RequestOptions::default();
    let frame = encode_request(options, request, 0).map_err(io::Error::other)?;
    stream.write_all(&frame).await?;
    let mut frames = FrameDecoder::new(MAX_FRAME);
    loop {
        if let Some(frame) = frames.next_frame().map_err(io::Error::other)? {
            let response = Response::decode(frame).map_err(io::Error::other)?;
            return response.outcome.map_err(exception);
        }
        if stream.read_buf(frames.buffer_mut()).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
}
