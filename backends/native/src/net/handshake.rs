//! The start of a connection: who the client is, and which service it calls.

use std::io;

use hbase_rpc::{Auth, Service, connection_header, preamble};
use tokio::io::AsyncWriteExt as _;

use super::connector::Stream;

/// Sends user and service to the server, which trusts the user's name and does not respond.
pub(super) async fn greet(stream: &mut dyn Stream, user: &str, service: Service) -> io::Result<()> {
    stream.write_all(&preamble(Auth::Simple)).await?;
    send_header(stream, Some(user), service).await
}

/// Sends the header of a connection that is authenticated, or will not be.
pub(super) async fn send_header(
    stream: &mut dyn Stream,
    user: Option<&str>,
    service: Service,
) -> io::Result<()> {
    stream.write_all(&connection_header(user, service)).await?;
    stream.flush().await
}
