//! Connections: how many, how long, how fast.

use std::time::{Duration, Instant};

use hbase_schema::Timestamp;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use web_service::{Reading, Timeouts, serve};

const HEALTH: &[u8] = b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n";
/// The start of a request.
const HALF: &[u8] = b"GET /health HTTP/1.1\r\nhos";
/// Longer than any timeout of the service.
const LONG: Duration = Duration::from_secs(14);
/// Timeouts that tests can wait for.
const SHORT: Duration = Duration::from_secs(1);

/// A service over memory that holds readings of `d7`.
struct Service {
    address: std::net::SocketAddr,
    stop: oneshot::Sender<()>,
    served: JoinHandle<()>,
}

impl Service {
    async fn start(readings: i64) -> Self {
        Self::start_with(Timeouts::default(), readings).await
    }

    async fn start_with(timeouts: Timeouts, readings: i64) -> Self {
        let db = hbase_schema::connect("memory:").await.unwrap();
        db.create_table::<Reading>().await.unwrap();
        let reading = |n| Reading {
            device: "d7".to_owned(),
            at: Timestamp::from_millis(1_451_132_640_000 + n),
            celsius: 21.5,
            humidity: Some(40.5),
        };
        let readings: Vec<_> = (0..readings).map(reading).collect();
        db.put_many(&readings).await.unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let served = tokio::spawn(async move {
            let stopped = async { drop(stopped.await) };
            serve(listener, db, timeouts, stopped).await.unwrap();
        });
        Self {
            address,
            stop,
            served,
        }
    }

    async fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).await.unwrap();
        stream.set_nodelay(true).unwrap();
        stream
    }

    /// A connection whose first request has its response.
    async fn idle(&self) -> TcpStream {
        let mut stream = self.connect().await;
        stream.write_all(HEALTH).await.unwrap();
        assert!(response(&mut stream).await.starts_with("HTTP/1.1 204"));
        stream
    }

    /// A connection with requests for 1000 readings each: some of the responses are more than the sockets' buffers hold.
    async fn lists(&self, requests: usize) -> TcpStream {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(16 * 1024).unwrap();
        let mut stream = socket.connect(self.address).await.unwrap();
        let list = b"GET /devices/d7/readings?from=2015-12-26T00:00:00Z&to=2015-12-27T00:00:00Z&limit=1000 HTTP/1.1\r\n\r\n";
        stream.write_all(&list.repeat(requests)).await.unwrap();
        stream
    }

    /// Stops the service, and returns how long that took.
    async fn stop(self) -> Duration {
        let begin = Instant::now();
        self.stop.send(()).unwrap();
        timeout(LONG, self.served).await.unwrap().unwrap();
        begin.elapsed()
    }
}

/// Reads a response without a body.
async fn response(stream: &mut TcpStream) -> String {
    let mut read = Vec::new();
    while !read.ends_with(b"\r\n\r\n") {
        read.push(stream.read_u8().await.unwrap());
    }
    String::from_utf8(read).unwrap()
}

/// How many responses with readings begin, and how many of them end.
fn responses(read: &[u8]) -> (usize, usize) {
    let read = String::from_utf8_lossy(read);
    let count = |part| read.matches(part).count();
    (count("HTTP/1.1 200"), count("}]}"))
}

/// Whether a service with [`SHORT`] timeouts ends a connection in time.
async fn ends(stream: &mut TcpStream) -> bool {
    timeout(4 * SHORT, stream.read(&mut [0])).await.is_ok()
}

#[tokio::test]
async fn stopping_waits_for_no_client() {
    let service = Service::start(0).await;
    let silent = service.connect().await;
    let mut half = service.connect().await;
    half.write_all(HALF).await.unwrap();
    let idle = service.idle().await;
    let mut second_half = service.idle().await;
    second_half.write_all(b"GET /hea").await.unwrap();
    sleep(Duration::from_millis(100)).await;
    let took = service.stop().await;
    assert!(took < Duration::from_secs(1), "{took:?}");
    drop((silent, half, idle, second_half));
}

#[tokio::test]
async fn heads_and_idle_connections_have_a_deadline() {
    let timeouts = Timeouts {
        head: SHORT,
        ..Timeouts::default()
    };
    let service = Service::start_with(timeouts, 0).await;
    let mut silent = service.connect().await;
    let mut half = service.connect().await;
    half.write_all(HALF).await.unwrap();
    let mut idle = service.idle().await;
    let (silent, half, idle) = tokio::join!(ends(&mut silent), ends(&mut half), ends(&mut idle));
    assert_eq!((silent, half, idle), (true, true, true));
}

#[tokio::test]
async fn a_client_that_does_not_read_is_dropped() {
    let timeouts = Timeouts {
        write: SHORT,
        ..Timeouts::default()
    };
    let service = Service::start_with(timeouts, 1000).await;
    let mut stream = service.lists(300).await;
    sleep(4 * SHORT).await;
    let mut read = Vec::new();
    // It ends by a reset, or with what was in the buffers.
    let _ = timeout(LONG, stream.read_to_end(&mut read)).await.unwrap();
    let (begun, _) = responses(&read);
    assert!(begun < 300, "{begun}");
}

#[tokio::test]
async fn a_response_that_is_being_read_ends_before_the_service() {
    let service = Service::start(1000).await;
    let mut stream = service.lists(80).await;
    // The service is in the middle of a response then: it cannot send more before the client reads.
    sleep(Duration::from_secs(4)).await;
    let stopped = tokio::spawn(service.stop());
    sleep(Duration::from_millis(500)).await;
    let mut read = Vec::new();
    stream.read_to_end(&mut read).await.unwrap();
    let (begun, complete) = responses(&read);
    assert_eq!(begun, complete);
    assert!((1..80).contains(&begun), "{begun}");
    stopped.await.unwrap();
}

#[tokio::test]
async fn connections_beyond_the_bound_wait() {
    let service = Service::start(0).await;
    let mut streams = Vec::new();
    for _ in 0..256 {
        streams.push(service.connect().await);
    }
    let mut late = service.connect().await;
    late.write_all(HEALTH).await.unwrap();
    let early = timeout(Duration::from_millis(500), response(&mut late)).await;
    assert!(early.is_err(), "{early:?}");
    drop(streams.pop());
    assert!(response(&mut late).await.starts_with("HTTP/1.1 204"));
}

#[tokio::test]
async fn responses_are_not_held_back() {
    let service = Service::start(0).await;
    let mut stream = service.connect().await;
    let mut took = Vec::new();
    for _ in 0..9 {
        let begin = Instant::now();
        stream.write_all(&HEALTH.repeat(2)).await.unwrap();
        response(&mut stream).await;
        response(&mut stream).await;
        took.push(begin.elapsed());
    }
    took.sort();
    // Without `TCP_NODELAY`, the second one waits some 40 ms for the acknowledgement of the first.
    assert!(took[2] < Duration::from_millis(30), "{took:?}");
}
