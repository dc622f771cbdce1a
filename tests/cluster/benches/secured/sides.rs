//! The clients that are compared.

use std::sync::Arc;
use std::time::Duration;

use hbase_backend::Deadline;
use hbase_native::{Endpoint, Native, Options, Protection};
use hbase_schema::Connection;
use hbase_schema_cluster_tests::{Cluster, secured};

use super::IN_FLIGHT;
use super::server::ServerCpu;
use super::shared::{GETS, Outcome, Program, Turn, User};
use super::typed::Typed;

/// The time in which the table is compacted.
const COMPACTION: Duration = Duration::from_mins(2);

/// A client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Simple,
    Authentication,
    Integrity,
    Privacy,
    /// Java's, under privacy.
    Java,
}

impl Side {
    pub(super) const ALL: [Self; 5] = [
        Self::Simple,
        Self::Authentication,
        Self::Integrity,
        Self::Privacy,
        Self::Java,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Simple => "simple",
            Self::Authentication => "authentication",
            Self::Integrity => "integrity",
            Self::Privacy => "privacy",
            Self::Java => "java",
        }
    }

    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|side| side.name() == name)
    }

    /// `None` without a login.
    fn protection(self) -> Option<Protection> {
        match self {
            Self::Simple => None,
            Self::Authentication => Some(Protection::Authentication),
            Self::Integrity => Some(Protection::Integrity),
            Self::Privacy | Self::Java => Some(Protection::Privacy),
        }
    }
}

/// What one turn has taken.
#[derive(Clone, Copy)]
pub(super) struct Taken {
    pub(super) client: Turn,
    /// Processor time of the server, seconds.
    pub(super) server: f64,
}

/// The turns of each side, by its place in [`Side::ALL`].
pub(super) type Turns = [Vec<Taken>; Side::ALL.len()];

/// The running clients.
pub(super) struct Sides {
    /// In the order of [`Side::ALL`], without the last.
    ours: Vec<Typed>,
    java: Program,
    admin: Connection,
    server: ServerCpu,
    random: fastrand::Rng,
}

impl Sides {
    pub(super) fn start(cluster: &Cluster, rows: u32, seed: u64) -> Outcome<Self> {
        let ours = Side::ALL.into_iter().filter(|side| *side != Side::Java);
        let ours = ours.map(|side| client(cluster, side).map(|db| Typed::new(db, rows)));
        let mut java = cluster.script(&["bench"]);
        java.env(
            "HBASE_TEST_PROTECTION",
            Side::Java.protection().map_or("", Protection::name),
        );
        Ok(Self {
            ours: ours.collect::<Outcome<_>>()?,
            java: Program::start(&mut java, [rows, GETS, IN_FLIGHT])?,
            admin: client(cluster, Side::Authentication)?,
            server: ServerCpu::of(cluster)?,
            random: fastrand::Rng::with_seed(seed),
        })
    }

    pub(super) async fn turn(&mut self, side: Side, work: &str) -> Outcome<Taken> {
        let before = self.server.seconds()?;
        let client = match self.ours.get(side as usize) {
            Some(ours) => ours.turn(work).await?,
            None => self.java.turn(work)?,
        };
        let server = self.server.seconds()? - before;
        Ok(Taken { client, server })
    }

    /// Runs the turns of each side in random order, so that the state that one leaves at the server favours nobody.
    pub(super) async fn turns(
        &mut self,
        work: &str,
        warm_up: usize,
        count: usize,
    ) -> Outcome<Turns> {
        let mut turns = Turns::default();
        for number in 0..warm_up + count {
            let mut sides = Side::ALL;
            self.random.shuffle(&mut sides);
            for side in sides {
                let taken = self.turn(side, work).await?;
                if number >= warm_up {
                    turns[side as usize].push(taken);
                }
            }
        }
        Ok(turns)
    }

    /// Compacts the table: after many puts, a scan would measure how the server skips the cells that were overwritten.
    pub(super) async fn compact(&self) -> Outcome {
        let deadline = Deadline::after(COMPACTION);
        let backend = self.admin.backend();
        backend
            .major_compact(&User::SCHEMA.table.name, deadline)
            .await?;
        Ok(())
    }

    pub(super) fn end(self) -> Outcome {
        self.java.end()
    }
}

/// A client as alice, whom the server believes without a login, too.
fn client(cluster: &Cluster, side: Side) -> Outcome<Connection> {
    let options = Options::default().user("alice");
    let options = match side.protection() {
        None => options,
        Some(protection) => options.login(secured::by_keytab(cluster, "alice", protection)),
    };
    let (host, port) = cluster.master.rsplit_once(':').ok_or("host:port")?;
    let native = Native::new([Endpoint::new(host, port.parse()?)], options);
    Ok(Connection::with_backend(Arc::new(native)))
}
