//! What is done to the cluster meanwhile.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::io;
use std::time::{Duration, Instant};

use bytes::Bytes;
use fastrand::Rng;
use hbase_model::TableName;
use hbase_schema_cluster_tests::{Cluster, Mode, Network, Regions, TableRegion};
use tokio::time::sleep;

use crate::Outcome;

/// How long the master may take to open a region that it has closed.
const ABANDONED: Duration = Duration::from_secs(20);

/// Draws one disturbance after the other.
pub(crate) struct Disturbance {
    cluster: Cluster,
    regions: Regions,
    network: Network,
    table: TableName,
    rng: Rng,
    done: BTreeMap<&'static str, usize>,
    declined: BTreeMap<&'static str, usize>,
    /// Since when a region is seen closed.
    closed: HashMap<Bytes, Instant>,
}

impl Disturbance {
    pub(crate) fn new(cluster: &Cluster, network: Network, table: TableName, seed: u64) -> Self {
        Self {
            cluster: cluster.clone(),
            regions: Regions::of(cluster),
            network,
            table,
            rng: Rng::with_seed(seed),
            done: BTreeMap::new(),
            declined: BTreeMap::new(),
            closed: HashMap::new(),
        }
    }

    /// Disturbs until then, each kind at least once; all servers run and all connections pass afterwards.
    pub(crate) async fn run(&mut self, until: Instant) -> Outcome {
        let mut round = 0_usize;
        sleep(Duration::from_secs(3)).await;
        while Instant::now() < until || round < 6 {
            match round % 6 {
                0 => self.split().await,
                1 | 4 => self.relocate().await,
                2 => self.cut().await,
                3 => self.merge().await,
                _ => self.kill().await?,
            }
            self.open_abandoned().await;
            round += 1;
            sleep(Duration::from_millis(self.rng.u64(500..3000))).await;
        }
        self.open_all().await
    }

    /// Opens regions that the master has left closed, with no procedure that would open them: it answers each move, split and
    /// merge of such a region with its state, and no client reads the region before an operator assigns it.
    async fn open_abandoned(&mut self) {
        let regions = self.list().await;
        let is_closed = |region: &TableRegion| region.state == "CLOSED";
        let closed: Vec<_> = regions.into_iter().filter(is_closed).collect();
        self.closed
            .retain(|name, _| closed.iter().any(|region| region.name == *name));
        for region in closed {
            let since = *self
                .closed
                .entry(region.name.clone())
                .or_insert_with(Instant::now);
            if since.elapsed() > ABANDONED {
                println!("the master has left {:?} closed", region.name);
                self.closed.remove(&region.name);
                let outcome = self.regions.assign(&region).await;
                self.note("assign", outcome);
            }
        }
    }

    /// Waits until all regions are open.
    async fn open_all(&mut self) -> Outcome {
        let until = Instant::now() + 6 * ABANDONED;
        loop {
            let regions = self.list().await;
            let transition = regions.iter().find(|region| region.state != "OPEN");
            match transition {
                None if !regions.is_empty() => return Ok(()),
                Some(region) if Instant::now() > until => {
                    return Err(format!("{:?} stays {}", region.name, region.state).into());
                }
                _ => sleep(Duration::from_secs(1)).await,
            }
            self.open_abandoned().await;
        }
    }

    async fn split(&mut self) {
        let Some(region) = self.draw().await else {
            return;
        };
        let start = first_two(region.info.start_key()).unwrap_or(0);
        let end = first_two(region.info.end_key()).unwrap_or(256);
        if end < start + 2 {
            return self.note("split", Err(io::Error::other("too narrow")));
        }
        let at = format!("{:02x}", self.rng.u64(start + 1..end));
        let outcome = self.regions.split(&region, at.as_bytes()).await;
        self.note("split", outcome);
    }

    async fn relocate(&mut self) {
        let Some(region) = self.draw().await else {
            return;
        };
        let outcome = self.regions.relocate(&region).await;
        self.note("move", outcome);
    }

    async fn merge(&mut self) {
        let regions = self.list().await;
        let [_, _, _, ..] = &regions[..] else { return };
        let at = self.rng.usize(..regions.len() - 1);
        let outcome = self.regions.merge(&regions[at..at + 2]).await;
        self.note("merge", outcome);
    }

    async fn cut(&mut self) {
        for below in [300, 20_000, 300_000] {
            self.network.set(Mode::Cut { below });
            sleep(Duration::from_secs(1)).await;
        }
        self.network.set(Mode::Pass);
        self.note("cut", Ok(()));
    }

    /// Kills a region server, and starts it again after a while.
    async fn kill(&mut self) -> Outcome {
        let name = if self.rng.bool() {
            "region1"
        } else {
            "region2"
        };
        self.control(name, "kill").await?;
        sleep(Duration::from_millis(self.rng.u64(100..6000))).await;
        self.control(name, "start").await?;
        self.note("kill", Ok(()));
        Ok(())
    }

    async fn control(&self, name: &'static str, what: &'static str) -> Outcome {
        let cluster = self.cluster.clone();
        tokio::task::spawn_blocking(move || cluster.run(&[name, what])).await??;
        Ok(())
    }

    async fn draw(&mut self) -> Option<TableRegion> {
        let regions = self.list().await;
        self.rng.choice(regions)
    }

    /// None while `hbase:meta` cannot be read.
    async fn list(&mut self) -> Vec<TableRegion> {
        let listed = self.regions.list(&self.table).await;
        if let Err(error) = &listed {
            println!("the regions cannot be listed: {error}");
        }
        listed.unwrap_or_default()
    }

    fn note(&mut self, what: &'static str, outcome: io::Result<()>) {
        let counts = match outcome {
            Ok(()) => &mut self.done,
            Err(error) => {
                println!("{what}: {error}");
                &mut self.declined
            }
        };
        *counts.entry(what).or_default() += 1;
    }

    /// Everything has happened.
    pub(crate) fn verify(&self) -> Outcome {
        for what in ["split", "move", "merge", "cut", "kill"] {
            if !self.done.contains_key(what) {
                return Err(format!("no {what} in this run: give it more seconds").into());
            }
        }
        Ok(())
    }
}

/// The number of a key's first two digits.
fn first_two(key: &[u8]) -> Option<u64> {
    let digits = std::str::from_utf8(key.get(..2)?).ok()?;
    u64::from_str_radix(digits, 16).ok()
}

impl fmt::Display for Disturbance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "done {:?}, declined {:?}", self.done, self.declined)
    }
}
