//! Servers that are not gateways.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::time::Duration;

use hbase_schema_thrift::Gateway;

/// A server that is not a gateway: once it has read some bytes, it sends these, then nothing.
pub(crate) fn stranger(bytes: &'static [u8]) -> Gateway {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let _ = stream.read(&mut [0; 4096]);
            let _ = stream.write_all(bytes);
            std::thread::spawn(move || while stream.read(&mut [0; 4096]).is_ok_and(|n| n > 0) {});
        }
    });
    Gateway::new("127.0.0.1", port)
}

/// A listener that neither accepts nor refuses connections: its queue is full.
pub(crate) struct Deaf {
    pub(crate) gateway: Gateway,
    _queue: (socket2::Socket, Vec<TcpStream>),
}

impl Deaf {
    pub(crate) fn start() -> Self {
        let listener = socket2::Socket::new(socket2::Domain::IPV4, socket2::Type::STREAM, None);
        let listener = listener.expect("a socket");
        let any = SocketAddr::from(([127, 0, 0, 1], 0));
        listener.bind(&any.into()).expect("a port");
        listener.listen(0).expect("a queue");
        let address = listener.local_addr().expect("an address").as_socket();
        let address = address.expect("an IPv4 address");
        let mut queue = Vec::new();
        while let Ok(stream) = TcpStream::connect_timeout(&address, Duration::from_millis(200)) {
            queue.push(stream);
        }
        Self {
            gateway: Gateway::new("127.0.0.1", address.port()),
            _queue: (listener, queue),
        }
    }
}
