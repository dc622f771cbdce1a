//! Fault injection: a proxy on loopback that cuts or stalls connections.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use std::{io, mem};

/// How often a thread checks for changes.
const TICK: Duration = Duration::from_millis(20);

/// The treatment of connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// They pass.
    Pass,
    /// Open connections are cut; a new one is cut once it has passed a random number of bytes in a random
    /// direction.
    Cut {
        /// Exclusive maximum of the bytes that pass.
        below: u64,
    },
    /// Bytes are held until the mode changes; connections stay open.
    Stall,
}

/// A proxy on loopback. Its random numbers depend only on its seed and the order of connections. All
/// connections end with it.
#[derive(Debug)]
pub struct Proxy {
    address: SocketAddr,
    shared: Arc<Shared>,
    listener: Option<JoinHandle<()>>,
}

#[derive(Debug)]
struct Shared {
    upstream: String,
    mode: Mutex<Mode>,
    dice: Mutex<fastrand::Rng>,
    stopped: AtomicBool,
    /// How often all open connections were cut.
    swept: AtomicU64,
    cuts: AtomicU64,
    pipes: Mutex<Vec<JoinHandle<()>>>,
}

impl Proxy {
    /// Starts a proxy of `host:port`, through which connections pass at first.
    ///
    /// # Errors
    /// If no port is free.
    pub fn start(upstream: &str, seed: u64) -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared {
            upstream: upstream.to_owned(),
            mode: Mutex::new(Mode::Pass),
            dice: Mutex::new(fastrand::Rng::with_seed(seed)),
            stopped: AtomicBool::new(false),
            swept: AtomicU64::new(0),
            cuts: AtomicU64::new(0),
            pipes: Mutex::default(),
        });
        let of_thread = Arc::clone(&shared);
        Ok(Self {
            address,
            shared,
            listener: Some(thread::spawn(move || of_thread.listen(&listener))),
        })
    }

    /// The proxy's `host:port`.
    pub fn address(&self) -> String {
        self.address.to_string()
    }

    /// Changes the mode. Cuts that are already determined still happen.
    pub fn set(&self, mode: Mode) {
        *lock(&self.shared.mode) = mode;
        if let Mode::Cut { .. } = mode {
            self.shared.swept.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Number of connections cut so far.
    pub fn cuts(&self) -> u64 {
        self.shared.cuts.load(Ordering::Relaxed)
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.shared.stopped.store(true, Ordering::Relaxed);
        let pipes = mem::take(&mut *lock(&self.shared.pipes));
        for thread in self.listener.take().into_iter().chain(pipes) {
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn listen(self: &Arc<Self>, listener: &TcpListener) {
        while !self.stopped.load(Ordering::Relaxed) {
            match listener.accept() {
                Ok((client, _)) => {
                    // Without a server, the connection is closed at once.
                    let _ = self.join(&client);
                }
                Err(_) => thread::sleep(TICK),
            }
        }
    }

    fn join(self: &Arc<Self>, client: &TcpStream) -> io::Result<()> {
        let server = TcpStream::connect(&self.upstream)?;
        let (up, down) = self.draw();
        let pairs = [(client, &server, up), (&server, client, down)];
        for (from, to, left) in pairs {
            from.set_nonblocking(false)?;
            from.set_read_timeout(Some(TICK))?;
            from.set_nodelay(true)?;
            let (shared, from, to) = (Arc::clone(self), from.try_clone()?, to.try_clone()?);
            let pipe = thread::spawn(move || shared.pipe(from, to, left));
            let mut pipes = lock(&self.pipes);
            pipes.retain(|pipe| !pipe.is_finished());
            pipes.push(pipe);
        }
        Ok(())
    }

    /// The numbers of bytes, up and down, after which the connection is cut.
    fn draw(&self) -> (Option<u64>, Option<u64>) {
        let Mode::Cut { below } = *lock(&self.mode) else {
            return (None, None);
        };
        let mut dice = lock(&self.dice);
        // As many short ones as long ones, because most calls are short.
        let below = dice.u64(1..=below.max(1));
        let at = Some(dice.u64(..below));
        if dice.bool() { (at, None) } else { (None, at) }
    }

    fn pipe(&self, mut from: TcpStream, mut to: TcpStream, mut left: Option<u64>) {
        let mut buffer = [0; 8192];
        let swept = self.swept.load(Ordering::Relaxed);
        while !self.stopped.load(Ordering::Relaxed) && self.swept.load(Ordering::Relaxed) == swept {
            let read = match from.read(&mut buffer) {
                Ok(0) => break,
                Ok(read) => read,
                Err(error) if waits(&error) => continue,
                Err(_) => break,
            };
            self.hold();
            let passing = left.map_or(read, |left| read.min(usize::try_from(left).unwrap_or(read)));
            if to
                .write_all(buffer.get(..passing).unwrap_or_default())
                .is_err()
            {
                break;
            }
            if let Some(left) = &mut left {
                *left -= passing as u64;
                if passing < read || *left == 0 {
                    self.cuts.fetch_add(1, Ordering::Relaxed);
                    break;
                }
            }
        }
        // In both directions, so that the other thread ends as well.
        let _ = (from.shutdown(Shutdown::Both), to.shutdown(Shutdown::Both));
    }

    /// Waits while connections are stalled.
    fn hold(&self) {
        while *lock(&self.mode) == Mode::Stall && !self.stopped.load(Ordering::Relaxed) {
            thread::sleep(TICK);
        }
    }
}

fn waits(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted
    )
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
