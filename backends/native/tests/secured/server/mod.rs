//! A server on a socket that requires a login by token, with the conduct of an attacker where a test says so.

mod answers;
mod conduct;
mod der;
mod digest;
mod kerberos;

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use hbase_native::{DelegationToken, Endpoint};
use hbase_rpc::message::ConnectionHeader;
use hbase_rpc::{FrameDecoder, MAX_FRAME, PreambleCall, Request, Service};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

pub(crate) use conduct::{Conduct, LoginConduct, Tokens};
use digest::Direction;
use kerberos::Kerberos;
pub(crate) use kerberos::cache;

/// The secret of the token that the server knows.
pub(crate) const PASSWORD: &[u8] = b"the secret of a token";

/// A running server, until it is dropped.
pub(crate) struct Server {
    port: u16,
    seen: Arc<Mutex<Seen>>,
    task: JoinHandle<()>,
}

/// What the server has received.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen {
    /// All bytes, as they were on the wire.
    pub(crate) wire: Vec<u8>,
    /// Users that have logged in, and the protections that the clients chose.
    pub(crate) logins: Vec<(String, String)>,
    /// The headers of connections.
    pub(crate) headers: Vec<ConnectionHeader>,
    /// Whoever connected.
    pub(crate) connections: usize,
}

impl Server {
    /// Starts a server; replies are this much longer.
    pub(crate) async fn start(conduct: Conduct, padding: usize) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let seen = Arc::new(Mutex::new(Seen::default()));
        let shared = Arc::clone(&seen);
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let peer = Peer {
                    stream,
                    conduct: conduct.clone(),
                    seen: Arc::clone(&shared),
                    port,
                    padding,
                };
                tokio::spawn(peer.serve());
            }
        });
        Self { port, seen, task }
    }

    pub(crate) fn endpoint(&self) -> Endpoint {
        Endpoint::new("127.0.0.1", self.port)
    }

    pub(crate) fn seen(&self) -> Seen {
        lock(&self.seen).clone()
    }

    /// The token of a user; another user has another one.
    pub(crate) fn token(user: &str) -> DelegationToken {
        DelegationToken::new(user, PASSWORD, "cluster")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

fn lock(seen: &Mutex<Seen>) -> std::sync::MutexGuard<'_, Seen> {
    seen.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The server's side of one connection.
struct Peer {
    stream: TcpStream,
    conduct: Conduct,
    seen: Arc<Mutex<Seen>>,
    port: u16,
    padding: usize,
}

/// The protection of a connection's messages.
enum Layer {
    None,
    /// DIGEST-MD5: the client's tokens, and the server's.
    Digest(Box<[Direction; 2]>),
    Kerberos(Box<Kerberos>, bool),
}

impl Layer {
    fn wrap(&mut self, message: &[u8], is_sealed: bool) -> Vec<u8> {
        match self {
            Self::None => message.to_vec(),
            Self::Digest(directions) if is_sealed => directions[1].wrap(message),
            Self::Digest(directions) => directions[1].wrap_unsealed(message),
            Self::Kerberos(context, seals) => context.wrap(message, *seals && is_sealed),
        }
    }

    fn unwrap(&mut self, token: &[u8]) -> io::Result<Vec<u8>> {
        let message = match self {
            Self::None => Ok(token.to_vec()),
            Self::Digest(directions) => directions[0].unwrap(token),
            Self::Kerberos(context, seals) => match context.unwrap(token) {
                Ok((message, is_sealed)) if is_sealed == *seals => Ok(message),
                other => Err(format!("{other:?}")),
            },
        };
        message.map_err(io::Error::other)
    }
}

impl Peer {
    /// Errors end the connection: the client has closed it, or sent something wrong.
    async fn serve(mut self) {
        lock(&self.seen).connections += 1;
        let _ = self.talk().await;
    }

    async fn talk(&mut self) -> io::Result<()> {
        let preamble = self.read(6).await?;
        if preamble == PreambleCall::Registry.bytes() {
            return self.stream.write_all(&answers::cluster_id()).await;
        }
        if preamble == PreambleCall::Security.bytes() {
            return match self.conduct.principal {
                Some(name) => self.stream.write_all(&answers::principal(name)).await,
                None => Ok(()),
            };
        }
        let layer = match preamble[5] {
            // Without a login.
            80 => Layer::None,
            81 => match self.log_in_by_ticket().await? {
                Some(layer) => layer,
                None => return self.wait_for_end().await,
            },
            _ => match self.log_in().await? {
                Some(layer) => layer,
                None => return self.wait_for_end().await,
            },
        };
        self.answer_all(layer).await
    }

    /// `None` if the connection is of no further use.
    async fn log_in(&mut self) -> io::Result<Option<Layer>> {
        let first = self.read_message().await?;
        assert!(
            first.is_empty(),
            "the client does not wait for the challenge"
        );
        match self.conduct.login {
            LoginConduct::Sends(bytes) => {
                self.stream.write_all(bytes).await?;
                // The server has asked for a connection without a login: a client may follow.
                let is_switch = bytes == crate::SWITCH_TO_SIMPLE;
                return Ok(is_switch.then_some(Layer::None));
            }
            LoginConduct::Silent => return Ok(None),
            LoginConduct::Closes => return Err(io::ErrorKind::ConnectionAborted.into()),
            _ => {
                self.send_challenge(&digest::challenge(self.conduct.offered))
                    .await?;
            }
        }
        let response = self.read_message().await?;
        match self.conduct.login {
            LoginConduct::SendsLater(bytes) => {
                self.stream.write_all(bytes).await?;
                return Ok(None);
            }
            LoginConduct::ProvesNothing => return Ok(Some(Layer::None)),
            LoginConduct::ProvesWrongly => {
                self.send_challenge(b"rspauth=00000000000000000000000000000000")
                    .await?;
                return Ok(Some(Layer::None));
            }
            LoginConduct::Endless => loop {
                self.send_challenge(&digest::challenge(self.conduct.offered))
                    .await?;
                self.read_message().await?;
            },
            _ => {}
        }
        self.accept(&response).await
    }

    async fn log_in_by_ticket(&mut self) -> io::Result<Option<Layer>> {
        let ticket = self.read_message().await?;
        if let LoginConduct::Sends(bytes) = self.conduct.login {
            self.stream.write_all(bytes).await?;
            return Ok(None);
        }
        let knows_the_key = self.conduct.login != LoginConduct::ProvesWrongly;
        let mut context = Kerberos::accept(&ticket, knows_the_key);
        self.send_challenge(&context.reply()).await?;
        assert!(self.read_message().await?.is_empty());
        let bits = [("auth", 1), ("auth-int", 2), ("auth-conf", 4)];
        let offered = self.conduct.offered.split(',');
        let offered = offered.filter_map(|qop| bits.iter().find(|(name, _)| *name == qop));
        let offer = [offered.fold(0, |all, (_, bit)| all | bit), 0, 1, 0];
        let mut offer = context.wrap(&offer, false);
        if self.conduct.login == LoginConduct::ChangesOffer {
            offer[16] = 1;
        }
        self.send_challenge(&offer).await?;
        let choice = self.read_message().await?;
        let (choice, is_sealed) = context.unwrap(&choice).map_err(io::Error::other)?;
        assert!(!is_sealed && choice.len() == 4, "{choice:?}");
        let chosen = bits.iter().find(|(_, bit)| *bit == choice[0]);
        let (qop, _) = chosen.expect("one layer");
        let login = ("by ticket".to_owned(), (*qop).to_owned());
        lock(&self.seen).logins.push(login);
        Ok(Some(match *qop {
            "auth" => Layer::None,
            qop => Layer::Kerberos(Box::new(context), qop == "auth-conf"),
        }))
    }

    async fn accept(&mut self, response: &[u8]) -> io::Result<Option<Layer>> {
        let session = match digest::session(response, self.conduct.password) {
            Ok(session) => session,
            Err(why) => {
                self.reject("javax.security.sasl.SaslException", &why)
                    .await?;
                return Ok(None);
            }
        };
        self.send_challenge(&session.proof).await?;
        let user = STANDARD.decode(&session.user).expect("base64");
        let user = String::from_utf8(user).expect("text");
        lock(&self.seen).logins.push((user, session.qop.clone()));
        if session.qop == "auth" {
            return Ok(Some(Layer::None));
        }
        let directions = [session.of_client(), session.of_server()];
        Ok(Some(Layer::Digest(Box::new(directions))))
    }

    async fn send_challenge(&mut self, challenge: &[u8]) -> io::Result<()> {
        let length = u32::try_from(challenge.len()).expect("a short challenge");
        let frame = [&[0; 4], &length.to_be_bytes()[..], challenge].concat();
        self.stream.write_all(&frame).await
    }

    async fn reject(&mut self, class: &str, message: &str) -> io::Result<()> {
        let mut frame = 1_u32.to_be_bytes().to_vec();
        for text in [class, message] {
            let length = u32::try_from(text.len()).expect("a short text");
            frame.extend_from_slice(&length.to_be_bytes());
            frame.extend_from_slice(text.as_bytes());
        }
        self.stream.write_all(&frame).await
    }

    /// Answers requests; the connection's header comes first.
    async fn answer_all(&mut self, mut layer: Layer) -> io::Result<()> {
        let mut frames = FrameDecoder::new(MAX_FRAME);
        let header = self.next_frame(&mut frames, &mut layer).await?;
        let header: ConnectionHeader = hbase_rpc::decode(header).map_err(io::Error::other)?;
        Service::from_name(header.service_name()).ok_or(io::ErrorKind::InvalidData)?;
        lock(&self.seen).headers.push(header);
        loop {
            let frame = self.next_frame(&mut frames, &mut layer).await?;
            let request = Request::decode(frame).map_err(io::Error::other)?;
            let reply = answers::answer(&request, "127.0.0.1", self.port, self.padding);
            let bytes = self.protected(&reply, &mut layer);
            self.stream.write_all(&bytes).await?;
        }
    }

    async fn next_frame(
        &mut self,
        frames: &mut FrameDecoder,
        layer: &mut Layer,
    ) -> io::Result<Bytes> {
        loop {
            if let Some(frame) = frames.next_frame().map_err(io::Error::other)? {
                return Ok(frame);
            }
            let bytes = if matches!(layer, Layer::None) {
                self.read(1).await?
            } else {
                let token = self.read_message().await?;
                layer.unwrap(&token)?
            };
            frames.buffer_mut().extend_from_slice(&bytes);
        }
    }

    /// A reply as two tokens, with what the attacker does to them.
    fn protected(&self, reply: &[u8], layer: &mut Layer) -> Vec<u8> {
        if matches!(layer, Layer::None) {
            return reply.to_vec();
        }
        let (first, second) = reply.split_at(reply.len() / 2);
        let is_sealed = self.conduct.tokens != Tokens::Unsealed;
        let mut first = layer.wrap(first, is_sealed);
        let second = layer.wrap(second, is_sealed);
        let framed = |tokens: &[&[u8]]| {
            let framed = tokens.iter().map(|token| {
                let length = u32::try_from(token.len()).expect("a short token");
                [&length.to_be_bytes()[..], token].concat()
            });
            framed.collect::<Vec<_>>().concat()
        };
        match self.conduct.tokens {
            Tokens::Honest | Tokens::Unsealed => framed(&[&first, &second]),
            Tokens::Repeated => framed(&[&first, &first]),
            Tokens::Reordered => framed(&[&second, &first]),
            Tokens::LeftOut => framed(&[&second]),
            Tokens::Changed => {
                let middle = first.len() / 2;
                first[middle] ^= 4;
                framed(&[&first, &second])
            }
            Tokens::Cut => framed(&[&first[..9], &second]),
            Tokens::Bare => reply.to_vec(),
            Tokens::Length(length) => [&length.to_be_bytes()[..], &first].concat(),
        }
    }

    /// A message of the client: its length, then its bytes.
    async fn read_message(&mut self) -> io::Result<Vec<u8>> {
        let length = self.read(4).await?;
        let length = u32::from_be_bytes(length.try_into().expect("4 bytes"));
        self.read(usize::try_from(length).expect("a length")).await
    }

    async fn read(&mut self, length: usize) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; length];
        self.stream.read_exact(&mut bytes).await?;
        lock(&self.seen).wire.extend_from_slice(&bytes);
        Ok(bytes)
    }

    async fn wait_for_end(&mut self) -> io::Result<()> {
        loop {
            self.read(1).await?;
        }
    }
}
