//! A TCP connection to one gateway, within a time.

use std::io;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use socket2::{SockRef, TcpKeepalive};
use tokio::net::{TcpStream, lookup_host};
use tokio::time::timeout_at;

use crate::options::Gateway;

/// The longest wait for one place to take a connection while there are others.
const PATIENCE: Duration = Duration::from_secs(3);

/// How long a gateway's machine may leave unacknowledged what was sent to it.
const SILENT: Duration = Duration::from_secs(15);

/// Until when to wait for the next of `left` places, so that there is time for each.
pub(super) fn share(until: Instant, left: usize) -> Instant {
    let now = Instant::now();
    let remaining = until.saturating_duration_since(now);
    let share = u32::try_from(left.max(1)).map_or(Duration::ZERO, |left| remaining / left);
    now + share.min(PATIENCE)
}

/// Connects to a gateway, whose name may stand for several addresses.
pub(super) async fn connect(gateway: &Gateway, until: Instant) -> io::Result<TcpStream> {
    let named = lookup_host((gateway.host.as_str(), gateway.port));
    let addresses = timeout_at(until.into(), named)
        .await
        .map_err(|_| timed_out("its name is not resolved in time"))??;
    let stream = first_of(&addresses.collect::<Vec<_>>(), until).await?;
    tune(&stream)?;
    Ok(stream)
}

/// Where nothing tells that a gateway's machine is gone, only its silence does: that must be noticed
/// before the deadline of whoever waits.
fn tune(stream: &TcpStream) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let socket = SockRef::from(stream);
    let alive = TcpKeepalive::new().with_time(SILENT);
    #[cfg(target_os = "linux")]
    let alive = alive.with_interval(SILENT / 2);
    socket.set_tcp_keepalive(&alive)?;
    #[cfg(target_os = "linux")]
    socket.set_tcp_user_timeout(Some(SILENT))?;
    Ok(())
}

/// The first address that takes a connection.
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
            Err(_) => last = timed_out("it takes no connection"),
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

    /// Takes no connection and refuses none, for its queue is full.
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
        let gateway = Gateway::new("127.0.0.1", port);
        let stream = connect(&gateway, in_ms(5000)).await.unwrap();
        let socket = SockRef::from(&stream);
        assert!(stream.nodelay().unwrap() && socket.keepalive().unwrap());
        assert_eq!(socket.tcp_keepalive_time().unwrap(), SILENT);
        assert_eq!(socket.tcp_user_timeout().unwrap(), Some(SILENT));
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
