//! The process behind the oracle: requests go in, answers come out, each with its number.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use hbase_model::{Deadline, Error, Result};
use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot};

use crate::place::{Place, Problem};

/// Requests that wait to be written, at most; whoever has another one waits.
const WAITING: usize = 1024;

/// What the process answered: a value, or the class and message of what was thrown.
#[derive(Debug)]
pub(super) enum Answer {
    Done(Value),
    Failed { class: String, message: String },
}

/// A request that is on its way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Call {
    /// What the process knows it as.
    pub(super) op: &'static str,
    /// What a message says is being done.
    pub(super) doing: &'static str,
    pub(super) deadline: Deadline,
}

/// The process, killed when this is dropped. It also ends by itself when its input does.
#[derive(Debug)]
pub(super) struct Process {
    child: Mutex<Child>,
    requests: mpsc::Sender<String>,
    pending: Arc<Mutex<Pending>>,
    next: AtomicU64,
}

/// Who waits for which answer; nobody may wait any more once there will be none.
#[derive(Debug, Default)]
struct Pending {
    waiting: HashMap<u64, oneshot::Sender<Answer>>,
    is_over: bool,
}

impl Process {
    /// Starts the process, whose log goes to the cluster's folder.
    pub(super) fn start(place: &Place) -> Result<Self, Problem> {
        let log = place
            .directory()
            .join(format!("oracle-{}.log", std::process::id()));
        let mut child = place
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

    /// Asks and waits for the answer until the deadline.
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

    /// Asks and does not care for the answer.
    pub(super) fn tell(&self, op: &str, request: Value) {
        if let Ok((_, line)) = self.prepare(op, request) {
            // With this many requests under way the process is about to be given up anyway.
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

/// Forgets the request when nobody waits any more.
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
        why: "the oracle's process has ended: its log is in the cluster's folder".into(),
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
            // Nobody may wait for it any more.
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
