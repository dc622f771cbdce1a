//! Name servers that reply, fail, fall silent and lie.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use simple_dns::rdata::{RData, SRV};
use simple_dns::{CLASS, Name, Packet, PacketFlag, RCODE, ResourceRecord};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, UdpSocket};

use super::message::{NoReply, Reply};
use super::*;

const NAME: &str = "_kerberos._tcp.A";

/// Priority, weight, port, target.
type Service = (u16, u16, u16, &'static str);

fn reply(query: &[u8], services: &[Service], change: impl Fn(&mut Packet<'_>)) -> Vec<u8> {
    let query = Packet::parse(query).expect("a question");
    let mut reply = query.into_reply();
    for (priority, weight, port, target) in services {
        let target = Name::new_unchecked(target);
        let srv = SRV {
            priority: *priority,
            weight: *weight,
            port: *port,
            target,
        };
        let record =
            ResourceRecord::new(Name::new_unchecked(NAME), CLASS::IN, 600, RData::SRV(srv));
        reply.answers.push(record);
    }
    change(&mut reply);
    reply.build_bytes_vec().expect("a reply")
}

/// A name server by UDP that sends these datagrams for each question.
async fn server(datagrams: impl Fn(&[u8]) -> Vec<Vec<u8>> + Send + 'static) -> SocketAddr {
    let socket = UdpSocket::bind("127.0.0.1:0").await.expect("a socket");
    serve(socket, datagrams)
}

fn serve(
    socket: UdpSocket,
    datagrams: impl Fn(&[u8]) -> Vec<Vec<u8>> + Send + 'static,
) -> SocketAddr {
    let address = socket.local_addr().expect("an address");
    tokio::spawn(async move {
        let mut query = [0; 512];
        while let Ok((length, client)) = socket.recv_from(&mut query).await {
            for datagram in datagrams(&query[..length]) {
                let _ = socket.send_to(&datagram, client).await;
            }
        }
    });
    address
}

/// A name server that names this port of this machine, and how often it was asked.
pub(crate) async fn naming(port: u16) -> (SocketAddr, Arc<AtomicUsize>) {
    let asked = Arc::<AtomicUsize>::default();
    let count = Arc::clone(&asked);
    let server = server(move |query| {
        count.fetch_add(1, Ordering::Relaxed);
        vec![reply(query, &[(1, 0, port, "localhost")], |_| ())]
    });
    (server.await, asked)
}

async fn found(servers: Vec<SocketAddr>, realm: &str) -> Result<Vec<String>, String> {
    let deadline = Instant::now() + Duration::from_secs(10);
    let found = Resolver::of(servers).kdcs(realm, deadline).await?;
    assert_eq!(found.life, Duration::from_secs(600));
    Ok(found.kdcs.iter().map(ToString::to_string).collect())
}

#[tokio::test]
async fn the_kdcs_of_a_realm_are_in_the_order_of_their_priorities() {
    let services = [
        (20, 0, 88, "c.A"),
        (10, 0, 1088, "b.A"),
        (5, 9, 88, "a.A"),
        (30, 0, 88, ""),
    ];
    let server = server(move |query| vec![reply(query, &services, |_| ())]).await;
    let expected = ["a.A:88", "b.A:1088", "c.A:88"].map(str::to_owned);
    assert_eq!(found(vec![server], "A").await, Ok(expected.to_vec()));
}

/// As often as their weights say, where the priorities are equal.
#[test]
fn weights_are_chances() {
    let record = |weight, host: &str| Record {
        priority: 1,
        weight,
        kdc: KdcAddress {
            host: host.to_owned(),
            port: 88,
        },
        life: 60,
    };
    let records = vec![
        record(30, "often"),
        record(10, "seldom"),
        record(0, "never"),
    ];
    let mut random = fastrand::Rng::with_seed(7);
    let mut often = 0;
    for _ in 0..1000 {
        let kdcs = message::in_order(records.clone(), |range| random.u32(range));
        assert_eq!(kdcs.len(), 3);
        often += usize::from(kdcs[0].host == "often");
    }
    assert!((650..800).contains(&often), "{often}");
}

#[tokio::test]
async fn a_silent_name_server_and_a_failing_one_are_not_the_last() {
    let silent = server(|_| Vec::new()).await;
    let failing = server(|query| {
        let failed = |reply: &mut Packet<'_>| *reply.rcode_mut() = RCODE::ServerFailure;
        vec![reply(query, &[], failed)]
    })
    .await;
    let good = server(|query| vec![reply(query, &[(1, 0, 88, "a.A")], |_| ())]).await;
    let kdcs = found(vec![silent, failing, good], "A").await;
    assert_eq!(kdcs, Ok(vec!["a.A:88".to_owned()]));

    let begun = Instant::now();
    let error = found(vec![silent, failing], "A")
        .await
        .expect_err("no reply");
    assert!(begun.elapsed() < Duration::from_millis(1500), "{error}");
    let of = |server: SocketAddr, what: &str| format!("the name server {server}: {what}");
    assert!(error.contains(&of(silent, "no reply in time")), "{error}");
    assert!(
        error.contains(&of(failing, "the error ServerFailure")),
        "{error}"
    );
}

#[tokio::test]
async fn a_realm_without_records_is_named_at_once() {
    let unknown = server(|query| {
        let unknown = |reply: &mut Packet<'_>| *reply.rcode_mut() = RCODE::NameError;
        vec![reply(query, &[], unknown)]
    })
    .await;
    let empty = server(|query| vec![reply(query, &[(1, 0, 88, "")], |_| ())]).await;
    for server in [unknown, empty] {
        let error = found(vec![server], "A").await.expect_err("no records");
        assert_eq!(
            error,
            format!("the name server {server} has no such records")
        );
    }
    let long = "x".repeat(64);
    let error = found(vec![unknown], &long).await.expect_err("a long label");
    assert!(error.contains("is no name in DNS"), "{error}");
}

/// Somebody else's datagrams are left out.
#[tokio::test]
async fn replies_to_other_questions_do_not_count() {
    let lies = |query: &[u8]| {
        let lie: &[Service] = &[(1, 0, 88, "lie.A")];
        let good: &[Service] = &[(1, 0, 88, "a.A")];
        vec![
            b"nonsense".to_vec(),
            query.to_vec(),
            reply(query, lie, |reply| reply.set_id(reply.id() ^ 1)),
            reply(query, lie, |reply| reply.questions.clear()),
            reply(query, lie, |reply| {
                reply.questions[0].qname = Name::new_unchecked("_kerberos._tcp.B");
            }),
            reply(query, good, |_| ()),
        ]
    };
    let server = server(lies).await;
    assert_eq!(
        found(vec![server], "A").await,
        Ok(vec!["a.A:88".to_owned()])
    );
}

#[tokio::test]
async fn a_reply_that_is_too_long_comes_by_tcp() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a socket");
    let address = listener.local_addr().expect("an address");
    let socket = UdpSocket::bind(address).await.expect("the same port");
    serve(socket, |query| {
        vec![reply(query, &[], |reply| {
            reply.set_flags(PacketFlag::TRUNCATION);
        })]
    });
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.expect("a connection");
        let length = stream.read_u16().await.expect("a length");
        let mut query = vec![0; length.into()];
        stream.read_exact(&mut query).await.expect("a question");
        let reply = reply(&query, &[(1, 0, 88, "a.A")], |_| ());
        let length = u16::try_from(reply.len()).expect("a short reply");
        stream.write_u16(length).await.expect("a length");
        stream.write_all(&reply).await.expect("a reply");
    });
    assert_eq!(
        found(vec![address], "A").await,
        Ok(vec!["a.A:88".to_owned()])
    );
}

