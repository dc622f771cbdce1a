//! The program: `web-service [--listen ADDRESS] [--url URL]`.

use std::error::Error;
use std::io;
use std::net::SocketAddr;
use std::process::ExitCode;

use clap::Parser;
use hbase_schema::{Connection, ErrorKind};
use tokio::net::TcpListener;
use tokio::signal;
use web_service::{Reading, Timeouts, serve};

/// Serves readings of devices
#[derive(Parser)]
struct Arguments {
    /// The address and port; port 0 is a free one
    #[arg(long, default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
    /// The store: a directory, or any URL of a build with its feature, as hbase://HOST:PORT
    #[arg(long, default_value = "embedded:target/readings")]
    url: String,
}

#[tokio::main]
async fn main() -> ExitCode {
    match run(Arguments::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(Arguments { listen, url }: Arguments) -> Result<(), Box<dyn Error>> {
    let listener = TcpListener::bind(listen)
        .await
        .map_err(|error| format!("cannot listen on {listen}: {error}"))?;
    let db = hbase_schema::connect(&url).await?;
    create(&db).await?;
    println!("http://{}", listener.local_addr()?);
    Ok(serve(listener, db, Timeouts::default(), stop()).await?)
}

/// Creates the table if it is missing, and otherwise compares it with the struct: a service should not start on a table
/// that it cannot read.
async fn create(db: &Connection) -> Result<(), hbase_schema::Error> {
    match db.create_table::<Reading>().await {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            db.verify::<Reading>().await.map(drop)
        }
        created => created,
    }
}

/// Resolves at Ctrl-C, and on Unix at SIGTERM, by which a service manager stops a process.
async fn stop() {
    tokio::select! {
        () = terminated() => {}
        () = interrupted() => {}
    }
}

#[cfg(unix)]
async fn terminated() {
    match signal::unix::signal(signal::unix::SignalKind::terminate()) {
        Ok(mut signal) => drop(signal.recv().await),
        Err(error) => never("SIGTERM", &error).await,
    }
}

#[cfg(not(unix))]
async fn terminated() {
    std::future::pending::<()>().await;
}

async fn interrupted() {
    if let Err(error) = signal::ctrl_c().await {
        never("Ctrl-C", &error).await;
    }
}

/// A signal without a handler does not stop the service.
async fn never(signal: &str, error: &io::Error) {
    eprintln!("no handler for {signal}: {error}");
    std::future::pending::<()>().await;
}
