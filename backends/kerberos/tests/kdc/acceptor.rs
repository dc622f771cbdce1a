//! A service in Java.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::kdc::Kdc;

pub(crate) struct Acceptor {
    child: Child,
    port: u16,
}

impl Acceptor {
    /// Starts the service of a principal.
    pub(crate) fn start(kdc: &Kdc, principal: &str) -> Self {
        let mut child = Command::new(&kdc.script)
            .args(["acceptor", "0"])
            .arg(kdc.keytab(principal))
            .arg(format!("{principal}@TEST.LOCAL"))
            .stdout(Stdio::piped())
            .spawn()
            .expect("the script");
        let mut line = String::new();
        let output = child.stdout.take().expect("its output");
        BufReader::new(output).read_line(&mut line).expect("a line");
        let port = line
            .trim()
            .strip_prefix("port ")
            .and_then(|port| port.parse().ok());
        let port = port.unwrap_or_else(|| panic!("the acceptor does not start: {line:?}"));
        Self { child, port }
    }

    pub(crate) fn connect(&self) -> Connection {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the acceptor");
        stream
            .set_read_timeout(Some(Duration::from_secs(20)))
            .expect("a timeout");
        stream.set_nodelay(true).expect("an option");
        Connection { stream }
    }
}

impl Drop for Acceptor {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) struct Connection {
    stream: TcpStream,
}

impl Connection {
    /// Sends a frame and returns the response, or the acceptor's error.
    pub(crate) fn call(&mut self, frame: &[u8]) -> Result<Vec<u8>, String> {
        let length = u32::try_from(frame.len()).unwrap().to_be_bytes();
        self.stream.write_all(&[&length, frame].concat()).unwrap();
        match self.length() {
            -1 => {
                let length = self.length();
                Err(String::from_utf8(self.bytes(length)).unwrap())
            }
            length => Ok(self.bytes(length)),
        }
    }

    fn length(&mut self) -> i32 {
        let mut length = [0; 4];
        self.stream.read_exact(&mut length).unwrap();
        i32::from_be_bytes(length)
    }

    fn bytes(&mut self, length: i32) -> Vec<u8> {
        let mut bytes = vec![0; usize::try_from(length).unwrap()];
        self.stream.read_exact(&mut bytes).unwrap();
        bytes
    }
}
