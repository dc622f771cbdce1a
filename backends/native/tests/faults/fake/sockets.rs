//! Connections through the system's sockets: a closed one is noticed only when it is polled.

use std::io;
use std::net::TcpListener;
use std::thread;

use hbase_backend::{BoxFuture, Deadline};
use hbase_native::{Connector, Endpoint, Stream};
use tokio::io::copy_bidirectional;
use tokio::net::TcpStream;
use tokio::runtime::Builder;

use super::network::Network;

#[derive(Clone, Debug)]
pub(super) struct Sockets(pub(super) Network);

impl Connector for Sockets {
    fn connect<'a>(
        &'a self,
        server: &'a Endpoint,
        _deadline: Deadline,
    ) -> BoxFuture<'a, io::Result<Box<dyn Stream>>> {
        Box::pin(async {
            let listener = TcpListener::bind(("127.0.0.1", 0))?;
            let address = listener.local_addr()?;
            let (network, server) = (self.0.clone(), server.clone());
            thread::spawn(move || serve(&listener, &network, &server));
            let stream = TcpStream::connect(address).await?;
            Ok(Box::new(stream) as Box<dyn Stream>)
        })
    }
}

/// Passes the bytes of one connection on, until one side closes it.
fn serve(listener: &TcpListener, network: &Network, server: &Endpoint) -> io::Result<()> {
    let (client, _) = listener.accept()?;
    client.set_nonblocking(true)?;
    let runtime = Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let mut client = TcpStream::from_std(client)?;
        let soon = Deadline::after(std::time::Duration::from_secs(5));
        let mut server = network.connect(server, soon).await?;
        copy_bidirectional(&mut client, &mut server).await.map(drop)
    })
}
