//! The bytes that a client sends before its first request.

use std::io;

use hbase_rpc::{Auth, Service, connection_header, preamble};
use tokio::io::AsyncWriteExt as _;

use super::connector::Stream;

/// Sends user and service to the server, which trusts the user's name and does not respond. If it required
/// authentication, tokens would be exchanged between preamble and header.
pub(super) async fn greet(stream: &mut dyn Stream, user: &str, service: Service) -> io::Result<()> {
    stream.write_all(&preamble(Auth::Simple)).await?;
    stream.write_all(&connection_header(user, service)).await?;
    stream.flush().await
}
