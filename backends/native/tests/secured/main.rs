//! Logins, and what an attacker may do: a hostile server, or somebody between client and server.
//!
//! Each test of an attack ends in an error that names it, and states what the attacker has seen. The server is code of these
//! tests, on a socket: [`server`].

mod attacks;
mod logins;
mod server;
mod tickets;

use std::time::Duration;

use hbase_backend::{Backend as _, Deadline, Error};
use hbase_native::{Login, Native, Options, Protection};

use server::{Conduct, Server};

/// A response that asks for a connection without authentication.
const SWITCH_TO_SIMPLE: &[u8] = &[0, 0, 0, 0, 0xff, 0xff, 0xff, 0xa8];

const EACH: [Protection; 3] = [
    Protection::Authentication,
    Protection::Integrity,
    Protection::Privacy,
];

fn client(server: &Server, login: Login) -> Native {
    let options = Options::default().user("somebody").login(login);
    Native::new([server.endpoint()], options)
}

/// A login that accepts these protections.
fn accepting(protections: &[Protection]) -> Login {
    Login::token(Server::token("alice")).protections(protections.iter().copied())
}

fn within(seconds: u64) -> Deadline {
    Deadline::after(Duration::from_secs(seconds))
}

/// The error of the first call, which comes soon, and what the server has seen.
async fn error_of(conduct: Conduct, login: Login) -> (Error, server::Seen) {
    let server = Server::start(conduct, 0).await;
    let begun = std::time::Instant::now();
    let error = client(&server, login).ping(within(30)).await;
    let error = error.expect_err("an attack that is not noticed");
    assert!(begun.elapsed() < Duration::from_secs(2), "{error}");
    (error, server.seen())
}
