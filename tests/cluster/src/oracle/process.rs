//! The oracle's process: requests on standard input, responses on standard output, matched by number.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use hbase_backend::{Deadline, Error, Result};
use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot};

use crate::cluster::{Cluster, ClusterError};

/// Maximum number of requests that wait to be written.
const WAITING: usize = 1024;

/// A response: a value, or the class and message of an exception.
#[derive(Debug)]
pub(super) enum Answer {
    Done(Value),
    Failed { class: String, message: String },
}

/// The operation of a request.
#[derive(Clone, Copy, Debug)]
pub(super) struct Call {
    /// The operation's name in the process.
    pub(super) op: &'static str,
    /// For errors: "reading a row".
    pub(super) doing: &'static str,
    pub(super) deadline: Deadline,
}

/// The process. It is killed on drop, and ends by itself with its input.
#[derive(Debug)]
pub(super) struct Process {
    child: Mutex<Child>,
    requests: mpsc::Sender<String>,
    pending: Arc<Mutex<Pending>>,
    next: AtomicU64,
}

/// The receivers of responses, by number; none is added once the process has ended.
#[derive(Debug, Default)]
struct Pending {
    waiting: HashMap<u64, oneshot::Sender<Answer>>,
    is_over: bool,
}

impl Process {
    /// Starts the process, whose log goes to the cluster's directory.
    pub(super) fn start(cluster: &Cluster) -> Result<Self, ClusterError> {
        let log = cluster
            .directory()
            .join(format!("oracle-{}.log", std::process::id()));
        let mut child = cluster
            .script(&["oracle"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(File::create(log)?)
            .spawn()?;
        let (requests, waiting) = mpsc::channel(WAITING);
        let pending = Arc::default();
        if let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) {
            let pending = Arc::clone(&pending);
            thread::spawn(move || write_requests(input, waiting));
            thread::spawn(move || read_answers(output, &pending));
        }
        Ok(Self {
            child: Mutex::new(child),
            requests,
            pending,
            next: AtomicU64::new(1),
        })
    }

    /// Sends a request and waits for its response until the deadline.
    pub(super) async fn ask(&self, call: Call, request: Value) -> Result<Answer> {
        let over = Error::DeadlineExceeded { doing: call.doing };
        if call.deadline.is_over() {
            return Err(over);
        }
        let asking = self.send(call.op, request);
        match tokio::time::timeout_at(call.deadline.instant().into(), asking).await {
            Ok(answer) => answer,
            Err(_) => Err(over),
        }
    }

    async fn send(&self, op: &str, request: Value) -> Result<Answer> {
        let (waiting, line) = self.prepare(op, request)?;
        if self.requests.send(line).await.is_err() {
            return Err(closed());
        }
        waiting.answer().await
    }

    /// Sends a request without waiting for its response.
    pub(super) fn send_only(&self, op: &str, request: Value) {
        if let Ok((_, line)) = self.prepare(op, request) {
            // If the queue is full, the request is dropped: the process closes its scans when it ends.
            let _ = self.requests.try_send(line);
        }
    }

    fn prepare(&self, op: &str, mut request: Value) -> Result<(Waiting<'_>, String)> {
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        request["id"] = json!(id);
        request["op"] = json!(op);
        let (sender, receiver) = oneshot::channel();
        let mut pending = lock(&self.pending);
        if pending.is_over {
            return Err(closed());
        }
        pending.waiting.insert(id, sender);
        let waiting = Waiting {
            pending: &self.pending,
            id,
            receiver: Some(receiver),
        };
        Ok((waiting, format!("{request}\n")))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let child = self.child.get_mut().unwrap_or_else(PoisonError::into_inner);
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// Removes the request on drop.
struct Waiting<'a> {
    pending: &'a Mutex<Pending>,
    id: u64,
    receiver: Option<oneshot::Receiver<Answer>>,
}

impl Waiting<'_> {
    async fn answer(mut self) -> Result<Answer> {
        match self.receiver.take() {
            Some(receiver) => receiver.await.map_err(|_| closed()),
            None => Err(closed()),
        }
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        lock(self.pending).waiting.remove(&self.id);
    }
}

fn lock(pending: &Mutex<Pending>) -> MutexGuard<'_, Pending> {
    pending.lock().unwrap_or_else(PoisonError::into_inner)
}

fn closed() -> Error {
    Error::Closed {
        why: "the oracle's process has ended: its log is in the cluster's directory".into(),
    }
}

fn write_requests(mut input: ChildStdin, mut requests: mpsc::Receiver<String>) {
    while let Some(line) = requests.blocking_recv() {
        if input.write_all(line.as_bytes()).is_err() || input.flush().is_err() {
            return;
        }
    }
}

fn read_answers(output: ChildStdout, pending: &Mutex<Pending>) {
    for line in BufReader::new(output).lines() {
        let Ok(line) = line else { break };
        let Some((id, answer)) = parse(&line) else {
            continue;
        };
        if let Some(waiting) = lock(pending).waiting.remove(&id) {
            // The receiver may be gone.
            let _ = waiting.send(answer);
        }
    }
    let mut pending = lock(pending);
    pending.is_over = true;
    pending.waiting.clear();
}

fn parse(line: &str) -> Option<(u64, Answer)> {
    let mut answer: Value = serde_json::from_str(line).ok()?;
    let id = answer.get("id")?.as_u64()?;
    let Some(error) = answer.get("error") else {
        return Some((id, Answer::Done(answer["ok"].take())));
    };
    let text = |name: &str| error[name].as_str().unwrap_or_default().to_owned();
    Some((
        id,
        Answer::Failed {
            class: text("class"),
            message: text("message"),
        },
    ))
}
