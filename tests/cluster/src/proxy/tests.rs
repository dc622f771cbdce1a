use std::time::Instant;

use super::*;

/// A server that echoes bytes, one connection after another.
fn echo() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            thread::spawn(move || io::copy(&mut stream.try_clone().unwrap(), &mut stream));
        }
    });
    address
}

/// Sends up to `most` bytes until the connection ends; returns how many were echoed.
fn exchange(address: &str, most: usize) -> usize {
    let mut stream = TcpStream::connect(address).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(5)))
        .unwrap();
    let mut back = 0;
    while back < most {
        let mut buffer = [0; 100];
        if stream.write_all(&buffer).is_err() || stream.read_exact(&mut buffer).is_err() {
            break;
        }
        back += buffer.len();
    }
    back
}

#[test]
fn connections_pass() {
    let proxy = Proxy::start(&echo(), 1).unwrap();
    assert_eq!(exchange(&proxy.address(), 50_000), 50_000);
    assert_eq!(proxy.cuts(), 0);
}

#[test]
fn connections_are_cut_where_the_seed_says() {
    let upstream = echo();
    let lengths = |seed| -> Vec<usize> {
        let proxy = Proxy::start(&upstream, seed).unwrap();
        proxy.set(Mode::Cut { below: 20_000 });
        let lengths = (0..8).map(|_| exchange(&proxy.address(), 50_000)).collect();
        assert_eq!(proxy.cuts(), 8);
        lengths
    };
    let first = lengths(7);
    assert!(first.iter().all(|length| *length < 20_000), "{first:?}");
    assert_eq!(first, lengths(7));
    assert_ne!(first, lengths(8));
}

#[test]
fn a_stalled_connection_goes_on_later() {
    let proxy = Proxy::start(&echo(), 1).unwrap();
    proxy.set(Mode::Stall);
    let started = Instant::now();
    thread::scope(|scope| {
        let exchanged = scope.spawn(|| exchange(&proxy.address(), 100));
        thread::sleep(Duration::from_millis(300));
        proxy.set(Mode::Pass);
        assert_eq!(exchanged.join().unwrap(), 100);
    });
    assert!(started.elapsed() >= Duration::from_millis(300));
}
