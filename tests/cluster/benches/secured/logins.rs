//! The time until a new connection can be used.

use std::time::Instant;

use hbase_schema::Connection;
use hbase_schema::connect::Builder;
use hbase_schema_cluster_tests::Cluster;
use hbase_schema_cluster_tests::secured::{REALM, SERVERS, keytab};

use super::WARM_UP;
use super::report::Target;
use super::shared::{Outcome, median};

/// Maximum time of a login, ms.
const MOST: f64 = 50.0;

const PROTECTIONS: [&str; 3] = ["authentication", "integrity", "privacy"];

/// Connects in turns without a login and under each protection; prints the medians, ms.
pub(super) async fn compare(cluster: &Cluster, turns: usize) -> Outcome {
    let mut times: Vec<Vec<f64>> = vec![Vec::new(); 1 + PROTECTIONS.len()];
    for number in 0..WARM_UP + turns {
        for (side, times) in times.iter_mut().enumerate() {
            let protection = side.checked_sub(1).map(|at| PROTECTIONS[at]);
            let time = connect(builder(cluster, protection)).await?;
            if number >= WARM_UP {
                times.push(time);
            }
        }
    }
    let medians = times.iter().map(|times| median(times.iter().copied()));
    let medians: Vec<f64> = medians.collect();
    println!("\nnew connections by keytab, with new tickets, ms");
    println!("without a login: {:.1}", medians[0]);
    for (protection, time) in PROTECTIONS.iter().zip(&medians[1..]) {
        println!("{}", Target::AtMost(MOST).judge(protection, *time));
    }
    Ok(())
}

/// Reads the settings and the keytab, obtains the tickets, logs in to the master; ms.
async fn connect(builder: Builder) -> Outcome<f64> {
    let begun = Instant::now();
    let db = builder.connect().await?;
    let time = begun.elapsed().as_secs_f64() * 1e3;
    db.close().await?;
    Ok(time)
}

fn builder(cluster: &Cluster, protection: Option<&str>) -> Builder {
    let url = format!("hbase://{}", cluster.master);
    let builder = Connection::builder().url(url);
    let builder = builder.set("hbase.schema.native.user", "alice");
    let Some(protection) = protection else {
        return builder;
    };
    let krb5_conf = cluster.directory().join("kdc/krb5.conf");
    let keytab = keytab(cluster, "alice");
    builder
        .set("hbase.security.authentication", "kerberos")
        .set("hbase.master.kerberos.principal", SERVERS)
        .set("hbase.regionserver.kerberos.principal", SERVERS)
        .set("hbase.rpc.protection", protection)
        .set(
            "hbase.schema.native.krb5.conf",
            krb5_conf.display().to_string(),
        )
        .set("hbase.client.keytab.file", keytab.display().to_string())
        .set("hbase.client.keytab.principal", format!("alice@{REALM}"))
}
