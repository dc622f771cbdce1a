//! The cluster: a master, `hbase:meta` and the table `T`, on servers by their names.

mod regions;

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use bytes::Bytes;
use hbase_backend::{CellBlock, CellKind, CellRef};
use hbase_model::TableName;
use hbase_native::{Endpoint, Native, Options};

use super::network::{Network, Wires};
use super::nonces::Nonces;
use super::region::Region;
use super::rejections::Rejections;
use super::scans::Cursor;
use super::script::{Call, Fault, Script, Thrown};
use super::server::exception;
use super::sockets::Sockets;

/// The host of the master, which also serves `hbase:meta` at first.
pub(super) const MASTER: &str = "m";

/// The port of every server.
pub(super) const PORT: u16 = 16000;

/// A cluster in memory; clones share it.
#[derive(Clone, Debug)]
pub(crate) struct Cluster(Arc<Shared>);

#[derive(Debug)]
pub(super) struct Shared {
    pub(super) wires: Wires,
    pub(super) script: Mutex<Script>,
    pub(super) state: Mutex<State>,
}

/// The servers' treatment of region actions' conditions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Conditions {
    Checked,
    /// As servers before 2.4.
    PassedOver,
}

/// The servers' state.
#[derive(Debug)]
pub(super) struct State {
    pub(super) regions: Vec<Region>,
    next_id: u64,
    pub(super) meta: String,
    /// The cells of each row.
    pub(super) rows: BTreeMap<Vec<u8>, Bytes>,
    pub(super) conditions: Conditions,
    /// How many increments were carried out.
    pub(super) increments: usize,
    pub(super) nonces: Nonces,
    pub(super) rejections: Rejections,
    pub(super) is_disabled: bool,
    /// Those that are not 1.
    pub(super) start_codes: HashMap<String, u64>,
    pub(super) scanners: HashMap<u64, Cursor>,
    pub(super) last_scanner: u64,
    /// How long scanners are kept without a call.
    pub(super) lease: Duration,
    /// Rows of a response, at most.
    pub(super) page: usize,
    /// Cells at which rows are cut.
    pub(super) cut: usize,
    /// Whether responses flag partial results.
    pub(super) flags: bool,
    /// Responses without rows before each request's first rows.
    pub(super) heartbeats: usize,
    /// The rows that servers report in responses without rows.
    pub(super) passed: Vec<Vec<u8>>,
    /// Whether a response without rows reports the end of a region.
    pub(super) keeps_open: bool,
    pub(super) greeting: Option<Bytes>,
    /// Actions of a region action that are carried out, at most.
    pub(super) most_actions: usize,
}

impl Cluster {
    /// A table with these regions: start key, end key, host.
    pub(crate) fn new(regions: &[(&str, &str, &str)]) -> Self {
        let numbered = regions.iter().zip(1..);
        let regions: Vec<_> = numbered
            .map(|((start, end, host), id)| Region::new(id, start.as_bytes(), end.as_bytes(), host))
            .collect();
        let state = State {
            next_id: regions.len() as u64 + 1,
            regions,
            meta: MASTER.to_owned(),
            rows: BTreeMap::new(),
            conditions: Conditions::Checked,
            increments: 0,
            nonces: Nonces::new(),
            rejections: Rejections::default(),
            is_disabled: false,
            start_codes: HashMap::new(),
            scanners: HashMap::new(),
            last_scanner: 0,
            lease: Duration::from_secs(60),
            page: usize::MAX,
            cut: usize::MAX,
            flags: true,
            heartbeats: 0,
            passed: Vec::new(),
            keeps_open: false,
            greeting: None,
            most_actions: usize::MAX,
        };
        Self(Arc::new(Shared {
            wires: Wires::default(),
            script: Mutex::default(),
            state: Mutex::new(state),
        }))
    }

