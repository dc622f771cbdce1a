//! The stages of an import that run ahead of the writes: reading and encoding, each on a thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use tokio::runtime::Handle;
use tokio::sync::mpsc::{Receiver, Sender, channel};

use super::encode::{Batch, Encoder};
use crate::error::{ImportError, Result};
use crate::source::{Chunk, Source, SourceIdentity};

/// Maximum chunks or batches that wait between two stages: a bound on memory.
const WAITING: usize = 2;

/// Batches in order, as the threads make them.
pub(crate) struct Batches {
    receiver: Receiver<Result<Batch>>,
    progress: Arc<AtomicU64>,
}

impl Batches {
    /// Starts the threads. They end with the source, or when this is dropped.
    ///
    /// # Errors
    /// The operating system has no threads left.
    pub(crate) fn start(mut source: Box<dyn Source>, encoder: Encoder) -> Result<Self> {
        let progress = Arc::new(AtomicU64::new(source.progress()));
        let (chunks, chunks_in) = channel(WAITING);
        let (used, mut used_out) = channel(WAITING + 1);
        let (batches, receiver) = channel(WAITING);
        let runtime = Handle::current();
        let seen = Arc::clone(&progress);
        let before = source.identity().ok();
        spawn("reader", move || {
            loop {
                // An encoded chunk is refilled.
                let mut chunk: Chunk = used_out.try_recv().unwrap_or_default();
                chunk.clear();
                let read = runtime.block_on(source.read(&mut chunk));
                let read = read.and_then(|()| {
                    if chunk.is_empty() {
                        return check_unchanged(&*source, before.as_ref());
                    }
                    Ok(())
                });
                seen.store(source.progress(), Ordering::Relaxed);
                let ends = read.is_err() || chunk.is_empty();
                if chunks.blocking_send(read.map(|()| chunk)).is_err() || ends {
                    return;
                }
            }
        })?;
        spawn("encoder", move || {
            encode_all(encoder, chunks_in, &used, &batches);
        })?;
        Ok(Self { receiver, progress })
    }

    /// The next batch; no call follows the last one.
    pub(crate) async fn next(&mut self) -> Result<Batch> {
        match self.receiver.recv().await {
            Some(batch) => batch,
            None => Err(ImportError::Ended {
                stage: "encoding",
                why: "its thread stopped".to_owned(),
            }),
        }
    }

    /// The amount of the source read so far.
    pub(crate) fn read(&self) -> u64 {
        self.progress.load(Ordering::Relaxed)
    }
}

/// Checks that a file that has been read to its end has not changed since it was opened.
fn check_unchanged(source: &dyn Source, before: Option<&SourceIdentity>) -> Result<()> {
    let after = source.identity().ok();
    match (before, after) {
        (Some(before), Some(after)) if *before != after => {
            let what = format!(
                "it was changed while it was read: found {}, expected {}: import a file that no program writes",
                after.fingerprint, before.fingerprint
            );
            Err(ImportError::source(source.name(), None, what))
        }
        _ => Ok(()),
    }
}

fn encode_all(
    mut encoder: Encoder,
    mut chunks: Receiver<Result<Chunk>>,
    used: &Sender<Chunk>,
    batches: &Sender<Result<Batch>>,
) {
    let mut send = |batch: Batch| batches.blocking_send(Ok(batch)).is_ok();
    // Without an end the source is not complete: the receiver reports it.
    while let Some(received) = chunks.blocking_recv() {
        let step = received.and_then(|chunk| {
            if chunk.is_empty() {
                return Ok(None);
            }
            let goes_on = encoder.encode(&chunk, &mut send)?;
            Ok(Some((chunk, goes_on)))
        });
        match step {
            // The reader may have ended.
            Ok(Some((chunk, true))) => drop(used.try_send(chunk)),
            Ok(Some((_, false))) => return,
            Ok(None) => {
                send(encoder.finish());
                return;
            }
            Err(error) => {
                // If this fails, the receiver has gone.
                let _ = batches.blocking_send(Err(error));
                return;
            }
        }
    }
}

fn spawn(name: &'static str, run: impl FnOnce() + Send + 'static) -> Result<()> {
    let spawned = thread::Builder::new().name(name.to_owned()).spawn(run);
    spawned.map(drop).map_err(|error| ImportError::Ended {
        stage: name,
        why: error.to_string(),
    })
}
