//! A gateway on loopback that does what a test says: it speaks Thrift with the crate's own
//! protocols, and keeps rows of its own for scans.

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

/// What the gateway does with a call.
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
    /// Answers a question with "no".
    AnswerNo,
    /// Forgets all scanners, as one that was restarted, then answers.
    ForgetScanners,
}

/// A call that has come.
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
    /// Columns of rows.
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
    /// `script` says what is done with each call, by its number from 0 and its name.
    pub(crate) fn start(script: impl Fn(usize, &str) -> Act + Send + Sync + 'static) -> Self {
        Self::start_on(TcpListener::bind("127.0.0.1:0").expect("a port"), script)
    }

    /// The same, where something listens already.
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

    /// Its rows, each with these columns.
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

    /// The calls that have come, in order.
    pub(crate) fn seen(&self) -> Vec<Seen> {
        self.shared.seen.lock().unwrap().clone()
    }

    /// How many calls of a name have come.
    pub(crate) fn count(&self, call: &str) -> usize {
        self.seen().iter().filter(|seen| seen.call == call).count()
    }

    /// On which connection each call came.
    pub(crate) fn connections(&self) -> Vec<usize> {
        self.seen().iter().map(|seen| seen.connection).collect()
    }

    /// The most connections that were open at one time.
    pub(crate) fn most_open(&self) -> usize {
        self.shared.most_open.load(Ordering::SeqCst)
    }
}

/// Something that is no such gateway: it sends these bytes once it has read some, and is silent then.
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

/// A machine that takes no connection and refuses none: its queue is full.
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
        let head = input.read_message_begin()?;
        let number = {
            let mut seen = shared.seen.lock().unwrap();
            seen.push(Seen {
                connection,
                call: head.name.clone(),
            });
            seen.len() - 1
        };
        let act = script(number, &head.name);
        if matches!(act, Act::ForgetScanners) {
            shared.scanners.lock().unwrap().clear();
        }
        let thrown = match &act {
            Act::Throw(text) => Some(*text),
            _ => None,
        };
        let args = Args::read(&mut input)?;
        let bytes = match act {
            // What is not answered has no effect.
            Act::Close | Act::Silence | Act::Bytes(_) => Vec::new(),
            _ => {
                let yes = !matches!(act, Act::AnswerNo);
                answer(shared, &head, args, thrown, yes)?
            }
        };
        match act {
            Act::Close => return Ok(()),
            Act::Silence => {
                let _ = (&mut &*stream).read(&mut [0])?;
                return Ok(());
            }
            Act::Bytes(bytes) => {
                (&mut &*stream).write_all(&bytes)?;
                return Ok(());
            }
            Act::CloseMidway => {
                (&mut &*stream).write_all(&bytes[..bytes.len() / 2])?;
                return Ok(());
            }
            Act::AnswerAfter(pause) => std::thread::sleep(pause),
            _ => {}
        }
        (&mut &*stream).write_all(&bytes)?;
        if matches!(act, Act::AnswerAndClose) {
            return Ok(());
        }
    }
}

/// Arguments, as far as they are of use.
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

fn answer(
    shared: &Shared,
    head: &TMessageIdentifier,
    args: Args,
    thrown: Option<&str>,
    yes: bool,
) -> thrift::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut out = TBinaryOutputProtocol::new(&mut bytes, true);
    let reply = TMessageIdentifier::new(&*head.name, TMessageType::Reply, head.sequence_number);
    out.write_message_begin(&reply)?;
    out.write_struct_begin(&TStructIdentifier::new("result"))?;
    match (thrown, head.name.as_str()) {
        (Some(text), _) => {
            field(&mut out, TType::Struct, 1)?;
            let message = Some(text.to_owned());
            let can_retry = Some(true);
            IOError { message, can_retry }.write_to_out_protocol(&mut out)?;
        }
        (None, "getTableNames") => {
            field(&mut out, TType::List, 0)?;
            out.write_list_begin(&TListIdentifier::new(TType::String, 1))?;
            out.write_bytes(b"t")?;
            out.write_list_end()?;
        }
        (None, "isTableEnabled" | "checkAndPut") => {
            field(&mut out, TType::Bool, 0)?;
            out.write_bool(yes)?;
        }
        (None, "getThriftServerType") => {
            field(&mut out, TType::I32, 0)?;
            out.write_i32(1)?;
        }
        (None, "getClusterId") => {
            field(&mut out, TType::String, 0)?;
            out.write_bytes(b"c-1")?;
        }
        (None, "atomicIncrement") => {
            field(&mut out, TType::I64, 0)?;
            out.write_i64(1)?;
        }
        (None, "getRowWithColumnsTs" | "getRowsWithColumnsTs") => {
            let rows = shared.rows.lock().unwrap();
            let rows: Vec<_> = rows
                .iter()
                .map(|(key, columns)| row(key, columns))
                .collect();
            row_list(&mut out, &rows)?;
        }
        (None, "scannerOpenWithScan") => {
            let id = shared.open_scanner(&args.scan.unwrap_or_default());
            field(&mut out, TType::I32, 0)?;
            out.write_i32(id)?;
        }
        (None, "scannerGetList") => {
            let rows = shared.take_rows(args.numbers[0], args.numbers[1]);
            if let Some(rows) = rows {
                row_list(&mut out, &rows)?;
            } else {
                field(&mut out, TType::Struct, 2)?;
                let message = Some("scanner ID is invalid".to_owned());
                IllegalArgument { message }.write_to_out_protocol(&mut out)?;
            }
        }
        _ => {}
    }
    out.write_field_stop()?;
    out.write_struct_end()?;
    out.write_message_end()?;
    Ok(bytes)
}

fn field(out: &mut dyn TOutputProtocol, kind: TType, id: i16) -> thrift::Result<()> {
    out.write_field_begin(&TFieldIdentifier::new("", kind, id))
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
            let piece = scan
                .batch_size
                .map_or(usize::MAX, |size| size.try_into().unwrap());
            let pieces: Vec<_> = columns.chunks(piece).map(|piece| row(key, piece)).collect();
            found.push(pieces);
        }
        if !reversed {
            found.reverse();
        }
        // What comes next stands last.
        let found = found.into_iter().flat_map(|mut pieces| {
            pieces.reverse();
            pieces
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