    /// `count` regions on two hosts, `a` and `b`, that start at `00`, `01` … of two digits.
    pub(crate) fn of_regions(count: usize) -> Self {
        let keys: Vec<_> = (1..count).map(|key| format!("{key:02}")).collect();
        let starts = std::iter::once("").chain(keys.iter().map(String::as_str));
        let ends = keys.iter().map(String::as_str).chain([""]);
        let hosts = ["a", "b"].into_iter().cycle();
        let regions: Vec<_> = starts
            .zip(ends)
            .zip(hosts)
            .map(|((start, end), host)| (start, end, host))
            .collect();
        Self::new(&regions)
    }

    pub(crate) fn client(&self) -> Native {
        self.client_with(Options::default())
    }

    pub(crate) fn client_with(&self, options: Options) -> Native {
        let network = Network(Arc::clone(&self.0));
        Native::new([Endpoint::new(MASTER, PORT)], options.connector(network))
    }

    /// A client whose connections are sockets of the system, to servers in another thread.
    pub(crate) fn client_over_sockets(&self) -> Native {
        let network = Network(Arc::clone(&self.0));
        let options = Options::default().connector(Sockets(network));
        Native::new([Endpoint::new(MASTER, PORT)], options)
    }

    /// The table.
    pub(crate) fn table() -> TableName {
        TableName::from_static("default", "T")
    }

    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.0.state()
    }

    /// Injects a fault into the next call of a method at a host.
    pub(crate) fn once(&self, host: &str, method: &str, fault: Fault) {
        self.times(1, host, method, fault);
    }

    /// Injects a fault into all calls of a method at a host.
    pub(crate) fn always(&self, host: &str, method: &str, fault: Fault) {
        self.times(usize::MAX, host, method, fault);
    }

    /// Replaces the fault of all calls of a method at a host.
    pub(crate) fn replace(&self, host: &str, method: &str, fault: Fault) {
        self.heal();
        self.always(host, method, fault);
    }

    pub(crate) fn times(&self, times: usize, host: &str, method: &str, fault: Fault) {
        self.0.script().add(host, method, times, fault);
    }

    /// Reads nothing more from the connections that a host has.
    pub(crate) fn freeze(&self, host: &str) {
        self.0.wires.freeze(host);
    }

    /// Makes a host pause before each read of 64 KiB, from its next connection on.
    pub(crate) fn read_slowly(&self, host: &str, pause: Duration) {
        self.0.wires.read_slowly(host, pause);
    }

    /// Continues to read from them.
    pub(crate) fn thaw(&self, host: &str) {
        self.0.wires.thaw(host);
    }

    /// Removes all faults.
    pub(crate) fn heal(&self) {
        self.0.script().clear();
    }

    /// The calls of a method at a host so far.
    pub(crate) fn calls(&self, host: &str, method: &str) -> Vec<Call> {
        let script = self.0.script();
        let calls = script.calls.iter();
        calls
            .filter(|call| call.server == host && call.method == method)
            .cloned()
            .collect()
    }

    /// How many calls of a method a host has received.
    pub(crate) fn count(&self, host: &str, method: &str) -> usize {
        self.calls(host, method).len()
    }

    /// How many calls all hosts have received.
    pub(crate) fn calls_of_all(&self) -> usize {
        self.0.script().calls.len()
    }

    /// How many calls of scans a host has received, closes left out.
    pub(crate) fn scan_calls(&self, host: &str) -> usize {
        self.count(host, "Scan") + self.count(host, "Next")
    }

    /// How many regions were looked up in `hbase:meta`, wherever that was.
    pub(crate) fn lookups(&self) -> usize {
        let script = self.0.script();
        script
            .calls
            .iter()
            .filter(|call| call.method == "Locate")
            .count()
    }

    /// Cuts the connections of a host, which takes new ones.
    pub(crate) fn cut(&self, host: &str) {
        self.0.wires.cut(host);
    }

    /// Kills a host: it takes no connections.
    pub(crate) fn kill(&self, host: &str) {
        self.refuse(host, io::ErrorKind::ConnectionRefused);
        self.0.wires.cut(host);
    }

    /// Makes further connections to a host fail.
    pub(crate) fn refuse(&self, host: &str, error: io::ErrorKind) {
        self.0.wires.refuse(host, error);
    }

    /// Starts a host that was killed.
    pub(crate) fn revive(&self, host: &str) {
        self.0.wires.accept(host);
    }

    /// Makes a host take this long for each further connection.
    pub(crate) fn delay_connections(&self, host: &str, delay: Duration) {
        self.0.wires.delay(host, delay);
    }

    /// Makes a name refer to another host.
    pub(crate) fn rename(&self, name: &str, host: &str) {
        self.0.wires.rename(name, host);
    }

    /// How many connections to a host were tried.
    pub(crate) fn connections(&self, host: &str) -> usize {
        self.0.wires.made(host)
    }

    /// How many connections to a host are open.
    pub(crate) fn open(&self, host: &str) -> usize {
        self.0.wires.open(host)
    }

    /// Bytes that servers send after the preamble, in place of all else.
    pub(crate) fn greet(&self, bytes: Bytes) {
        self.state().greeting = Some(bytes);
    }

    /// An exception as a server sends it before it closes a connection.
    pub(crate) fn fatal(thrown: Thrown) -> Bytes {
        exception(u32::MAX, thrown.into())
    }

    /// Stores a row with these cells, all in the family `f`.
    pub(crate) fn store(&self, row: &str, qualifiers: &[&str]) {
        let mut block = CellBlock::new();
        for qualifier in qualifiers {
            block
                .push(put(row.as_bytes(), qualifier.as_bytes(), b"v"))
                .expect("a small cell");
        }
        self.state()
            .rows
            .insert(row.as_bytes().to_vec(), block.take());
    }

    /// The keys of all rows.
    pub(crate) fn keys(&self) -> Vec<String> {
        let state = self.state();
        let keys = state.rows.keys();
        keys.map(|key| String::from_utf8_lossy(key).into_owned())
            .collect()
    }

    /// How many increments were carried out.
    pub(crate) fn increments(&self) -> usize {
        self.state().increments
    }

    /// Rejects all but the first actions of each region action, as if the result was too large.
    pub(crate) fn carry_out_at_most(&self, actions: usize) {
        self.state().most_actions = actions;
    }

    /// Rows of a response to a scan, at most.
    pub(crate) fn page(&self, rows: usize) {
        self.state().page = rows;
    }

    /// Cells at which rows are cut.
    pub(crate) fn cut_rows(&self, cells: usize) {
        self.state().cut = cells;
    }

    /// Sends no flags of partial results.
    pub(crate) fn without_flags(&self) {
        self.state().flags = false;
    }

    /// Sends this many heartbeats before the rows of each scan.
    pub(crate) fn heartbeats(&self, count: usize) {
        self.state().heartbeats = count;
    }

    /// Sends a heartbeat at each of these rows, before the rows of each request.
    pub(crate) fn pass(&self, rows: &[&str]) {
        self.state().passed = rows.iter().map(|row| row.as_bytes().to_vec()).collect();
    }

    /// Sends the end of a region in a separate response, after the rows.
    pub(crate) fn keep_open(&self) {
        self.state().keeps_open = true;
    }

    /// Sets how long scanners are kept without a call.
    pub(crate) fn lease(&self, lease: Duration) {
        self.state().lease = lease;
    }

    /// How many scanners are open.
    pub(crate) fn scanners(&self) -> usize {
        self.state().scanners.len()
    }

    /// Ends the leases of all scanners.
    pub(crate) fn expire_scanners(&self) {
        self.state().scanners.clear();
    }
}

/// A cell of the family `f`.
pub(super) fn put<'a>(row: &'a [u8], qualifier: &'a [u8], value: &'a [u8]) -> CellRef<'a> {
    let (family, timestamp, kind) = (b"f", 1, CellKind::Put);
    CellRef {
        row,
        family,
        qualifier,
        timestamp,
        kind,
        value,
    }
}

impl State {
    fn add(&mut self, start: &[u8], end: &[u8], host: &str) {
        self.regions
            .push(Region::new(self.next_id, start, end, host));
        self.next_id += 1;
    }
}
