//! Asks a name server: by UDP, and by TCP where the reply is too long for a datagram (RFC 7766).

use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Instant;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpStream, UdpSocket};
use tokio::time::timeout_at;

use super::message::{NoReply, Question, Record, Reply};

/// Maximum bytes of a datagram. The question asks for no more than 512.
const DATAGRAM: usize = 4096;

/// The records of the reply, or why no reply came.
pub(super) async fn ask(
    server: SocketAddr,
    question: &Question,
    until: Instant,
) -> Result<Vec<Record>, String> {
    let asking = async {
        match by_udp(server, question).await? {
            Reply::Records(records) => Ok(records),
            Reply::Truncated => by_tcp(server, question).await,
        }
    };
    match timeout_at(until.into(), asking).await {
        Ok(asked) => asked.map_err(|error| error.to_string()),
        Err(_) => Err("no reply in time".to_owned()),
    }
}

/// Datagrams that are no reply are left out: anybody can send some.
async fn by_udp(server: SocketAddr, question: &Question) -> io::Result<Reply> {
    let own: SocketAddr = match server {
        SocketAddr::V4(_) => (Ipv4Addr::UNSPECIFIED, 0).into(),
        SocketAddr::V6(_) => (Ipv6Addr::UNSPECIFIED, 0).into(),
    };
    let socket = UdpSocket::bind(own).await?;
    // Others' datagrams do not reach it then.
    socket.connect(server).await?;
    socket.send(&question.bytes).await?;
    let mut datagram = vec![0; DATAGRAM];
    loop {
        let length = socket.recv(&mut datagram).await?;
        match question.read(&datagram[..length]) {
            Ok(reply) => return Ok(reply),
            Err(NoReply::Failed(what)) => return Err(io::Error::other(what)),
            Err(NoReply::Other(_)) => {}
        }
    }
}

/// A message follows its length.
async fn by_tcp(server: SocketAddr, question: &Question) -> io::Result<Vec<Record>> {
    let mut stream = TcpStream::connect(server).await?;
    let length = u16::try_from(question.bytes.len()).map_err(io::Error::other)?;
    let frame = [&length.to_be_bytes(), &question.bytes[..]].concat();
    stream.write_all(&frame).await?;
    let length = stream.read_u16().await?;
    let mut bytes = vec![0; length.into()];
    stream.read_exact(&mut bytes).await?;
    match question.read(&bytes) {
        Ok(Reply::Records(records)) => Ok(records),
        Ok(Reply::Truncated) => Err(io::Error::other("its reply by TCP is not complete")),
        Err(NoReply::Failed(what) | NoReply::Other(what)) => Err(io::Error::other(what)),
    }
}
