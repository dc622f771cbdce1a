//! The disturbances of the cluster.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::time::{Duration, Instant};

use fastrand::Rng;
use hbase_model::TableName;
use hbase_schema_cluster_tests::{Cluster, Mode, Network, Regions, TableRegion};
use tokio::time::sleep;

use crate::Outcome;

/// Chooses one random disturbance after the other.
pub(crate) struct Disturbance {
    cluster: Cluster,
    regions: Regions,
    network: Network,
    table: TableName,
    rng: Rng,
    done: BTreeMap<&'static str, usize>,
    declined: BTreeMap<&'static str, usize>,
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
        }
    }

    /// Disturbs the cluster until then, in each way at least once. Afterwards all servers run, all connections
    /// pass and all regions are open.
    ///
    /// No server is killed while a region is split or merged: `HBase` 2.6.1 then aborts the procedure because
    /// it finds recovered edits, and leaves the region closed for good: no move and no assignment opens it.
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
            round += 1;
            sleep(Duration::from_millis(self.rng.u64(500..3000))).await;
        }
        self.wait_until_open().await
    }

    /// Waits until all regions are open.
    async fn wait_until_open(&mut self) -> Outcome {
        let until = Instant::now() + Duration::from_mins(2);
        loop {
            let regions = self.list().await;
            match regions.iter().find(|region| region.state != "OPEN") {
                None if !regions.is_empty() => return Ok(()),
                Some(region) if Instant::now() > until => {
                    return Err(format!("{:?} stays {}", region.name, region.state).into());
                }
                _ => sleep(Duration::from_secs(1)).await,
            }
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

    /// Checks that every disturbance has happened.
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
