//! TCP connections to `HBase`'s servers: each address of a name gets a share of the time, and keepalive detects a host
//! that is gone.

#![forbid(unsafe_code)]

use std::io;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use socket2::{SockRef, TcpKeepalive};
use tokio::net::{TcpStream, lookup_host};
use tokio::time::timeout_at;

/// Maximum time for one address while others are left to try.
const MAX_SHARE: Duration = Duration::from_secs(3);

/// Maximum time without an acknowledgement from the server's host.
const MAX_SILENCE: Duration = Duration::from_secs(15);

/// The deadline for the next of `left` addresses, which leaves time for the others.
pub fn share(until: Instant, left: usize) -> Instant {
    let now = Instant::now();
    let remaining = until.saturating_duration_since(now);
    let share = u32::try_from(left.max(1)).map_or(Duration::ZERO, |left| remaining / left);
    now + share.min(MAX_SHARE)
}

/// Connects to a host. The name is resolved at each call and may have several addresses.
///
/// # Errors
/// The error of the last address, [`TimedOut`](io::ErrorKind::TimedOut) at `until`, [`NotFound`](io::ErrorKind::NotFound)
/// for a name without an address.
pub async fn connect(host: &str, port: u16, until: Instant) -> io::Result<TcpStream> {
    let named = lookup_host((host, port));
    let addresses = timeout_at(until.into(), named)
        .await
        .map_err(|_| timed_out("its name was not resolved in time"))??;
    let stream = first_of(&addresses.collect::<Vec<_>>(), until).await?;
    tune(&stream)?;
    Ok(stream)
}

/// Sets socket options. If a host disappears without closing its connections, only its silence shows it, which
/// must be detected before the deadlines of calls pass.
fn tune(stream: &TcpStream) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let socket = SockRef::from(stream);
    let alive = TcpKeepalive::new().with_time(MAX_SILENCE);
    #[cfg(target_os = "linux")]
    let alive = alive.with_interval(MAX_SILENCE / 2);
    socket.set_tcp_keepalive(&alive)?;
    // Keepalive probes idle connections only. This limit holds while sent bytes are not acknowledged.
    #[cfg(target_os = "linux")]
    socket.set_tcp_user_timeout(Some(MAX_SILENCE))?;
    Ok(())
}

/// Connects to the first address that accepts.
async fn first_of(addresses: &[SocketAddr], until: Instant) -> io::Result<TcpStream> {
    let mut last = io::Error::new(io::ErrorKind::NotFound, "its name has no address");
    for (tried, address) in addresses.iter().enumerate() {
        let until = match addresses.len() - tried {
            left if addresses.len() > 1 => share(until, left),
            _ => until,
        };
        match timeout_at(until.into(), TcpStream::connect(address)).await {
            Ok(Ok(stream)) => return Ok(stream),
            Ok(Err(error)) => last = error,
            Err(_) => last = timed_out("its host does not answer, or a firewall drops its packets"),
        }
    }
    Err(last)
}

fn timed_out(what: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::TimedOut, what)
}

#[cfg(test)]
mod tests {
    use std::net::{TcpListener, TcpStream};

    use socket2::{Domain, Socket, Type};

    use super::*;

    /// Neither accepts nor refuses connections, because its queue is full.
    fn deaf() -> (SocketAddr, Socket, Vec<TcpStream>) {
        let socket = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
        socket
            .bind(&SocketAddr::from(([127, 0, 0, 1], 0)).into())
            .unwrap();
        socket.listen(0).unwrap();
        let address = socket.local_addr().unwrap().as_socket().unwrap();
        let mut queue = Vec::new();
        while let Ok(stream) = TcpStream::connect_timeout(&address, Duration::from_millis(200)) {
            queue.push(stream);
        }
        (address, socket, queue)
    }

    fn in_ms(millis: u64) -> Instant {
        Instant::now() + Duration::from_millis(millis)
    }

    #[tokio::test]
    async fn an_address_that_does_not_answer_leaves_time_for_the_others() {
        let (deaf, well) = (deaf(), TcpListener::bind("127.0.0.1:0").unwrap());
        let well = well.local_addr().unwrap();
        for addresses in [vec![deaf.0, well], vec![deaf.0, deaf.0, well]] {
            let stream = first_of(&addresses, in_ms(1500)).await.unwrap();
            assert_eq!(stream.peer_addr().unwrap(), well);
        }
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn a_machine_that_is_gone_is_noticed_by_its_silence() {
        let well = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = well.local_addr().unwrap().port();
        let stream = connect("127.0.0.1", port, in_ms(5000)).await.unwrap();
        let socket = SockRef::from(&stream);
        assert!(stream.nodelay().unwrap() && socket.keepalive().unwrap());
        assert_eq!(socket.tcp_keepalive_time().unwrap(), MAX_SILENCE);
        assert_eq!(socket.tcp_user_timeout().unwrap(), Some(MAX_SILENCE));
    }

    #[tokio::test]
    async fn an_address_alone_is_waited_for_until_the_end() {
        let deaf = deaf();
        let until = in_ms(300);
        let error = first_of(&[deaf.0], until).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        assert!(until.saturating_duration_since(Instant::now()).is_zero());
        let error = first_of(&[], until).await.unwrap_err();
        assert_eq!(error.to_string(), "its name has no address");
    }
}
