//! A scripted gateway on loopback: it speaks Thrift with the crate `thrift`'s own protocols, and keeps rows
//! for gets and scans.

use std::collections::{BTreeMap, HashMap};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use hbase_schema_thrift::{Gateway, Options, Thrift};
use hbase_thrift::hbase::{IOError, IllegalArgument, TCell, TColumn, TRowResult, TScan};
use thrift::protocol::{
    TBinaryInputProtocol, TBinaryOutputProtocol, TFieldIdentifier, TInputProtocol, TListIdentifier,
    TMessageIdentifier, TMessageType, TOutputProtocol, TStructIdentifier, TType,
};

/// How the gateway responds to a call.
#[derive(Clone, Debug)]
pub(crate) enum Act {
    /// Answers it.
    Answer,
    /// Answers it later.
    AnswerAfter(Duration),
    /// Closes the connection without an answer.
    Close,
    /// Answers, then closes.
    AnswerAndClose,
    /// Closes in the middle of the answer.
    CloseMidway,
    /// Never answers.
    Silence,
    /// Sends these bytes and closes.
    Bytes(Vec<u8>),
    /// Throws an `IOError` of this text.
    Throw(&'static str),
    /// Answers `false`.
    AnswerNo,
    /// Forgets all scanners, as after a restart, then answers.
    ForgetScanners,
}

/// A call that was received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seen {
    /// Counted from 0.
    pub(crate) connection: usize,
    pub(crate) call: String,
}

type Script = dyn Fn(usize, &str) -> Act + Send + Sync;

#[derive(Default)]
struct Shared {
    seen: Mutex<Vec<Seen>>,
    /// The columns of each row.
    rows: Mutex<BTreeMap<Vec<u8>, Vec<Vec<u8>>>>,
    scanners: Mutex<HashMap<i32, Vec<TRowResult>>>,
    next_scanner: AtomicUsize,
    open: AtomicUsize,
    most_open: AtomicUsize,
}

/// A gateway. Its threads end with their connections, and with the process.
pub(crate) struct Fake {
    shared: Arc<Shared>,
    pub(crate) gateway: Gateway,
}

impl Fake {
    /// `script` maps each call, by its number from 0 and its name, to the response.
    pub(crate) fn start(script: impl Fn(usize, &str) -> Act + Send + Sync + 'static) -> Self {
        Self::start_on(TcpListener::bind("127.0.0.1:0").expect("a port"), script)
    }

    /// The same on a listener.
    pub(crate) fn start_on(
        listener: TcpListener,
        script: impl Fn(usize, &str) -> Act + Send + Sync + 'static,
    ) -> Self {
        let port = listener.local_addr().expect("an address").port();
        let shared = Arc::new(Shared::default());
        let script: Arc<Script> = Arc::new(script);
        let in_thread = Arc::clone(&shared);
        std::thread::spawn(move || {
            for (number, stream) in listener.incoming().flatten().enumerate() {
                let (shared, script) = (Arc::clone(&in_thread), Arc::clone(&script));
                std::thread::spawn(move || {
                    let open = shared.open.fetch_add(1, Ordering::SeqCst) + 1;
                    shared.most_open.fetch_max(open, Ordering::SeqCst);
                    let _ = serve(&shared, &*script, number, &stream);
                    shared.open.fetch_sub(1, Ordering::SeqCst);
                });
            }
        });
        Self {
            shared,
            gateway: Gateway::new("127.0.0.1", port),
        }
    }

    /// One that answers everything.
    pub(crate) fn well() -> Self {
        Self::start(|_, _| Act::Answer)
    }

    /// Adds rows, each with these columns.
    pub(crate) fn with_rows(
        self,
        rows: impl IntoIterator<Item = String>,
        columns: &[&str],
    ) -> Self {
        let columns: Vec<_> = columns.iter().map(|c| c.as_bytes().to_vec()).collect();
        let rows = rows
            .into_iter()
            .map(|row| (row.into_bytes(), columns.clone()));
        self.shared.rows.lock().unwrap().extend(rows);
        self
    }

    pub(crate) fn client(&self, options: &Options) -> Thrift {
        Thrift::new([self.gateway.clone()], options).expect("a gateway")
    }

    /// The calls received, in order.
    pub(crate) fn seen(&self) -> Vec<Seen> {
        self.shared.seen.lock().unwrap().clone()
    }

    /// Number of calls of a name.
    pub(crate) fn count(&self, call: &str) -> usize {
        self.seen().iter().filter(|seen| seen.call == call).count()
    }

    /// The connection of each call.
    pub(crate) fn connections(&self) -> Vec<usize> {
        self.seen().iter().map(|seen| seen.connection).collect()
    }

    /// Maximum number of connections open at once.
    pub(crate) fn most_open(&self) -> usize {
        self.shared.most_open.load(Ordering::SeqCst)
    }
}

/// A server that is no gateway: it sends these bytes once it has read some, then nothing.
pub(crate) fn stranger(bytes: &'static [u8]) -> Gateway {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let _ = stream.read(&mut [0; 4096]);
            let _ = stream.write_all(bytes);
            std::thread::spawn(move || while stream.read(&mut [0; 4096]).is_ok_and(|n| n > 0) {});
        }
    });
    Gateway::new("127.0.0.1", port)
}

/// A listener that neither accepts nor refuses connections: its queue is full.
pub(crate) struct Deaf {
    pub(crate) gateway: Gateway,
    _queue: (socket2::Socket, Vec<TcpStream>),
}

