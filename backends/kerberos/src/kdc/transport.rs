//! One request and its reply over TCP (RFC 4120 section 7.2.2): a length of 32 bits, then the message.

use std::io;
use std::time::Instant;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::time::timeout_at;

use crate::config::KdcAddress;

/// Maximum length of a reply, bytes. Tickets with the groups of a user in Windows have some 64 KiB.
const MAX_REPLY: u32 = 1 << 20;

/// Sends a request and reads the reply, on a connection of its own.
pub(super) async fn exchange(
    kdc: &KdcAddress,
    request: &[u8],
    until: Instant,
) -> io::Result<Vec<u8>> {
    let exchange = async {
        let mut stream = hbase_tcp::connect(&kdc.host, kdc.port, until).await?;
        let length = u32::try_from(request.len()).map_err(io::Error::other)?;
        let frame = [&length.to_be_bytes(), request].concat();
        stream.write_all(&frame).await?;
        let length = stream.read_u32().await?;
        if length == 0 || length > MAX_REPLY {
            let cause =
                format!("a reply of {length} bytes, expected 1 to {MAX_REPLY}: this is not a KDC");
            return Err(io::Error::new(io::ErrorKind::InvalidData, cause));
        }
        let mut reply = Vec::new();
        // Memory is allocated for received bytes only.
        (&mut stream)
            .take(length.into())
            .read_to_end(&mut reply)
            .await?;
        if reply.len() < usize::try_from(length).unwrap_or(usize::MAX) {
            let cause = format!(
                "the connection ended after {} of {length} bytes",
                reply.len()
            );
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, cause));
        }
        Ok(reply)
    };
    match timeout_at(until.into(), exchange).await {
        Ok(result) => result,
        Err(_) => Err(io::Error::new(io::ErrorKind::TimedOut, "no reply in time")),
    }
}
