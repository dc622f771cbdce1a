//! What a client sends before its first request.

use std::io;

use hbase_rpc::{Auth, Service, connection_header, preamble};
use tokio::io::AsyncWriteExt as _;

use super::connector::Stream;

/// Names user and service to the server, which believes the user's name and answers nothing. Where it demands
/// authentication, the exchange of tokens stands between preamble and header.
pub(super) async fn greet(stream: &mut dyn Stream, user: &str, service: Service) -> io::Result<()> {
    stream.write_all(&preamble(Auth::Simple)).await?;
    stream.write_all(&connection_header(user, service)).await?;
    stream.flush().await
}