impl Deaf {
    pub(crate) fn start() -> Self {
        let listener = socket2::Socket::new(socket2::Domain::IPV4, socket2::Type::STREAM, None);
        let listener = listener.expect("a socket");
        let any = SocketAddr::from(([127, 0, 0, 1], 0));
        listener.bind(&any.into()).expect("a port");
        listener.listen(0).expect("a queue");
        let address = listener.local_addr().expect("an address").as_socket();
        let address = address.expect("an IPv4 address");
        let mut queue = Vec::new();
        while let Ok(stream) = TcpStream::connect_timeout(&address, Duration::from_millis(200)) {
            queue.push(stream);
        }
        Self {
            gateway: Gateway::new("127.0.0.1", address.port()),
            _queue: (listener, queue),
        }
    }
}

fn serve(
    shared: &Shared,
    script: &Script,
    connection: usize,
    stream: &TcpStream,
) -> thrift::Result<()> {
    let mut input = TBinaryInputProtocol::new(stream, true);
    loop {
        let header = input.read_message_begin()?;
        let number = shared.note(connection, &header.name);
        let act = script(number, &header.name);
        let args = Args::read(&mut input)?;
        if !carry_out(shared, &act, &header, args, &mut &*stream)? {
            return Ok(());
        }
    }
}

/// Responds to a call; `false` where the connection is to be closed.
fn carry_out(
    shared: &Shared,
    act: &Act,
    header: &TMessageIdentifier,
    args: Args,
    stream: &mut (impl Read + Write),
) -> thrift::Result<bool> {
    // What is not answered has no effect.
    match act {
        Act::Close => return Ok(false),
        Act::Silence => {
            let _ = stream.read(&mut [0])?;
            return Ok(false);
        }
        Act::Bytes(bytes) => {
            stream.write_all(bytes)?;
            return Ok(false);
        }
        Act::ForgetScanners => shared.scanners.lock().unwrap().clear(),
        _ => {}
    }
    let bytes = reply(shared, act, header, args)?;
    if let Act::AnswerAfter(pause) = act {
        std::thread::sleep(*pause);
    }
    let sent = match act {
        Act::CloseMidway => bytes.len() / 2,
        _ => bytes.len(),
    };
    stream.write_all(&bytes[..sent])?;
    Ok(!matches!(act, Act::AnswerAndClose | Act::CloseMidway))
}

/// The arguments that matter here.
#[derive(Default)]
struct Args {
    numbers: Vec<i32>,
    scan: Option<TScan>,
}

impl Args {
    fn read(input: &mut dyn TInputProtocol) -> thrift::Result<Self> {
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

fn reply(
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

fn row(key: &[u8], columns: &[Vec<u8>]) -> TRowResult {
    let cell = TCell {
        value: Some(b"v".to_vec()),
        timestamp: Some(1),
    };
    let columns = columns.iter().map(|column| TColumn {
        column_name: Some(column.clone()),
        cell: Some(cell.clone()),
    });
    TRowResult {
        row: Some(key.to_vec()),
        columns: None,
        sorted_columns: Some(columns.collect()),
    }
}

impl Shared {
    /// Notes a call; its number.
    fn note(&self, connection: usize, call: &str) -> usize {
        let mut seen = self.seen.lock().unwrap();
        seen.push(Seen {
            connection,
            call: call.to_owned(),
        });
        seen.len() - 1
    }

    fn all_rows(&self) -> Vec<TRowResult> {
        let rows = self.rows.lock().unwrap();
        rows.iter()
            .map(|(key, columns)| row(key, columns))
            .collect()
    }

    fn open_scanner(&self, scan: &TScan) -> i32 {
        let (start, stop) = (scan.start_row.clone(), scan.stop_row.clone());
        let reversed = scan.reversed == Some(true);
        let is_in = |key: &[u8]| {
            let (start, stop) = (start.as_deref(), stop.as_deref());
            if reversed {
                start.is_none_or(|start| key <= start) && stop.is_none_or(|stop| key > stop)
            } else {
                start.is_none_or(|start| key >= start) && stop.is_none_or(|stop| key < stop)
            }
        };
        let mut found = Vec::new();
        for (key, columns) in self
            .rows
            .lock()
            .unwrap()
            .iter()
            .filter(|(key, _)| is_in(key))
        {
            let batch = scan
                .batch_size
                .map_or(usize::MAX, |size| size.try_into().unwrap());
            let partial_rows = columns.chunks(batch).map(|columns| row(key, columns));
            found.push(partial_rows.collect::<Vec<_>>());
        }
        if !reversed {
            found.reverse();
        }
        // The next row is the last one.
        let found = found.into_iter().flat_map(|mut partial_rows| {
            partial_rows.reverse();
            partial_rows
        });
        let id = i32::try_from(self.next_scanner.fetch_add(1, Ordering::SeqCst)).unwrap();
        self.scanners.lock().unwrap().insert(id, found.collect());
        id
    }

    fn take_rows(&self, id: i32, count: i32) -> Option<Vec<TRowResult>> {
        let mut scanners = self.scanners.lock().unwrap();
        let left = scanners.get_mut(&id)?;
        let keep = left.len().saturating_sub(count.try_into().unwrap());
        let mut taken = left.split_off(keep);
        taken.reverse();
        Some(taken)
    }
}
