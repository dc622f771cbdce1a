//! A scripted gateway on loopback: it speaks Thrift with the crate `thrift`'s own protocols, and keeps rows
//! for gets and scans.

mod reply;
mod rows;
mod strangers;

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use hbase_schema_thrift::{Gateway, Options, Thrift};
use thrift::protocol::{TBinaryInputProtocol, TInputProtocol, TMessageIdentifier};

use self::reply::{Args, reply};
use self::rows::Shared;
pub(crate) use self::strangers::{Deaf, stranger};

/// How the gateway responds to a call.
#[derive(Clone, Debug)]
pub(crate) enum Act {
    /// Answers it.
    Answer,
    /// Answers it later.
    AnswerAfter(Duration),
    /// Closes the connection without a response.
    Close,
    /// Answers, then closes.
    AnswerAndClose,
    /// Closes in the middle of the response.
    CloseMidway,
    /// Never responds.
    Silence,
    /// Sends these bytes and closes.
    Bytes(Vec<u8>),
    /// Throws an `IOError` of this text.
    Throw(&'static str),
    /// Answers `false`.
    AnswerNo,
    /// Forgets all scanners, as after a restart, then responds.
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

    /// A gateway that responds to every call.
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

/// Responds to a call; returns `false` if the connection has to be closed.
fn carry_out(
    shared: &Shared,
    act: &Act,
    header: &TMessageIdentifier,
    args: Args,
    stream: &mut (impl Read + Write),
) -> thrift::Result<bool> {
    // A call without a response has no effect.
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