#[test]
fn name_servers_are_those_of_the_system() {
    let text = b"# comment\nsearch a.b\nnameserver 192.0.2.1\nnameserver 2001:db8::1\noptions edns0 unknown\nnameserver 192.0.2.3\nnameserver 192.0.2.4\n";
    let found: Vec<_> = servers::parse(text)
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(found, ["192.0.2.1:53", "[2001:db8::1]:53", "192.0.2.3:53"]);
    assert_eq!(
        servers::parse(b"search a.b\n"),
        ["127.0.0.1:53".parse().expect("an address")]
    );
}

mod mutated {
    use hbase_schema_parser_inputs::try_all;

    use super::*;

    #[test]
    fn any_bytes_are_a_reply_or_an_error() {
        let question = Question::srv(NAME).expect("a question");
        let services = [(1, 2, 88, "a.A"), (1, 2, 88, "b.a.A")];
        let whole = reply(&question.bytes, &services, |_| ());
        let cut = reply(&question.bytes, &[], |reply| {
            reply.set_flags(PacketFlag::TRUNCATION);
        });
        try_all(&[whole, cut], |input| match question.read(input) {
            Ok(Reply::Records(records)) => assert!(records.len() * 7 <= input.len()),
            Ok(Reply::Truncated) | Err(NoReply::Other(_) | NoReply::Failed(_)) => {}
        });
    }

    #[test]
    fn any_bytes_are_name_servers() {
        let valid =
            b"search a\nnameserver 192.0.2.1\noptions ndots:2\nsortlist 10.0.0.0/8\n".to_vec();
        try_all(&[valid], |input| {
            assert!((1..=3).contains(&servers::parse(input).len()));
        });
    }
}
