//! The program as its user runs it: a port, a directory, and SIGTERM.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The program, and its address. It is killed if a test fails.
struct Service {
    process: Child,
    address: String,
}

impl Service {
    fn start(directory: &Path) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_web-service"))
            .args(["--listen", "127.0.0.1:0", "--url"])
            .arg(format!("embedded:{}", directory.display()))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let output = process.stdout.take().unwrap();
        BufReader::new(output).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("http://").unwrap().to_owned();
        Self { process, address }
    }

    /// Sends a request; the head and the body of the response.
    fn send(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let timeout = Some(Duration::from_secs(10));
        stream.set_read_timeout(timeout).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        response
    }

    /// Stops the program by SIGTERM, and returns whether it ended with success.
    fn stop(mut self) -> bool {
        let id = self.process.id().to_string();
        let kill = Command::new("kill").args(["-TERM", &id]).status();
        assert!(kill.unwrap().success());
        let deadline = Instant::now() + Duration::from_secs(20);
        while Instant::now() < deadline {
            if let Some(status) = self.process.try_wait().unwrap() {
                return status.success();
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("the service runs on after SIGTERM");
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // Fails if the program has ended, as it should.
        let _ = self.process.kill();
    }
}

#[test]
fn what_was_acknowledged_is_there_after_a_restart() {
    let directory = tempfile::tempdir().unwrap();
    let store = directory.path().join("store");
    let body = r#"{"at":"2015-12-26T12:24:00Z","celsius":21.5}"#;
    let service = Service::start(&store);
    let created = service.send(&format!(
        "POST /devices/d7/readings HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    ));
    assert!(created.starts_with("HTTP/1.1 201 Created"), "{created}");
    assert!(service.stop());

    let service = Service::start(&store);
    let read = service.send(
        "GET /devices/d7/readings/2015-12-26T12:24:00Z HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
    );
    assert!(read.starts_with("HTTP/1.1 200 OK"), "{read}");
    assert!(read.contains(r#""celsius":21.5"#), "{read}");
    assert!(service.stop());
}

#[test]
fn a_running_request_ends_before_the_service() {
    let directory = tempfile::tempdir().unwrap();
    let service = Service::start(&directory.path().join("store"));
    let body = r#"{"at":"2015-12-26T12:24:00Z","celsius":21.5}"#;
    let mut stream = TcpStream::connect(&service.address).unwrap();
    let timeout = Some(Duration::from_secs(10));
    stream.set_read_timeout(timeout).unwrap();
    let head = format!(
        "POST /devices/d7/readings HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
         content-length: {}\r\nexpect: 100-continue\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).unwrap();
    // The service has read the head and wants the body: the request runs.
    let mut interim = [0; 25];
    stream.read_exact(&mut interim).unwrap();
    assert_eq!(&interim, b"HTTP/1.1 100 Continue\r\n\r\n");
    let stopped = std::thread::spawn(move || service.stop());
    std::thread::sleep(Duration::from_millis(200));
    stream.write_all(body.as_bytes()).unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).unwrap();
    assert!(response.starts_with("HTTP/1.1 201 Created"), "{response}");
    assert!(stopped.join().unwrap());
}

#[test]
fn a_half_sent_head_does_not_hold_the_service() {
    let directory = tempfile::tempdir().unwrap();
    let service = Service::start(&directory.path().join("store"));
    let mut stream = TcpStream::connect(&service.address).unwrap();
    stream.write_all(b"GET /health HTTP/1.1\r\nhos").unwrap();
    std::thread::sleep(Duration::from_millis(100));
    let begin = Instant::now();
    assert!(service.stop());
    let took = begin.elapsed();
    assert!(took < Duration::from_secs(5), "{took:?}");
}

#[test]
fn a_port_in_use_is_named() {
    let directory = tempfile::tempdir().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let output = Command::new(env!("CARGO_BIN_EXE_web-service"))
        .args(["--listen", &address, "--url"])
        .arg(format!(
            "embedded:{}",
            directory.path().join("store").display()
        ))
        .output()
        .unwrap();
    assert!(!output.status.success());
    let message = String::from_utf8(output.stderr).unwrap();
    let expected = format!("error: cannot listen on {address}: ");
    assert!(message.starts_with(&expected), "{message}");
    assert!(!message.contains("Os {"), "{message}");
}
